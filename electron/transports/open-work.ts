// What a transport has begun and not finished, so that its end can be waited for.

export class OpenWork {
  readonly #open = new Set<Promise<void>>();

  begin(work: Promise<void>): void {
    this.#open.add(work);
    void work.finally(() => this.#open.delete(work));
  }

  async finish(): Promise<void> {
    await Promise.all(this.#open);
  }
}
