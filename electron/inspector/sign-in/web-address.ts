// Which addresses of servers may be opened at all. Parsed, never matched as text: what is opened is what was checked.

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The address written anew if it is https, or http on this machine, without a name or password in it; otherwise null. */
export function toWebAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname))) return url.href;
  return null;
}
