// The rows that say some words, asked for bit by bit, newest first: the first page of a common word is there at once.

import type { Found } from '../store/store.ts';

export class WordHits {
  readonly #ask: (from: number, below: number) => Promise<Found | null>;
  #ords: Uint32Array = new Uint32Array();
  /** All rows of the stretch at or above it that say the words are known. */
  from: number;

  /** Looks at rows below `to`. */
  constructor(ask: (from: number, below: number) => Promise<Found | null>, to: number) {
    this.#ask = ask;
    this.from = to;
  }

  /** Finds more, down to `low` at most; false when that cannot be told. Only the last find is held. */
  async more(low: number): Promise<boolean> {
    const found = await this.#ask(low, this.from);
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
