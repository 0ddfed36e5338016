import { describe, expect, it } from 'vitest';
import { moveSlots, noSlots, type RowSlots } from './slots.ts';

type Move = [first: number, count: number, view: string];
const slotsAfter = (...moves: Move[]): RowSlots => moves.reduce((slots, move) => moveSlots(slots, ...move), noSlots);

describe('elements for rows', () => {
  it('keep their row if the list moves by a few', () => {
    expect(slotsAfter([10, 5, '']).keys).toEqual([0, 1, 2, 3, 4]);
    expect(slotsAfter([10, 5, ''], [12, 5, '']).keys).toEqual([2, 3, 4, 0, 1]);
    expect(slotsAfter([10, 5, ''], [12, 5, ''], [11, 5, '']).keys).toEqual([5, 2, 3, 4, 0]);
  });

  it('keep their position if the list jumps', () => {
    const before = slotsAfter([0, 5, ''], [2, 5, '']);
    const jumped = moveSlots(before, 40, 5, '');
    expect(jumped.keys).toEqual(before.keys);
    const back = moveSlots(jumped, 3, 5, '');
    expect(back.keys).toEqual(before.keys);
    expect(moveSlots(back, 4, 5, '').keys).toEqual([...before.keys.slice(1), before.keys[0]]);
  });

  it('keep their position if other rows are shown, even if the list moves by a few', () => {
    const before = slotsAfter([8, 5, '']);
    expect(moveSlots(before, 7, 5, 'is:failed').keys).toEqual(before.keys);
  });

  it('are as many as the rows, without duplicate keys', () => {
    const grown = slotsAfter([0, 5, ''], [2, 5, ''], [2, 7, '']);
    expect(grown.keys).toEqual([2, 3, 4, 0, 1, 5, 6]);
    const none = moveSlots(grown, 0, 0, '');
    expect(none.keys).toEqual([]);
    expect(new Set(moveSlots(none, 9, 4, '').keys).size).toBe(4);
    expect(new Set(moveSlots(moveSlots(none, 9, 4, ''), 8, 6, '').keys).size).toBe(6);
  });

  it('are the same if the same move is repeated, as on a double render', () => {
    const before = slotsAfter([0, 5, '']);
    expect(moveSlots(before, 2, 5, '')).toEqual(moveSlots(before, 2, 5, ''));
    const moved = moveSlots(before, 2, 5, '');
    expect(moveSlots(moved, 2, 5, '').keys).toEqual(moved.keys);
  });
});
