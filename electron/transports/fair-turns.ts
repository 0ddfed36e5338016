// Hands over what a stream brought in portions, so that one server that pours does not keep the others waiting: between two
// portions every other socket and pipe is read. The stream stands still meanwhile, which slows the one that pours.

export interface Pausable {
  pause(): unknown;
  resume(): unknown;
}

/** At some 30 µs for recording and reading a message, two milliseconds. */
const portion = 64;

export class FairTurns<T> {
  readonly #stream: Pausable;
  readonly #hand: (items: T[], at: number) => void;
  #held: T[] = [];
  #at = 0;

  constructor(stream: Pausable, hand: (items: T[], at: number) => void) {
    this.#stream = stream;
    this.#hand = hand;
  }

  /** `at`: when they arrived, whenever their turn comes. */
  take(items: T[], at: number): void {
    if (this.#held.length > 0) {
      for (const item of items) this.#held.push(item);
    } else if (items.length <= portion) {
      this.#hand(items, at);
    } else {
      this.#held = items;
      this.#at = at;
      this.#stream.pause();
      this.#takeTurn();
    }
  }

  /** All that is held, now. */
  flush(): void {
    const items = this.#held;
    this.#held = [];
    if (items.length > 0) this.#hand(items, this.#at);
  }

  #takeTurn(): void {
    if (this.#held.length === 0) return;
    const items = this.#held.slice(0, portion);
    this.#held = this.#held.slice(portion);
    this.#hand(items, this.#at);
    if (this.#held.length > 0) setImmediate(() => this.#takeTurn());
    else this.#stream.resume();
  }
}
