// Formats JSON text for reading without parsing it: only white space between tokens changes, so duplicate keys, long numbers and escapes
// stay as sent. Text that is not JSON becomes one plain token.

import { JsonReader } from '../../shared/json/json-reader.ts';

type TokenKind = 'key' | 'string' | 'number' | 'word' | 'mark' | 'plain';
export interface Token {
  kind: TokenKind;
  text: string;
  /** Its position in the formatted source; omitted: it is not from there. */
  at?: number;
}

/** Beyond this size the verbatim text is shown, which costs nothing. */
const longestLaidOut = 300_000;

/** Lines of tokens; `null` if the text is not made of JSON tokens. Nesting deeper than `deepest` is not indented further. */
export function layOut(text: string, deepest = 40): Token[][] | null {
  if (text.length > longestLaidOut) return null;
  const lines: Token[][] = [];
  let line: Token[] = [];
  let depth = 0;
  const indent = () => '  '.repeat(Math.min(depth, deepest));
  const newLine = () => {
    lines.push(line);
    line = depth > 0 ? [{ kind: 'plain', text: indent() }] : [];
  };
  const reader = new JsonReader(text);
  let previous = '';
  while (reader.next()) {
    const { kind } = reader;
    const read = toToken(reader);
    if (!read) return null;
    const token = { ...read, at: reader.start };
    const isClosing = kind === '}' || kind === ']';
    if (previous === '{' || previous === '[') {
      if (kind === (previous === '{' ? '}' : ']')) {
        line.push(token);
        previous = kind;
        continue;
      }
      depth++;
      newLine();
    }
    if (isClosing) {
      depth = Math.max(0, depth - 1);
      newLine();
    }
    line.push(token);
    previous = kind;
    if (kind === ',') newLine();
  }
  if (line.length > 0) lines.push(line);
  return lines.length > 0 ? lines : null;
}

const number = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const word = /^(?:true|false|null)$/;

/** null: not a JSON token. */
export function toToken(reader: JsonReader): Token | null {
  const text = reader.written;
  switch (reader.kind) {
    case 'string':
      return reader.isWhole ? { kind: reader.isName ? 'key' : 'string', text } : null;
    case 'word':
      return number.test(text) ? { kind: 'number', text } : word.test(text) ? { kind: 'word', text } : null;
    case ':':
      return { kind: 'mark', text: ': ' };
    case 'odd':
    case 'end':
      return null;
    default:
      return { kind: 'mark', text };
  }
}

/** Which lines contain a text, ignoring case. A match across tokens counts. */
export function linesWith(lines: readonly Token[][], find: string): number[] {
  const needle = find.toLowerCase();
  return lines.flatMap((line, index) =>
    line
      .map((token) => token.text)
      .join('')
      .toLowerCase()
      .includes(needle)
      ? [index]
      : [],
  );
}

/** Verbatim text as lines; very long ones are split, so that one line never costs more than a screen. */
export function plainLines(text: string, longest = 2_000): Token[][] {
  const lines: Token[][] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    for (let from = 0; from === 0 || from < line.length; from += longest) {
      lines.push([{ kind: 'plain', text: line.slice(from, from + longest), at: at + from }]);
    }
    at += line.length + 1;
  }
  return lines;
}
