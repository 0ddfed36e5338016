// Delivers the input of a stream in portions, so that a busy server does not block the others. Between two portions all other sockets and
// pipes are read. The stream is paused during that time, which slows the busy server down.

interface Pausable {
  pause(): unknown;
  resume(): unknown;
}

/** The target duration of a turn; portions grow and shrink toward it. */
const turnMs = 1;
const firstPortion = 32;
const smallestPortion = 16;
const largestPortion = 2048;

/** After timers, sockets and pipes: the first `setImmediate` still belongs to the turn in which a pipe was read. */
export function inNextTurn(act: () => void): void {
  setImmediate(() => setImmediate(act));
}

export class FairTurns<T> {
  readonly #stream: Pausable;
  readonly #hand: (items: T[], at: number) => void;
  #held: T[] = [];
  #at = 0;
  #portion = firstPortion;

  constructor(stream: Pausable, hand: (items: T[], at: number) => void) {
    this.#stream = stream;
    this.#hand = hand;
  }

  /** `at` is the time of arrival, even if their turn comes later. `isLate`: this turn was long already, so they wait for the next. */
  take(items: T[], at: number, isLate = false): void {
    if (this.#held.length > 0) {
      for (const item of items) this.#held.push(item);
    } else if (items.length <= this.#portion && !isLate) {
      this.#handTimed(items, at);
    } else {
      this.#held = items;
      this.#at = at;
      this.#stream.pause();
      if (isLate) inNextTurn(() => this.#takeTurn());
      else this.#takeTurn();
    }
  }

  /** Delivers everything that waits, now. */
  flush(): void {
    const items = this.#held;
    this.#held = [];
    if (items.length > 0) this.#hand(items, this.#at);
  }

  #takeTurn(): void {
    if (this.#held.length === 0) return;
    const items = this.#held.slice(0, this.#portion);
    this.#held = this.#held.slice(this.#portion);
    this.#handTimed(items, this.#at);
    if (this.#held.length > 0) setImmediate(() => this.#takeTurn());
    else this.#stream.resume();
  }

  /** Only a full portion shows that it could be larger. */
  #handTimed(items: T[], at: number): void {
    const began = performance.now();
    this.#hand(items, at);
    const took = performance.now() - began;
    if (took > turnMs * 1.5) this.#portion = Math.max(smallestPortion, this.#portion / 2);
    else if (took < turnMs / 2 && items.length >= this.#portion) {
      this.#portion = Math.min(largestPortion, this.#portion * 2);
    }
  }
}
