// Addresses that servers name: which of them may be opened, and opening one. Parsed, never matched as text, so that what is
// opened is what was checked. The desktop window checks once more before it hands an address to the system.

export interface WebAddress {
  href: string;
  /** Where it really leads, to be shown apart from the rest. */
  host: string;
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** null: not https, nor http on this machine, or it carries a name and password that only serve to deceive. */
export function webAddress(text: string): WebAddress | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  const isLocal = url.protocol === 'http:' && loopback.has(url.hostname);
  return url.protocol === 'https:' || isLocal ? { href: url.href, host: url.host } : null;
}

/** Only after a click of a person. */
export function openAddress(text: string): void {
  const address = webAddress(text);
  if (address) window.open(address.href, '_blank', 'noopener,noreferrer');
}
