// A value as a term of the filter language: the words of it as they stand in a message, with its member's name where the value
// alone says too little. Pure.

import { splitTerms, withoutTerm, withTerm } from '../../shared/filter/terms.ts';

const longest = 60;
const longestValue = 5_000;

/** null: nothing in it can be looked for. */
export function valueTerm(path: string, value: string): string | null {
  // Of a whole document the words are not the point.
  if (value.length > longestValue) return null;
  // What is masked cannot be looked for by its sign.
  if (/‹[^›‹]{1,80} \d{1,9}›/.test(value)) return null;
  const text = unquoted(value);
  const isText = text !== value;
  // An escape in the message stands between letters: only what comes before it is sure to be there word for word.
  const plain = (/^[^\\"\u0000-\u001f]*/.exec(text)?.[0] ?? '').trim();
  const words = plain.length <= longest ? plain : plain.slice(0, longest).replace(/\S*$/, '').trim();
  const name = isText && words.length > 3 ? '' : lastName(path);
  const phrase = `${name} ${words}`.trim().replace(/\s+/g, ' ');
  return /[\p{L}\p{N}]/u.test(words) ? `"${phrase}"` : null;
}

function unquoted(value: string): string {
  if (!/^".*"$/s.test(value)) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value.slice(1, -1);
  }
}

function lastName(path: string): string {
  return /([^.[\]/"]+)"?\]?$/.exec(path.replace(/\[\d+\]$/, ''))?.[1] ?? '';
}

/** Adds a term, or its opposite, unless it is there; the opposite of it gives way. */
export function narrowBy(filter: string, term: string, exclude: boolean): string {
  const wanted = exclude ? `-${term}` : term;
  const other = exclude ? term : `-${term}`;
  const at = splitTerms(filter).findIndex(({ text }) => text === other);
  return withTerm(at < 0 ? filter : withoutTerm(filter, at), wanted);
}
