// The filter's search words, and their positions in a text.

import { searchWords } from '../../shared/filter/filter.ts';
import { findWords } from '../../shared/filter/filter-words.ts';
import { parseFilter } from '../../shared/filter/parse-filter.ts';

let last: { filter: string; words: string[] } = { filter: '', words: [] };

/** The words of a filter; the same list for the same filter. */
export function searchWordsIn(filter: string): readonly string[] {
  if (last.filter !== filter) {
    const parsed = parseFilter(filter);
    last = { filter, words: parsed.ok ? searchWords(parsed.filter) : [] };
  }
  return last.words;
}

/** Odd parts are the matches; null if there are none. */
export function splitBySearchWords(text: string, words: readonly string[]): string[] | null {
  if (words.length === 0) return null;
  const places = words.flatMap((each) => findWords(text, each)).sort((a, b) => a[0] - b[0]);
  if (places.length === 0) return null;
  const parts: string[] = [];
  let from = 0;
  for (const [start, end] of places) {
    if (start < from) continue;
    parts.push(text.slice(from, start), text.slice(start, end));
    from = end;
  }
  parts.push(text.slice(from));
  return parts;
}
