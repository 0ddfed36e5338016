import { describe, expect, it } from 'vitest';
import { Slots } from './slots.ts';

describe('elements for rows', () => {
  it('keep their row while the list moves by a few', () => {
    const slots = new Slots();
    expect(slots.keysFor(10, 5, '')).toEqual([0, 1, 2, 3, 4]);
    expect(slots.keysFor(12, 5, '')).toEqual([2, 3, 4, 0, 1]);
    expect(slots.keysFor(11, 5, '')).toEqual([5, 2, 3, 4, 0]);
  });

  it('keep their place when the list jumps', () => {
    const slots = new Slots();
    slots.keysFor(0, 5, '');
    const before = slots.keysFor(2, 5, '');
    expect(slots.keysFor(40, 5, '')).toEqual(before);
    expect(slots.keysFor(3, 5, '')).toEqual(before);
    expect(slots.keysFor(4, 5, '')).toEqual([...before.slice(1), before[0]]);
  });

  it('keep their place when other rows are shown, even if the list moves by a few', () => {
    const slots = new Slots();
    const before = slots.keysFor(8, 5, '');
    expect(slots.keysFor(7, 5, 'is:failed')).toEqual(before);
  });

  it('are as many as there are rows, with no key twice', () => {
    const slots = new Slots();
    slots.keysFor(0, 5, '');
    slots.keysFor(2, 5, '');
    expect(slots.keysFor(2, 7, '')).toEqual([2, 3, 4, 0, 1, 5, 6]);
    expect(slots.keysFor(0, 0, '')).toEqual([]);
    expect(new Set(slots.keysFor(9, 4, '')).size).toBe(4);
    expect(new Set(slots.keysFor(8, 6, '')).size).toBe(6);
  });
});
