// Positions of the rows in a view, in ascending order. A backward scan adds ever older rows, and recording adds newer ones. Both ends grow
// without moving existing entries.

export class ViewOrds {
  /** Entries from here on arrived after the view was opened. */
  readonly #start: number;
  /** Newest first. */
  readonly #older: number[] = [];
  readonly #newer: number[] = [];

  constructor(start: number) {
    this.#start = start;
  }

  /** The current state. */
  copy(): ViewOrds {
    const copy = new ViewOrds(this.#start);
    copy.lookBack(this.#older);
    for (const ord of this.#newer) copy.#newer.push(ord);
    return copy;
  }

  get length(): number {
    return this.#older.length + this.#newer.length;
  }

  /** Number of rows the backward scan has found. */
  get behind(): number {
    return this.#older.length;
  }

  slice(from: number, to: number): number[] {
    const end = Math.min(to, this.length);
    const found: number[] = [];
    const { length } = this.#older;
    for (let i = Math.max(0, from); i < end; i += 1)
      found.push((i < length ? this.#older[length - 1 - i] : this.#newer[i - length]) as number);
    return found;
  }

  indexOf(ord: number): number {
    const { length } = this.#older;
    if (ord >= this.#start) {
      const at = placeIn(this.#newer, ord);
      return this.#newer[at] === ord ? length + at : -1;
    }
    const at = this.#placeInOlder(ord);
    return this.#older[at] === ord ? length - 1 - at : -1;
  }

  /** The position of the first row at or after `ord`. */
  firstFrom(ord: number): number {
    const { length } = this.#older;
    if (ord >= this.#start) return length + placeIn(this.#newer, ord);
    const at = this.#placeInOlder(ord);
    return length - at - (this.#older[at] === ord ? 1 : 0);
  }

  /** Older than everything found so far, newest first. */
  lookBack(ords: Iterable<number>): void {
    for (const ord of ords) this.#older.push(ord);
  }

  put(ord: number, belongs: boolean): void {
    const list = ord >= this.#start ? this.#newer : this.#older;
    const at = ord >= this.#start ? placeIn(list, ord) : this.#placeInOlder(ord);
    const isThere = list[at] === ord;
    if (belongs && !isThere) list.splice(at, 0, ord);
    else if (!belongs && isThere) list.splice(at, 1);
  }

  #placeInOlder(ord: number): number {
    let low = 0;
    let high = this.#older.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#older[middle] as number) > ord) low = middle + 1;
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
