// Shortens texts: at the end of a thought, else at a word with an ellipsis.

/** Quotes others: only sent or received text is between the marks, and the ellipsis comes after them. */
export function inMarks(text: string, most: number): string {
  return text.length > most ? `“${wholeStart(text, most)}”…` : `“${text}”`;
}

/** Without half of a character at its end. */
export const wholeStart = (text: string, most: number): string =>
  text
    .slice(0, most)
    .toWellFormed()
    .replace(/\ufffd$/, '');

/** Bounds of the two short forms of a sentence. */
export const longestShort = 40;
export const longestTiny = 28;

export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, most - 1);
  const space = head.lastIndexOf(' ');
  // A single name is longer than the space: half of it is better than nothing.
  const kept = space > most / 2 ? head.slice(0, space) : wholeStart(head, most);
  return `${kept.replace(/[\s,;:(]{1,20}$/, '')}…`;
}

/** For a row: ends where a thought ends, so that no ellipsis is needed. `Fix gtin: "123" is not a GTIN, a …` loses its last part. */
export function shortenPhrase(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = -1;
  for (const sign of ends) end = Math.max(end, text.lastIndexOf(sign, most - 1));
  if (end >= leastPhrase && !isInList(text.slice(end))) return text.slice(0, end);
  const space = text.lastIndexOf(' ', most - 1);
  return space >= leastPhrase ? `${text.slice(0, space).replace(/[,;:(]$/, '')}…` : shorten(text, most);
}

/** The first of several values is not the whole thought: `must be open, shipped or closed`. */
const isInList = (rest: string): boolean => /^(?:, \S+)+ (?:or|and) \S+$/.test(rest);

const ends = [': ', ', ', '; ', '. ', ' ('];

/** Less says too little. */
const leastPhrase = 8;
