// Splits a line into what must not be cut: words, quoted texts, and names with their values.

/** Pieces that each stand on a line whole or not at all. Joined by spaces they are the line. */
export function wholePieces(line: string): string[] {
  const pieces: string[] = [];
  let open = '';
  for (const word of line.split(' ')) {
    open = open === '' ? word : `${open} ${word}`;
    if (open === '') continue;
    // A dot stays with what follows, `name:` with its value, and a quoted text in one piece.
    if (isQuoteOpen(open) || /^(?:· ?)?(?:[\w.[\]-]+:)?$/.test(open)) continue;
    pieces.push(open);
    open = '';
  }
  if (open !== '') pieces.push(...(isQuoteOpen(open) ? open.split(' ') : [open]));
  return pieces;
}

/** A pair has its quote after the name; quotes with a backslash are part of the text. */
function isQuoteOpen(piece: string): boolean {
  return piece.replaceAll('\\"', '').split('"').length % 2 === 0;
}
