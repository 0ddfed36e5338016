// Where each row of a long list stands in pixels. Rows are low or tall; one byte a row remembers which, for rows that were seen.
// A binary indexed tree over blocks answers "how many tall rows before n" for a million rows without walking them.

export const lowRow = 30;
export const tallRow = 48;
const extra = tallRow - lowRow;
const blockSize = 256;

export class RowHeights {
  #count = 0;
  #tall = new Uint8Array(1024);
  #tree = new Int32Array(1024 / blockSize + 1);

  get count(): number {
    return this.#count;
  }

  resize(count: number): void {
    if (count < this.#count) {
      for (let index = count; index < this.#count; index++) this.setTall(index, false);
    }
    if (count > this.#tall.length) this.#grow(count);
    this.#count = count;
  }

  /** True when that changed the layout. */
  setTall(index: number, tall: boolean): boolean {
    if (index >= this.#count || (this.#tall[index] === 1) === tall) return false;
    this.#tall[index] = tall ? 1 : 0;
    const delta = tall ? 1 : -1;
    for (let node = Math.floor(index / blockSize) + 1; node < this.#tree.length; node += node & -node) {
      this.#tree[node]! += delta;
    }
    return true;
  }

  heightOf(index: number): number {
    return this.#tall[index] === 1 ? tallRow : lowRow;
  }

  /** The upper edge of a row; of `count`, the end of the list. */
  offsetOf(index: number): number {
    const bounded = Math.min(index, this.#count);
    const block = Math.floor(bounded / blockSize);
    let tall = 0;
    for (let node = block; node > 0; node -= node & -node) tall += this.#tree[node]!;
    for (let at = block * blockSize; at < bounded; at++) tall += this.#tall[at]!;
    return bounded * lowRow + tall * extra;
  }

  get total(): number {
    return this.offsetOf(this.#count);
  }

  /** The row at a distance from the top, within the list. */
  indexAt(offset: number): number {
    let low = 0;
    let high = Math.max(0, this.#count - 1);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.offsetOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #grow(count: number): void {
    const length = Math.max(count, this.#tall.length * 2);
    const tall = new Uint8Array(Math.ceil(length / blockSize) * blockSize);
    tall.set(this.#tall);
    this.#tall = tall;
    const tree = new Int32Array(tall.length / blockSize + 1);
    for (let index = 0; index < tall.length; index++) tree[Math.floor(index / blockSize) + 1]! += tall[index]!;
    for (let node = 1; node < tree.length; node++) {
      const parent = node + (node & -node);
      if (parent < tree.length) tree[parent]! += tree[node]!;
    }
    this.#tree = tree;
  }
}
