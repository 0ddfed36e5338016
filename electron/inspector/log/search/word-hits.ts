// The rows that say some words, asked for bit by bit, newest first: the first page of a common word is there at once.

import type { Found } from '../store/store.ts';

/**
 * How many rows are asked for, the last again and again: the first are a few more than a view is first shown with (views.ts), and a
 * question that comes meanwhile waits for no more than one.
 */
const portions = [250, 8000, 25_000];

type Ask = (from: number, below: number, most: number) => Promise<Found | null>;

export class WordHits {
  readonly #ask: Ask;
  #asked = 0;
  #ords: Uint32Array = new Uint32Array();
  /** All rows of the stretch at or above it that say the words are known. */
  from: number;

  /** Looks at rows below `to`. */
  constructor(ask: Ask, to: number) {
    this.#ask = ask;
    this.from = to;
  }

  /** Finds more, down to `low` at most; false when that cannot be told. Only the last find is held. */
  async more(low: number): Promise<boolean> {
    const most = portions[Math.min(this.#asked, portions.length - 1)] as number;
    this.#asked += 1;
    const found = await this.#ask(low, this.from, most);
    if (!found) return false;
    this.#ords = found.ords;
    this.from = found.from;
    return true;
  }

  /** Of the last find, newest first: those within the stretch. */
  within(from: number, to: number): Uint32Array {
    return this.#ords.subarray(this.#after(to), this.#after(from));
  }

  /** How many of them are at or above `ord`. */
  #after(ord: number): number {
    let low = 0;
    let high = this.#ords.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ords[middle] as number) >= ord) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
