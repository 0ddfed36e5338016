import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeBeside } from './place-beside.ts';

const window = { width: 1000, height: 700 };
const size = { width: 300, height: 150 };

describe('a box next to another', () => {
  it('is at the right if there is space, else left, else below', () => {
    expect(placeBeside({ left: 0, top: 50, width: 230, height: 600 }, size, window).left).toBe(242);
    expect(placeBeside({ left: 600, top: 50, width: 400, height: 600 }, size, window).left).toBe(288);
    expect(placeBeside({ left: 250, top: 8, width: 600, height: 30 }, size, window)).toEqual({ left: 250, top: 50 });
  });

  it('is always within the window', () => {
    const edge = fc.integer({ min: 0, max: 1200 });
    fc.assert(
      fc.property(edge, edge, edge, edge, (left, top, width, height) => {
        const place = placeBeside({ left, top, width, height }, size, window);
        expect(place.left).toBeGreaterThanOrEqual(0);
        expect(place.top).toBeGreaterThanOrEqual(0);
        expect(place.left + size.width).toBeLessThanOrEqual(window.width);
        expect(place.top + size.height).toBeLessThanOrEqual(window.height);
      }),
    );
  });
});
