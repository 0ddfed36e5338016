// Shortens texts: cuts at a word and adds an ellipsis.

/** Quotes others: only sent or received text is between the marks, and the ellipsis comes after them. */
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
  // A single name is longer than the space: half of it is better than nothing.
  const kept = space > most / 2 ? head.slice(0, space) : head.toWellFormed().replace(/\ufffd$/, '');
  return `${kept.replace(/[\s,;:(]{1,20}$/, '')}…`;
}
