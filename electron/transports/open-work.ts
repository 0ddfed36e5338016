// What a transport has begun and not finished, so that its end can be waited for.

export class OpenWork {
  readonly #open = new Set<Promise<void>>();
  readonly #onBug: (problem: unknown) => void;

  /** Told about work that failed: what can be expected to fail ends as an event instead. */
  constructor(onBug: (problem: unknown) => void) {
    this.#onBug = onBug;
  }

  begin(work: Promise<void>): void {
    const kept = work.catch(this.#onBug).finally(() => this.#open.delete(kept));
    this.#open.add(kept);
  }

  async finish(): Promise<void> {
    await Promise.all(this.#open);
  }
}
