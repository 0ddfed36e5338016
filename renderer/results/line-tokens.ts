// The tokens of one line, for syntax colors. Lines are short (line-index.ts), so this runs only for visible ones.

import { JsonReader } from '../../shared/json/json-reader.ts';
import { type Token, toToken } from '../text/json-text.ts';

/** `isPart`: it continues a text from an earlier line. */
export function lineTokens(text: string, isJson: boolean, isPart: boolean): Token[] {
  if (!isJson) return [{ kind: 'plain', text }];
  if (isPart) return [{ kind: 'string', text }];
  const tokens: Token[] = [];
  for (const reader = new JsonReader(text); reader.next(); ) {
    const before = tokens.at(-1);
    // A line does not know its container: a name precedes a colon.
    if (reader.kind === ':' && before?.kind === 'string') before.kind = 'key';
    // A text may continue on the next line.
    const kind = reader.kind === 'string' ? 'string' : 'plain';
    tokens.push(reader.isName ? { kind, text: reader.written } : (toToken(reader) ?? { kind, text: reader.written }));
  }
  return tokens;
}
