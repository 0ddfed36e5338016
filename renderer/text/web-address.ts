// URLs from servers: which may be opened, and opening one. Parsed instead of matched as text, so that the opened URL is the checked one.
// The desktop window checks again before it passes a URL to the system.

export interface WebAddress {
  href: string;
  /** The real host, shown separately. */
  host: string;
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** null: not https, nor http on this machine, or it has credentials that only serve to deceive. */
export function webAddress(text: string): WebAddress | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  const isLocal = url.protocol === 'http:' && loopback.has(url.hostname);
  return url.protocol === 'https:' || isLocal ? { href: url.href, host: url.host } : null;
}

/** Only after a click by the user. */
export function openAddress(text: string): void {
  const address = webAddress(text);
  if (address) window.open(address.href, '_blank', 'noopener,noreferrer');
}
