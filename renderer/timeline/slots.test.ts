import { describe, expect, it } from 'vitest';
import { Slots } from './slots.ts';

describe('elements for rows', () => {
  it('keep their row while the list moves by a few', () => {
    const slots = new Slots();
    expect(slots.keysFor(0, 5)).toEqual([0, 1, 2, 3, 4]);
    expect(slots.keysFor(2, 5)).toEqual([2, 3, 4, 0, 1]);
    expect(slots.keysFor(1, 5)).toEqual([1, 2, 3, 4, 0]);
  });

  it('keep their place when the list jumps', () => {
    const slots = new Slots();
    slots.keysFor(0, 5);
    const before = slots.keysFor(2, 5);
    expect(slots.keysFor(40, 5)).toEqual(before);
    expect(slots.keysFor(3, 5)).toEqual(before);
    expect(slots.keysFor(4, 5)).toEqual([...before.slice(1), before[0]]);
  });

  it('are in order again when there are more or fewer of them', () => {
    const slots = new Slots();
    slots.keysFor(0, 5);
    slots.keysFor(2, 5);
    expect(slots.keysFor(2, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(slots.keysFor(0, 0)).toEqual([]);
    expect(slots.keysFor(9, 2)).toEqual([0, 1]);
  });
});
