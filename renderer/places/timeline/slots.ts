// Which element shows which row. A list that jumps gives each element other words in its place, which costs less than moving
// or building them; one that moves by a few rows keeps the others as they are. Owns the elements' keys and no words.

import { portion } from './portions.ts';

/** That many change in one frame: none of them is seen at its new place with its old words. */
const most = portion;

export class Slots {
  #keys: number[] = [];
  #first = 0;
  #view = '';
  #next = 0;

  /** The key of the element for each row from `first` on. Rows of another view are others, wherever they are. */
  keysFor(first: number, count: number, view: string): readonly number[] {
    const moved = first - this.#first;
    const keys = this.#keys;
    if (view !== this.#view || Math.abs(moved) > Math.min(most, keys.length / 2)) this.#keys = this.#fit(keys, count);
    // Those that left above come back below. Upwards they would have to pass all the others, so new ones are built.
    else if (moved >= 0) this.#keys = this.#fit([...keys.slice(moved), ...keys.slice(0, moved)], count);
    else this.#keys = this.#fit([...Array.from({ length: -moved }, () => this.#next++), ...keys], count);
    this.#first = first;
    this.#view = view;
    return this.#keys;
  }

  #fit(keys: readonly number[], count: number): number[] {
    const fitting = keys.slice(0, count);
    while (fitting.length < count) fitting.push(this.#next++);
    return fitting;
  }
}
