// Which rows changed lately, by rev: enough for a window that was away for a while. Older changes are forgotten,
// and whoever asks for them must look at everything anew.

const memory = 100_000;

export class Changes {
  /** All changes after this rev are remembered. */
  #from: number;
  /** By ord: the newest rev, oldest change first. */
  readonly #revs = new Map<number, number>();

  constructor(from: number) {
    this.#from = from;
  }

  note(ord: number, rev: number): void {
    this.#revs.delete(ord);
    this.#revs.set(ord, rev);
    if (this.#revs.size <= memory) return;
    const [oldest, its] = this.#revs.entries().next().value as [number, number];
    this.#revs.delete(oldest);
    this.#from = its;
  }

  /** Places of the rows that changed after `rev`, in the order of their change; null when that is not known any more. */
  since(rev: number, limit: number): number[] | null {
    if (rev < this.#from) return null;
    const ords: number[] = [];
    for (const [ord, its] of this.#revs) {
      if (its <= rev) continue;
      ords.push(ord);
      if (ords.length === limit) break;
    }
    return ords;
  }
}
