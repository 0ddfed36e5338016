// Counts over time in a bounded number of buckets. When there are too many, each pair of neighbors is merged. Buckets start at multiples of
// their width since 1970, so that histograms of the same width line up.

/** Width of the smallest bucket in milliseconds; wider ones double it. */
const finest = 32;

export class Histogram {
  readonly #limit: number;
  #width: number;
  #counts: Map<number, number>;

  constructor(limit: number, kept?: HistogramFigures) {
    this.#limit = limit;
    this.#width = kept?.[0] ?? finest;
    this.#counts = new Map(kept?.[1] ?? []);
  }

  add(at: number, by: number): void {
    const place = Math.floor(at / this.#width);
    const count = (this.#counts.get(place) ?? 0) + by;
    if (count > 0) this.#counts.set(place, count);
    else this.#counts.delete(place);
    while (this.#counts.size > this.#limit) this.#widen();
  }

  /** `parts` equal buckets from `from` to `to`; anything outside is left out. */
  spread(from: number, to: number, parts: number): number[] {
    const spread = new Array<number>(parts).fill(0);
    const span = Math.max(1, to - from);
    for (const [place, count] of this.#counts) {
      // The middle of a bucket, clamped to the range.
      const at = Math.min(Math.max((place + 0.5) * this.#width, from), to);
      const part = Math.min(parts - 1, Math.floor(((at - from) / span) * parts));
      spread[part] = (spread[part] ?? 0) + count;
    }
    return spread;
  }

  /** Every bucket with at least one count. */
  *buckets(): Generator<{ from: number; to: number; count: number }> {
    for (const [place, count] of this.#counts)
      yield { from: place * this.#width, to: (place + 1) * this.#width, count };
  }

  get figures(): HistogramFigures {
    return [this.#width, [...this.#counts]];
  }

  #widen(): void {
    const wider = new Map<number, number>();
    for (const [place, count] of this.#counts) {
      const half = Math.floor(place / 2);
      wider.set(half, (wider.get(half) ?? 0) + count);
    }
    this.#width *= 2;
    this.#counts = wider;
  }
}

export type HistogramFigures = [width: number, counts: [place: number, count: number][]];
