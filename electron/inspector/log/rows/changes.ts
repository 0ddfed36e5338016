// Recently changed rows by rev, enough for a window that was disconnected for a while. Older changes are dropped in halves; a caller that
// needs them must reload everything.

const memory = 100_000;

export class Changes {
  /** All changes after this rev are remembered. */
  #from: number;
  /** By ord: the newest rev, oldest change first. An entry of the newer half may also be in the older one, outdated. */
  #newer = new Map<number, number>();
  #older = new Map<number, number>();
  #last: number;

  constructor(from: number) {
    this.#from = from;
    this.#last = from;
  }

  note(ord: number, rev: number): void {
    if (this.#newer.has(ord)) this.#newer.delete(ord);
    this.#newer.set(ord, rev);
    this.#last = rev;
    if (this.#newer.size < memory) return;
    this.#from = Math.max(this.#from, this.#olderEnd);
    this.#older = this.#newer;
    this.#olderEnd = this.#last;
    this.#newer = new Map();
  }

  /** The newest rev of the older half. */
  #olderEnd = 0;

  /** Positions of the rows that changed after `rev`, in order of change; null if no longer known. */
  since(rev: number, limit: number): number[] | null {
    if (rev < this.#from) return null;
    const ords: number[] = [];
    if (rev < this.#olderEnd) {
      for (const [ord, its] of this.#older) {
        if (its <= rev || this.#newer.has(ord)) continue;
        ords.push(ord);
        if (ords.length === limit) return ords;
      }
    }
    for (const [ord, its] of this.#newer) {
      if (its <= rev) continue;
      ords.push(ord);
      if (ords.length === limit) break;
    }
    return ords;
  }
}
