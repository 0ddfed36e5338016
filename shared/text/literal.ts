// Writes foreign text into code that the user copies: always as a literal, through this one function, in comments too. A literal is one
// line of visible characters. So nothing in it can end the literal, the comment or the line, and a terminal sees no control character.
// Owns the escapes of each language. Nothing runs the result.

export type CodeLanguage = 'typescript' | 'python' | 'shell';

/** Control and format characters (bidi, zero-width, the tag block), lone surrogates, unassigned ones, and every space but the plain one. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

export function literal(text: string, language: CodeLanguage): string {
  switch (language) {
    case 'typescript':
      return `"${escapeQuotes(text).replace(unseen, units)}"`;
    case 'python':
      return `"${escapeQuotes(text).replace(unseen, pythonEscape)}"`;
    case 'shell':
      return shellLiteral(text);
    default:
      return language satisfies never;
  }
}

/** A line comment that quotes foreign text. Interactive zsh reads `#` as a command, so the literal must hold there too. */
export function quotingComment(before: string, texts: readonly string[], language: CodeLanguage, after = ''): string {
  const mark = language === 'typescript' ? '//' : '#';
  return `${mark} ${before}${texts.map((text) => literal(shorten(text), language)).join(', ')}${after}`;
}

const commentLimit = 200;
const shorten = (text: string): string => (text.length > commentLimit ? `${text.slice(0, commentLimit)}…` : text);

const escapeQuotes = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** UTF-16, as in TypeScript. */
const units = (char: string): string =>
  Array.from({ length: char.length }, (_, at) => `\\u${hex(char.charCodeAt(at), 4)}`).join('');

/** In Python a surrogate pair would stay two characters. */
const pythonEscape = (char: string): string =>
  char.length === 1 ? units(char) : `\\U${hex(char.codePointAt(0) ?? 0, 8)}`;

/**
 * Single quotes evaluate nothing. Invisible characters need `$'…'`, which bash, zsh, ksh and POSIX 2024 read; no word can contain NUL.
 */
function shellLiteral(given: string): string {
  const text = given.replaceAll('\0', '');
  if (text !== '' && /^[\w@%+:,./-]+$/.test(text)) return text;
  if (text.search(unseen) < 0) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replace(unseen, octets)}'`;
}

/** Percent-encoding is UTF-8; anything without UTF-8 becomes U+FFFD. */
const octets = (char: string): string =>
  encodeURIComponent(char.toWellFormed()).replace(
    /%(..)/g,
    (_, byte: string) => `\\${Number.parseInt(byte, 16).toString(8).padStart(3, '0')}`,
  );
