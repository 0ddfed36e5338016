// Which addresses from servers may be opened at all. Parsed, never matched as text: the checked address is the one that is opened.

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The serialized address if it is https, or http on this machine, without a user name or password; otherwise null. */
export function toWebAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname))) return url.href;
  return null;
}
