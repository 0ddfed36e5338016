// Which element shows which row. Elements stay where they are in the document as long as that is cheaper: a list that jumps
// gives each of them other words in its place, a list that moves by a few rows takes those that left to the other end.

import { portion } from './portions.ts';

/** That many change in one frame: none of them is seen at its new place with its old words. */
const most = portion;

export class Slots {
  #first = 0;
  #count = 0;
  /** The row whose element has the key 0, if it were in sight. */
  #base = 0;

  /** The key of the element for each row from `first` on. */
  keysFor(first: number, count: number): number[] {
    const moved = first - this.#first;
    if (count !== this.#count) this.#base = first;
    else if (Math.abs(moved) > Math.min(most, count / 2)) this.#base += moved;
    this.#first = first;
    this.#count = count;
    return Array.from({ length: count }, (_, offset) => wrap(first + offset - this.#base, count));
  }
}

function wrap(place: number, count: number): number {
  return ((place % count) + count) % count;
}
