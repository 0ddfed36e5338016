// Where the copy of an exchange waits until the traffic has passed: for a pause, or a tenth of a second in dense traffic. Owns when a
// copy is made. A caller hands over what passed, unread, and copies are made in the order of passing.

import { now } from '../transports/clock.ts';

/** No copy is made as long as something passes at least this often. */
const pauseMs = 5;
/** What waits longer is copied between what passes. A `kill -9` loses no more than this. */
const longestMs = 100;
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
  #lastAt = 0;
  #timer: NodeJS.Timeout | null = null;
  #isCopying = false;

  /** `copy` gets the time of now and must not throw. `bytes`: what it keeps in memory until then. */
  add(bytes: number, copy: (at: number) => void): void {
    this.#lastAt = now();
    this.#bytes += bytes;
    this.#waiting.push({ bytes, at: this.#lastAt, copy });
    this.#timer ??= setTimeout(() => this.#look(), pauseMs);
    if (this.#bytes > mostBytes) this.#copyUntil(() => this.#bytes <= mostBytes);
  }

  /** Copies all that waits. */
  flush(): void {
    this.#copyUntil(() => false);
  }

  #look(): void {
    this.#timer = null;
    const first = this.#waiting[this.#next];
    if (!first) return;
    const isDense = now() - this.#lastAt < pauseMs && now() - first.at < longestMs;
    const end = performance.now() + turnMs;
    if (!isDense) this.#copyUntil(() => performance.now() >= end);
    if (this.#next < this.#waiting.length) this.#timer = setTimeout(() => this.#look(), isDense ? pauseMs : 0);
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
