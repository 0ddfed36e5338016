// The received texts, byte for byte, and a line of them as a quote, at most as long as a card shows.

import type { Quote } from '../../failure.ts';
import { valueAtPrinted } from '../../json/json-place.ts';
import type { CallFacts, FoundValue } from '../reading/reading.ts';
import { wholeStart } from './shorten.ts';

export const longestQuote = 300;

/** `whole`: the text that the line is from. */
export function quotedText(line: string, path: string, whole = line): Quote | null {
  if (line === '') return null;
  const text = line.length > longestQuote ? wholeStart(line, longestQuote) : line;
  return whole.trim().length > text.length ? { text, path, isCut: true } : { text, path };
}

/** The text at a path such as `result.content[0].text`; null if there is none. */
export function receivedTextAt({ answer, http }: CallFacts, path: string): string | null {
  if (path === 'http.body') return http?.body ?? null;
  const value = valueAtPrinted(answer?.value, path);
  return typeof value === 'string' ? value : null;
}

/** Whether one of the texts has this part, byte for byte. */
export function hasReceived(call: CallFacts, said: readonly FoundValue<string>[], part: string): boolean {
  return said.some(({ sent, path }) => (receivedTextAt(call, path) ?? String(sent ?? '')).includes(part));
}
