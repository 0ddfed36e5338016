// Which element shows which row. A list that jumps gives each element other words in its place, which costs less than moving
// or building them; one that moves by a few rows keeps the others as they are. Owns the elements' keys and no words. Pure.

import { portion } from './portions.ts';

/** That many change in one frame: none of them is seen at its new place with its old words. */
const most = portion;

export interface Slots {
  /** The key of the element for each row from `first` on. */
  keys: readonly number[];
  first: number;
  view: string;
  /** The next key that was never used. */
  next: number;
}

export const noSlots: Slots = { keys: [], first: 0, view: '', next: 0 };

/** The elements for `count` rows from `first` on. Rows of another view are others, wherever they are. */
export function moveSlots(before: Slots, first: number, count: number, view: string): Slots {
  const moved = first - before.first;
  const { keys } = before;
  let next = before.next;
  let kept: readonly number[];
  if (view !== before.view || Math.abs(moved) > Math.min(most, keys.length / 2)) kept = keys;
  // Those that left above come back below. Upwards they would have to pass all the others, so new ones are built.
  else if (moved >= 0) kept = [...keys.slice(moved), ...keys.slice(0, moved)];
  else kept = [...Array.from({ length: -moved }, () => next++), ...keys];
  const fitting = kept.slice(0, count);
  while (fitting.length < count) fitting.push(next++);
  return { keys: fitting, first, view, next };
}
