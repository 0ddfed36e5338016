// The received text at a path, byte for byte.

import { valueAtPrinted } from '../../json/json-place.ts';
import type { CallFacts, FoundValue } from '../reading/reading.ts';

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
