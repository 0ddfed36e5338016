// Defines when a text contains some words: in that order, each complete, and the last one as a prefix. Shared by direct search
// and the word index (SQLite's FTS5), which gets the words from `wordsOf`.

/** Shorter last words must be complete: too many words start with "a". */
const prefixLength = 3;

const token = /[\p{L}\p{N}\p{Co}\p{Mn}]+/gu;

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(token) ?? [];
}

/**
 * The query for the index; null if there is no word. `from` returns the words with this prefix, or null if there are too many.
 */
export function toMatch(words: string, from: (start: string) => readonly string[] | null = () => null): string | null {
  const tokens = wordsOf(words);
  const last = tokens.at(-1);
  if (last === undefined) return null;
  const whole = `"${tokens.join(' ')}"`;
  if (last.length < prefixLength) return whole;
  const ends = from(last);
  if (ends === null) return `${whole} *`;
  return ends.length === 0 ? whole : ends.map((end) => `"${[...tokens.slice(0, -1), end].join(' ')}"`).join(' OR ');
}

export function compileWords(words: string): (text: string) => boolean {
  const wanted = wordsOf(words);
  const first = wanted[0];
  // Symbols without words, such as `{}` or `->`, are searched as they are.
  if (first === undefined) return (text) => text.includes(words);
  const ends = wanted.length - 1;
  const last = wanted[ends] as string;
  const isPrefix = last.length >= prefixLength;
  return (text) => {
    if (!text.toLowerCase().includes(first)) return false;
    const said = wordsOf(text);
    for (let at = 0; at + ends < said.length; at += 1) {
      let same = 0;
      while (same < ends && said[at + same] === wanted[same]) same += 1;
      if (same < ends) continue;
      const end = said[at + ends] as string;
      if (isPrefix ? end.startsWith(last) : end === last) return true;
    }
    return false;
  };
}

/** The positions of the words in a text, for highlighting: starts and ends, in order, at most `limit`. */
export function findWords(text: string, words: string, limit = 100): [number, number][] {
  const wanted = wordsOf(words);
  const found: [number, number][] = [];
  if (wanted.length === 0) {
    for (let at = words === '' ? -1 : text.indexOf(words); at >= 0 && found.length < limit; ) {
      found.push([at, at + words.length]);
      at = text.indexOf(words, at + words.length);
    }
    return found;
  }
  const last = wanted.at(-1) as string;
  const said = [...text.matchAll(token)];
  for (let at = 0; at + wanted.length <= said.length && found.length < limit; at += 1) {
    const run = said.slice(at, at + wanted.length).map(([word]) => word.toLowerCase());
    const fits = run.every((word, i) =>
      i < wanted.length - 1 || last.length < prefixLength ? word === wanted[i] : word.startsWith(last),
    );
    if (!fits) continue;
    const start = (said[at] as RegExpExecArray).index;
    const end = (said[at + wanted.length - 1] as RegExpExecArray).index + last.length;
    found.push([start, end]);
    at += wanted.length - 1;
  }
  return found;
}
