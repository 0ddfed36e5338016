// Names in a sentence: what has none of its own is "The server" at the start and "the server" after it.

import { capital } from '../../text/capital.ts';

/** A name as it is written after this text. */
export function nameAfter(before: string, name: string): string {
  if (name !== 'The server' && name !== 'The client' && name !== 'the request') return name;
  return before === '' || before.endsWith('. ') ? capital(name) : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/** Tags a text whose names may be such words. */
export const inSentence = (texts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  values.reduce<string>((text, value, at) => text + nameAfter(text, String(value)) + texts[at + 1], texts[0] as string);
