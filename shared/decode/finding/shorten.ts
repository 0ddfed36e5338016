// Texts that fit a place: cut at a word, with the mark that says so.

/** Words of others in quotation marks: only what was sent or received is between them, and a cut is marked after them. */
export function inMarks(text: string, most: number): string {
  return text.length > most
    ? `“${text
        .slice(0, most)
        .toWellFormed()
        .replace(/\ufffd$/, '')}”…`
    : `“${text}”`;
}

export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, most - 1);
  const space = head.lastIndexOf(' ');
  // A name alone is longer than the place: half of it says more than nothing.
  const kept = space > most / 2 ? head.slice(0, space) : head.toWellFormed().replace(/\ufffd$/, '');
  return `${kept.replace(/[\s,;:(]{1,20}$/, '')}…`;
}
