// Finds the position of a member or element in a JSON text, to show it verbatim: numbers, escapes, spacing and all. Expects a
// text that JSON.parse accepts; in any other it finds what comes before the error.

import { JsonReader } from '../json/json-reader.ts';

/** The text of the object's own member, the last one for a duplicate key (as JSON.parse reads it). */
export function memberText(text: string, name: string): string | null {
  const place = memberPlace(text, name);
  return place && text.slice(place.start, place.end);
}

/** The position of that text. */
export function memberPlace(text: string, name: string): { start: number; end: number } | null {
  let found: { start: number; end: number } | null = null;
  walk(text, '{', (keyStart, keyEnd, start, end) => {
    // Even with \u escapes throughout it would be shorter.
    if (keyEnd - keyStart - 2 > name.length * 6) return true;
    if (readKey(text, keyStart, keyEnd) === name) found = { start, end };
    return true;
  });
  return found;
}

/** The texts of an array's first elements. */
export function elementTexts(text: string, most = Number.POSITIVE_INFINITY): string[] {
  const texts: string[] = [];
  walk(text, '[', (_keyStart, _keyEnd, start, end) => texts.push(text.slice(start, end)) < most);
  return texts;
}

function readKey(text: string, start: number, end: number): string | null {
  try {
    return JSON.parse(text.slice(start, end)) as string;
  } catch {
    return null;
  }
}

/** Returns whether to go on. */
type Visit = (keyStart: number, keyEnd: number, start: number, end: number) => boolean;

function walk(text: string, opener: '{' | '[', visit: Visit): void {
  const reader = new JsonReader(text);
  if (!reader.nextIs(opener)) return;
  while (reader.next() && reader.depth > 0) {
    const { start: keyStart, end: keyEnd } = reader;
    if (opener === '{' && !(reader.isName && reader.next() && reader.next())) return;
    if (!reader.finishValue()) return;
    if (!visit(keyStart, keyEnd, reader.start, reader.end) || !reader.nextIs(',')) return;
  }
}
