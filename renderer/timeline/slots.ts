// Which element shows which row. If the list jumps, elements stay in place with other content, which is cheaper than moving or building
// them; if it moves by a few rows, the others stay. Owns only the elements' keys. Pure.

import { portion } from './portions.ts';

/** All of them change in one frame, so none is seen at its new position with old content. */
const most = portion;

export interface RowSlots {
  /** The element's key for each row from `first` on. */
  keys: readonly number[];
  first: number;
  view: string;
  /** The next unused key. */
  next: number;
}

export const noSlots: RowSlots = { keys: [], first: 0, view: '', next: 0 };

/** The elements for `count` rows from `first` on. Rows of another view are different ones. */
export function moveSlots(before: RowSlots, first: number, count: number, view: string): RowSlots {
  const moved = first - before.first;
  const { keys } = before;
  let next = before.next;
  let kept: readonly number[];
  if (view !== before.view || Math.abs(moved) > Math.min(most, keys.length / 2)) kept = keys;
  // Those that left above are reused below. Upwards they would have to pass all others, so new ones are built.
  else if (moved >= 0) kept = [...keys.slice(moved), ...keys.slice(0, moved)];
  else kept = [...Array.from({ length: -moved }, () => next++), ...keys];
  const fitting = kept.slice(0, count);
  while (fitting.length < count) fitting.push(next++);
  return { keys: fitting, first, view, next };
}
