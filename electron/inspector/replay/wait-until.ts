// Waiting for a moment of the events' own clock: never over before it, and over soon after it.
// Owns the timer; setTimeout alone may fire a millisecond early, drifts while the machine sleeps, and takes no more than 2^31-1.

import { now } from '../../transports/clock.ts';

const longestTimerMs = 2 ** 31 - 1;

export class Wait {
  /** 'over': the moment has come, or the rest was skipped. */
  readonly done: Promise<'over' | 'ended'>;
  #resolve: (how: 'over' | 'ended') => void = () => {};
  #timer: NodeJS.Timeout | null = null;
  #settled = false;
  readonly #until: number;

  constructor(until: number, paused = false) {
    this.#until = until;
    this.done = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    if (!paused) this.#look();
  }

  /** Only its end counts from now on; `resume` looks at the clock again. */
  pause(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  resume(): void {
    if (!this.#settled && !this.#timer) this.#look();
  }

  skip(): void {
    this.#settle('over');
  }

  end(): void {
    this.#settle('ended');
  }

  #look(): void {
    const left = this.#until - now();
    if (left <= 0) {
      this.#settle('over');
      return;
    }
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#look();
      },
      Math.min(longestTimerMs, Math.max(1, Math.ceil(left))),
    );
  }

  #settle(how: 'over' | 'ended'): void {
    this.pause();
    if (this.#settled) return;
    this.#settled = true;
    this.#resolve(how);
  }
}
