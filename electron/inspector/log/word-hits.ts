// The rows that say some words, found bit by bit, newest first: the first page of a common word is there at once.

/** Places below `below`, newest first, at most `limit`; null when that cannot be told. */
export type AskWords = (match: string, below: number, limit: number) => Promise<Uint32Array | null>;

/** The last one again and again: a question that comes meanwhile waits for no more than one. */
const portions = [1000, 8000, 25_000];

export class WordHits {
  readonly #ask: AskWords;
  readonly #begun: string | null;
  #match: string;
  #asked = 0;
  #ords: Uint32Array = new Uint32Array();
  /** All rows at or above it that say the words are known. */
  from: number;

  /** Looks at rows below `to`. `begun`: what to look for where nothing matches the whole words. */
  constructor(ask: AskWords, match: { whole: string; begun: string | null }, to: number) {
    this.#ask = ask;
    this.#match = match.whole;
    this.#begun = match.begun;
    this.from = to;
  }

  /** Finds more; false when that cannot be told. Only the last find is held. */
  async more(): Promise<boolean> {
    const limit = portions[Math.min(this.#asked, portions.length - 1)] as number;
    let found = await this.#ask(this.#match, this.from, limit);
    if (found?.length === 0 && this.#asked === 0 && this.#begun !== null) {
      this.#match = this.#begun;
      found = await this.#ask(this.#match, this.from, limit);
    }
    if (!found) return false;
    this.#asked += 1;
    this.#ords = found;
    this.from = found.length < limit ? 0 : (found.at(-1) as number);
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
