// The rows that contain some words, requested in portions, newest first. The first page of a common word is available at once.

import type { FoundRows } from '../store/store.ts';

/**
 * Rows per request; the last value repeats. The first is slightly more than a view first shows (views.ts). A new query waits for at most
 * one request.
 */
const portions = [250, 8000, 25_000];

type Ask = (from: number, below: number, most: number) => Promise<FoundRows | null>;

export class WordHits {
  readonly #ask: Ask;
  #asked = 0;
  #ords: Uint32Array = new Uint32Array();
  /** All matching rows of the range at or above it are known. */
  from: number;

  /** Searches rows below `to`. */
  constructor(ask: Ask, to: number) {
    this.#ask = ask;
    this.from = to;
  }

  /** Finds more, down to `low` at most; false if the search cannot answer. Only the last result is kept. */
  async more(low: number): Promise<boolean> {
    const most = portions[Math.min(this.#asked, portions.length - 1)] as number;
    this.#asked += 1;
    const found = await this.#ask(low, this.from, most);
    if (!found) return false;
    this.#ords = found.ords;
    this.from = found.from;
    return true;
  }

  /** From the last result, newest first: the rows within the range. */
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
