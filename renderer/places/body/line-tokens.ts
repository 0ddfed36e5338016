// The tokens of one line, for colouring it. Lines are short (line-index.ts), so this is done only for those in sight.

import type { Token } from '../../text/json-text.ts';

const token = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)|([{}[\],:])|(\s+)|(.)/gsu;

/** `isPart`: it goes on with a text that began in an earlier line. */
export function lineTokens(text: string, isJson: boolean, isPart: boolean): Token[] {
  if (!isJson) return [{ kind: 'plain', text }];
  if (isPart) return [{ kind: 'string', text }];
  const tokens: Token[] = [];
  for (const [, string, colon, number, word, mark, , other] of text.matchAll(token)) {
    if (string !== undefined) {
      tokens.push({ kind: colon ? 'key' : 'string', text: string });
      if (colon) tokens.push({ kind: 'mark', text: ': ' });
    } else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark });
    else if (other !== undefined) tokens.push({ kind: 'plain', text: other });
  }
  return tokens;
}
