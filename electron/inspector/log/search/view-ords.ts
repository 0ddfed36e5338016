// Positions of the rows in a view, in ascending order. A backward scan adds ever older rows, and recording adds newer ones. Both ends grow
// without moving existing entries.

export class ViewOrds {
  /** Entries from here on arrived after the view was opened. */
  readonly #start: number;
  /** Newest first. */
  readonly #behind: number[] = [];
  readonly #ahead: number[] = [];

  constructor(start: number) {
    this.#start = start;
  }

  /** The current state. */
  copy(): ViewOrds {
    const copy = new ViewOrds(this.#start);
    copy.lookBack(this.#behind);
    for (const ord of this.#ahead) copy.#ahead.push(ord);
    return copy;
  }

  get length(): number {
    return this.#behind.length + this.#ahead.length;
  }

  /** Number of rows the backward scan has found. */
  get behind(): number {
    return this.#behind.length;
  }

  slice(from: number, to: number): number[] {
    const end = Math.min(to, this.length);
    const found: number[] = [];
    const { length } = this.#behind;
    for (let i = Math.max(0, from); i < end; i += 1)
      found.push((i < length ? this.#behind[length - 1 - i] : this.#ahead[i - length]) as number);
    return found;
  }

  indexOf(ord: number): number {
    const { length } = this.#behind;
    if (ord >= this.#start) {
      const at = placeIn(this.#ahead, ord);
      return this.#ahead[at] === ord ? length + at : -1;
    }
    const at = this.#placeBehind(ord);
    return this.#behind[at] === ord ? length - 1 - at : -1;
  }

  /** The position of the first row at or after `ord`. */
  firstFrom(ord: number): number {
    const { length } = this.#behind;
    if (ord >= this.#start) return length + placeIn(this.#ahead, ord);
    const at = this.#placeBehind(ord);
    return length - at - (this.#behind[at] === ord ? 1 : 0);
  }

  /** Older than everything found so far, newest first. */
  lookBack(ords: Iterable<number>): void {
    for (const ord of ords) this.#behind.push(ord);
  }

  put(ord: number, belongs: boolean): void {
    const list = ord >= this.#start ? this.#ahead : this.#behind;
    const at = ord >= this.#start ? placeIn(list, ord) : this.#placeBehind(ord);
    const isThere = list[at] === ord;
    if (belongs && !isThere) list.splice(at, 0, ord);
    else if (!belongs && isThere) list.splice(at, 1);
  }

  #placeBehind(ord: number): number {
    let low = 0;
    let high = this.#behind.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#behind[middle] as number) > ord) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The index where `ord` is or would be. */
function placeIn(ords: readonly number[], ord: number): number {
  let low = 0;
  let high = ords.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ords[middle] as number) < ord) low = middle + 1;
    else high = middle;
  }
  return low;
}
