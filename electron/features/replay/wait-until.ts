// Waits for a time on the events' clock: never ends before it, and ends soon after it. Owns the timer. setTimeout alone may fire a
// millisecond early, drifts while the machine sleeps, and is limited to 2^31-1.
//
// The remaining time counts from the start of the wait, because the clock may be set forward meanwhile. A server that asked for an hour
// would otherwise be called again at once. Sleep time counts; setting the clock does not.

import { uptime } from 'node:os';
import { now } from '../../transports/clock.ts';

const longestTimerMs = 2 ** 31 - 1;
/** Some systems report whole seconds only. */
const uptimeStepMs = 1000;

export class TimedWait {
  /** 'over': the time has come, or the rest was skipped. */
  readonly done: Promise<'over' | 'ended'>;
  #resolve: (how: 'over' | 'ended') => void = () => {};
  #timer: NodeJS.Timeout | null = null;
  #settled = false;
  readonly #waitMs: number;
  readonly #startedAt: number;
  readonly #startedUp = uptime();

  constructor(until: number, paused = false) {
    this.#waitMs = Math.ceil(until - now());
    this.#startedAt = performance.now();
    this.done = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    if (!paused) this.#look();
  }

  /** Only its end counts from now on; `resume` reads the clock again. */
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

  /** The first stops while the machine sleeps, the second continues. */
  #passedMs(): number {
    const awake = performance.now() - this.#startedAt;
    return Math.max(awake, (uptime() - this.#startedUp) * 1000 - uptimeStepMs);
  }

  #look(): void {
    const left = this.#waitMs - this.#passedMs();
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
