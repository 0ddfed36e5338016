import { describe, expect, it } from 'vitest';
import { wholePieces } from './whole-pieces.ts';

describe('pieces of a line that are not cut', () => {
  it.each([
    ['There is no order SO-9999', ['There', 'is', 'no', 'order', 'SO-9999']],
    ['id: "INV-1042" · sent: true', ['id: "INV-1042"', '· sent: true']],
    ['2 clients · name: "Oat drink, 1 l"', ['2', 'clients', '· name: "Oat drink, 1 l"']],
    ['name: "an \\"odd\\" one" end', ['name: "an \\"odd\\" one"', 'end']],
    ['Fix gtin: "123" is no GTIN', ['Fix', 'gtin: "123"', 'is', 'no', 'GTIN']],
    // Half of a quoted text: its words.
    ['a "cut text of', ['a', '"cut', 'text', 'of']],
    ['ends with a name:', ['ends', 'with', 'a', 'name:']],
    ['', []],
  ])('%s', (line, pieces) => {
    expect(wholePieces(line)).toEqual(pieces);
  });
});
