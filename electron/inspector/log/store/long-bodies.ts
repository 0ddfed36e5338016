// Stores bodies that are too long for one value in pieces, because SQLite copies a value twice on each write. The first piece is in the
// event's own row, where search reads it. The others are in a separate table.

import type { SqlValue } from './log-schema.ts';

type Body = string | Uint8Array;

/** In characters or bytes; even, since some bodies are UTF-16. More than search ever reads. */
export const pieceLength = 2 ** 20;

export const isLongBody = (body: Body | null): body is Body => body !== null && body.length > pieceLength;

export function* piecesOf(body: Body): Generator<Body> {
  for (let from = 0; from < body.length; ) {
    let to = from + pieceLength;
    if (typeof body !== 'string') {
      yield body.subarray(from, to);
    } else {
      // Half a surrogate pair would not survive.
      if (to < body.length && isSecondHalf(body.charCodeAt(to))) to += 1;
      yield body.slice(from, to);
    }
    from = to;
  }
}

/** null if they are not all of one kind, as in a damaged file. */
export function joined(pieces: readonly SqlValue[]): Body | null {
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
  return pieces.every((piece) => piece instanceof Uint8Array) ? Buffer.concat(pieces) : null;
}

const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

export const insertPiece = 'INSERT INTO further_pieces (seq, piece, body) VALUES (?,?,?)';
export const selectPieces = 'SELECT body FROM further_pieces WHERE seq = ? ORDER BY piece';
/** Pieces of a recording's events in a range. */
export const dropPieces = `DELETE FROM further_pieces WHERE seq IN
  (SELECT seq FROM events WHERE seq >= ? AND seq < ? AND session = ? AND further > 0)`;
