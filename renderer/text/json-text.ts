// JSON as text, laid out for reading without parsing it: only white space between tokens changes, so duplicate keys,
// long numbers and escapes stay as they were sent. Text that is not JSON passes through as one plain token.

export type TokenKind = 'key' | 'string' | 'number' | 'word' | 'mark' | 'plain';
export interface Token {
  kind: TokenKind;
  text: string;
}

// Sticky: each match starts where the last ended, so that a mistake is found where it is.
const token =
  /\s*(?:("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)\b|([{}[\],:]))/y;

/** Laying out is for reading; past this the verbatim text is shown, which costs nothing. */
export const longestLaidOut = 300_000;

/** Lines of tokens; `null` when the text is not made of JSON tokens. Nesting deeper than `deepest` is not indented further. */
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
  token.lastIndex = 0;
  let previous = '';
  while (token.lastIndex < text.length) {
    const from = token.lastIndex;
    const match = token.exec(text);
    if (!match) {
      if (text.slice(from).trim() === '') break;
      return null;
    }
    const [, string, colon, number, word, mark] = match;
    if (previous === '{' || previous === '[') {
      if (mark === (previous === '{' ? '}' : ']')) {
        line.push({ kind: 'mark', text: mark });
        previous = mark;
        continue;
      }
      depth++;
      newLine();
    }
    if (mark === '}' || mark === ']') {
      depth = Math.max(0, depth - 1);
      newLine();
    }
    if (string !== undefined) {
      line.push({ kind: colon ? 'key' : 'string', text: string });
      if (colon) line.push({ kind: 'mark', text: ': ' });
    } else if (number !== undefined) line.push({ kind: 'number', text: number });
    else if (word !== undefined) line.push({ kind: 'word', text: word });
    else if (mark !== undefined) line.push({ kind: 'mark', text: mark });
    previous = mark ?? '';
    if (mark === ',') newLine();
  }
  if (line.length > 0) lines.push(line);
  return lines.length > 0 ? lines : null;
}

/** Which lines hold a text, upper and lower case alike. A match across tokens counts. */
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

/** Verbatim text as lines; very long ones are broken so that one line never costs more than a screen. */
export function plainLines(text: string, longest = 2_000): Token[][] {
  const lines: Token[][] = [];
  for (const line of text.split('\n')) {
    for (let from = 0; from === 0 || from < line.length; from += longest) {
      lines.push([{ kind: 'plain', text: line.slice(from, from + longest) }]);
    }
  }
  return lines;
}
