// Text for a POSIX shell. Owns quoting: single quotes for what is fixed, double quotes around each variable, nothing evaluated.

import type { SafeText } from './secrets.ts';

export function shellWord(parts: SafeText): string {
  const quoted = parts.map((part) => (typeof part === 'string' ? quote(part) : `"$${part.name}"`)).join('');
  return quoted === '' ? "''" : quoted;
}

function quote(text: string): string {
  if (/^[\w@%+:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Said in a comment, so it must stay on its line: U+2028 and U+2029 end a line in some languages. */
export function comment(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 200);
}
