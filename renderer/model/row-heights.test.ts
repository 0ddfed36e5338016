import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowRow, RowHeights, tallRow } from './row-heights.ts';

describe('RowHeights', () => {
  it('agrees with adding up one by one', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 1500 }), (tall) => {
        const heights = new RowHeights();
        heights.resize(tall.length);
        tall.forEach((isTall, index) => {
          heights.setTall(index, isTall);
        });
        let offset = 0;
        tall.forEach((isTall, index) => {
          expect(heights.offsetOf(index)).toBe(offset);
          expect(heights.indexAt(offset)).toBe(index);
          expect(heights.indexAt(offset + (isTall ? tallRow : lowRow) - 1)).toBe(index);
          offset += isTall ? tallRow : lowRow;
        });
        expect(heights.total).toBe(offset);
      }),
      { numRuns: 20 },
    );
  });

  it('keeps what it knows when it grows, and forgets what is cut off', () => {
    const heights = new RowHeights();
    heights.resize(10);
    heights.setTall(3, true);
    heights.resize(1_000_000);
    expect(heights.total).toBe(1_000_000 * lowRow + (tallRow - lowRow));
    heights.setTall(999_999, true);
    heights.resize(10);
    heights.resize(1_000_000);
    expect(heights.heightOf(999_999)).toBe(lowRow);
    expect(heights.heightOf(3)).toBe(tallRow);
  });

  it('stays within an empty list', () => {
    const heights = new RowHeights();
    expect(heights.indexAt(500)).toBe(0);
    expect(heights.setTall(0, true)).toBe(false);
  });
});
