// A value as a filter term: its words as in the message, with its field name if the value alone is too unspecific. Pure.

import { splitTerms, withoutTerm, withTerm } from '../../shared/filter/terms.ts';

const longest = 60;
const longestValue = 5_000;

/** null: nothing in it can be searched. */
export function valueTerm(path: string, value: string): string | null {
  // For a whole document the words do not matter.
  if (value.length > longestValue) return null;
  // A masked value cannot be searched by its placeholder.
  if (/‹[^›‹]{1,80} \d{1,9}›/.test(value)) return null;
  const text = unquoted(value);
  const isText = text !== value;
  // An escape in the message interrupts the text: only the part before it is certain to match.
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

/** Adds a term, or its opposite, unless it exists; its opposite is removed. */
export function narrowBy(filter: string, term: string, exclude: boolean): string {
  const wanted = exclude ? `-${term}` : term;
  const other = exclude ? term : `-${term}`;
  const at = splitTerms(filter).findIndex(({ text }) => text === other);
  return withTerm(at < 0 ? filter : withoutTerm(filter, at), wanted);
}
