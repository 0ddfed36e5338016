// Finds what a JSON text loses when it is parsed: digits beyond a double, duplicate keys. Writing the value again would send
// something else.

import { isObject, type Json, parseJson } from './json.ts';
import { JsonReader } from './json-reader.ts';

/** What would be lost, in one sentence; '' if nothing. */
export function lossOf(text: string): string {
  let names = 0;
  for (const reader = new JsonReader(text); reader.next(); ) {
    if (reader.kind === 'word' && /^-?\d[\d.]{15,}/.test(reader.written))
      return 'It holds a number with more digits than a form can keep.';
    if (reader.isName) names += 1;
  }
  const parsed = parseJson(text);
  return parsed.ok && countNames(parsed.value) < names
    ? 'It names a member twice, and a form would keep only one.'
    : '';
}

function countNames(value: Json): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countNames(item), 0);
  if (!isObject(value)) return 0;
  return Object.values(value).reduce<number>((sum, item) => sum + 1 + countNames(item), 0);
}
