import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowHeights, type RowSize, smallRows, usualRows } from './row-heights.ts';

const { low, tall } = usualRows;
const heightOf: Record<RowSize, number> = { low, tall, none: 0 };

describe('RowHeights', () => {
  it('equals adding up one by one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<RowSize>('low', 'tall', 'none'), { minLength: 1, maxLength: 1500 }),
        (sizes) => {
          const heights = new RowHeights();
          heights.resize(sizes.length);
          sizes.forEach((size, index) => {
            heights.set(index, size);
          });
          let offset = 0;
          sizes.forEach((size, index) => {
            expect(heights.offsetOf(index)).toBe(offset);
            if (size !== 'none') {
              expect(heights.indexAt(offset + heightOf[size] - 1)).toBe(index);
            }
            offset += heightOf[size];
          });
          expect(heights.total).toBe(offset);
        },
      ),
    );
  });

  it('recomputes in a small window, where all rows have one line', () => {
    const heights = new RowHeights();
    heights.resize(600);
    heights.set(3, 'tall');
    heights.set(500, 'none');
    expect(heights.setSizes(smallRows)).toBe(true);
    expect(heights.setSizes(smallRows)).toBe(false);
    expect(heights.total).toBe(599 * smallRows.low);
    heights.setSizes(usualRows);
    expect(heights.total).toBe(599 * low + tall - low);
  });

  it('keeps known heights when it grows, and forgets removed rows', () => {
    const heights = new RowHeights();
    heights.resize(10);
    heights.set(3, 'tall');
    heights.resize(1_000_000);
    expect(heights.total).toBe(1_000_000 * low + (tall - low));
    heights.set(999_999, 'tall');
    heights.resize(10);
    heights.resize(1_000_000);
    expect(heights.heightOf(999_999)).toBe(low);
    expect(heights.heightOf(3)).toBe(tall);
  });

  it('stays within an empty list', () => {
    const heights = new RowHeights();
    expect(heights.indexAt(500)).toBe(0);
    expect(heights.set(0, 'tall')).toBe(false);
  });
});
