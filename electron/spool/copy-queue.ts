// Where the copy of an exchange waits until the traffic has passed. Owns when a copy is made. A caller hands over what passed, unread, and
// copies are made in the order of passing.

import { now } from '../transports/clock.ts';

/** A copy waits this long, so that what passes goes first. A `kill -9` loses little more than this. */
const waitMs = 5;
/** How long one turn may take, so that what passes is not held up. */
const turnMs = 2;
/** In dense traffic a copy is made at once when this much waits. */
const mostBytes = 16 * 1024 * 1024;

interface Waiting {
  bytes: number;
  at: number;
  copy: (at: number) => void;
}

export class CopyQueue {
  #waiting: Waiting[] = [];
  #next = 0;
  #bytes = 0;
  #timer: NodeJS.Timeout | null = null;
  #isCopying = false;

  /** `copy` gets the time of now and must not throw. `bytes`: what it keeps in memory until then. */
  add(bytes: number, copy: (at: number) => void): void {
    this.#bytes += bytes;
    this.#waiting.push({ bytes, at: now(), copy });
    this.#timer ??= setTimeout(() => this.#copyForATurn(), waitMs);
    if (this.#bytes > mostBytes) this.#copyUntil(() => this.#bytes <= mostBytes);
  }

  /** Copies all that waits. */
  flush(): void {
    this.#copyUntil(() => false);
  }

  #copyForATurn(): void {
    this.#timer = null;
    const end = performance.now() + turnMs;
    this.#copyUntil(() => performance.now() >= end);
    if (this.#next < this.#waiting.length) this.#timer = setTimeout(() => this.#copyForATurn());
  }

  #copyUntil(isEnough: () => boolean): void {
    if (this.#isCopying) return;
    this.#isCopying = true;
    for (let one = this.#waiting[this.#next]; one; one = isEnough() ? undefined : this.#waiting[this.#next]) {
      this.#next += 1;
      this.#bytes -= one.bytes;
      one.copy(one.at);
    }
    if (this.#next === this.#waiting.length) {
      this.#waiting = [];
      this.#next = 0;
    }
    this.#isCopying = false;
  }
}
