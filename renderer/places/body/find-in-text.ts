// Where a long text says something, upper and lower case alike: places in order, found in slices and bounded in number.

export const mostHits = 20_000;
const stretch = 200_000;

export function* findInText(text: string, wanted: string): Generator<void, number[]> {
  const needle = wanted.toLowerCase();
  const found: number[] = [];
  if (needle === '') return found;
  for (let from = 0; from < text.length && found.length < mostHits; from += stretch) {
    // A hit may begin here and end in the next stretch.
    const part = text.slice(from, from + stretch + needle.length - 1);
    const low = part.toLowerCase();
    // Some letters change their length with their case; then places would not agree.
    const searched = low.length === part.length ? low : part;
    for (let at = searched.indexOf(needle); at >= 0 && found.length < mostHits; at = searched.indexOf(needle, at + 1)) {
      if (at < stretch) found.push(from + at);
    }
    yield;
  }
  return found;
}
