// The pixel position of each row of a long list. Rows are low, tall or folded; one byte per loaded row stores which. A binary
// indexed tree over blocks returns the height of the rows before n among a million rows, without walking them.

export type RowSize = 'low' | 'tall' | 'none';

/** Pixels of a low and of a tall row. */
export interface RowSizes {
  low: number;
  tall: number;
}

export const usualRows: RowSizes = { low: 29, tall: 44 };
/** In a small window every row has one line. */
export const smallRows: RowSizes = { low: 28, tall: 28 };

const kinds: readonly RowSize[] = ['low', 'tall', 'none'];
const blockSize = 256;

export class RowHeights {
  #count = 0;
  #sizes: RowSizes;
  /** How much higher than a low row each kind is, by its index in `kinds`. */
  #extra: readonly number[];
  #kind = new Uint8Array(1024);
  #tree = new Int32Array(1024 / blockSize + 1);

  constructor(sizes: RowSizes = usualRows) {
    this.#sizes = sizes;
    this.#extra = extraOf(sizes);
  }

  get count(): number {
    return this.#count;
  }

  get low(): number {
    return this.#sizes.low;
  }

  /** True if that changed the layout. */
  setSizes(sizes: RowSizes): boolean {
    if (sizes.low === this.#sizes.low && sizes.tall === this.#sizes.tall) return false;
    this.#sizes = sizes;
    this.#extra = extraOf(sizes);
    this.#build();
    return true;
  }

  resize(count: number): void {
    if (count < this.#count) {
      for (let index = count; index < this.#count; index++) this.set(index, 'low');
    }
    if (count > this.#kind.length) this.#grow(count);
    this.#count = count;
  }

  /** True if that changed the layout. */
  set(index: number, size: RowSize): boolean {
    const kind = kinds.indexOf(size);
    if (index >= this.#count || this.#kind[index] === kind) return false;
    const delta = this.#extra[kind]! - this.#extra[this.#kind[index]!]!;
    this.#kind[index] = kind;
    for (let node = Math.floor(index / blockSize) + 1; node < this.#tree.length; node += node & -node) {
      this.#tree[node]! += delta;
    }
    return true;
  }

  sizeOf(index: number): RowSize {
    return kinds[this.#kind[index] ?? 0]!;
  }

  heightOf(index: number): number {
    return this.#sizes.low + this.#extra[this.#kind[index] ?? 0]!;
  }

  /** The upper edge of a row; of `count`, the end of the list. */
  offsetOf(index: number): number {
    const bounded = Math.min(index, this.#count);
    const block = Math.floor(bounded / blockSize);
    let extra = 0;
    for (let node = block; node > 0; node -= node & -node) extra += this.#tree[node]!;
    for (let at = block * blockSize; at < bounded; at++) extra += this.#extra[this.#kind[at]!]!;
    return bounded * this.#sizes.low + extra;
  }

  get total(): number {
    return this.offsetOf(this.#count);
  }

  /** The row at a distance from the top, within the list. If several start there, the last one, which has a height. */
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
    const length = Math.max(count, this.#kind.length * 2);
    const kind = new Uint8Array(Math.ceil(length / blockSize) * blockSize);
    kind.set(this.#kind);
    this.#kind = kind;
    this.#build();
  }

  #build(): void {
    const tree = new Int32Array(this.#kind.length / blockSize + 1);
    for (let index = 0; index < this.#kind.length; index++)
      tree[Math.floor(index / blockSize) + 1]! += this.#extra[this.#kind[index]!]!;
    for (let node = 1; node < tree.length; node++) {
      const parent = node + (node & -node);
      if (parent < tree.length) tree[parent]! += tree[node]!;
    }
    this.#tree = tree;
  }
}

function extraOf({ low, tall }: RowSizes): number[] {
  return [0, tall - low, -low];
}
