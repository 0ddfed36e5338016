// Work that a transport has started and not finished, so that closing can wait for it.

export class OpenWork {
  readonly #open = new Set<Promise<void>>();
  readonly #onBug: (problem: unknown) => void;

  /** Called for work that failed unexpectedly; expected failures are events. */
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
