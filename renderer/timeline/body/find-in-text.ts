// Finds a text in a long text, ignoring case: positions in order, in slices, up to a limit.

export const mostHits = 20_000;
const stretch = 200_000;

export function* findInBody(text: string, wanted: string): Generator<void, number[]> {
  const needle = wanted.toLowerCase();
  const found: number[] = [];
  if (needle === '') return found;
  for (let from = 0; from < text.length && found.length < mostHits; from += stretch) {
    // A match may start here and end in the next slice.
    const part = text.slice(from, from + stretch + needle.length - 1);
    const low = part.toLowerCase();
    // Some letters change length with their case; then positions would differ.
    const searched = low.length === part.length ? low : part;
    for (let at = searched.indexOf(needle); at >= 0 && found.length < mostHits; at = searched.indexOf(needle, at + 1)) {
      if (at < stretch) found.push(from + at);
    }
    yield;
  }
  return found;
}
