// Why a loop blocked: because of this program, or of a busy machine. Linux reports for each thread how long it was runnable without a
// core; an idle thread shows how long even that one had to wait.

import { readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';

/** Shorter turns of the loop do not matter. */
const shortMs = 10;

export interface Stops {
  /** By wall time. */
  longest: number;
  /** The longest block without waiting for a core: work, and waiting for the disk. Null if the system does not report it. */
  own: number | null;
  /** How late the idle thread's timer of a millisecond was, at most. */
  idle: number;
}

interface Turn {
  from: number;
  to: number;
  /** Milliseconds of work, and of waiting for a core. */
  worked: number;
  queued: number;
}

export class WhoseStop {
  readonly #turns: Turn[] = [];
  readonly #pauses: { startTime: number; duration: number }[] = [];
  readonly #observer = new PerformanceObserver((list) => this.#pauses.push(...list.getEntries()));
  readonly #idle = new Worker(new URL('./idle-thread.ts', import.meta.url));
  readonly #late = new Promise<number>((resolve) => this.#idle.once('message', resolve));
  #started = performance.now();
  #used = used();

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] });
  }

  /** Once the idle thread runs too. */
  async begin(): Promise<void> {
    await new Promise((resolve) => this.#idle.once('online', resolve));
    this.turn();
    this.#turns.length = 0;
  }

  /** Called in each turn of the loop. */
  turn(): void {
    const to = performance.now();
    const now = used();
    if (to - this.#started > shortMs)
      this.#turns.push({
        from: this.#started,
        to,
        worked: (now?.worked ?? 0) - (this.#used?.worked ?? 0),
        queued: (now?.queued ?? 0) - (this.#used?.queued ?? 0),
      });
    this.#used = now;
    this.#started = performance.now();
  }

  async end(): Promise<Stops> {
    this.#idle.postMessage('end');
    const idle = await this.#late;
    this.#observer.disconnect();
    return {
      longest: Math.max(0, ...this.#turns.map(({ from, to }) => to - from)),
      own: this.#used && Math.max(0, ...this.#turns.map((turn) => this.#own(turn))),
      idle,
    };
  }

  #own({ from, to, worked, queued }: Turn): number {
    const asleep = Math.max(0, to - from - worked - queued);
    // V8 collects garbage with helper threads; meanwhile this one sleeps until they get a core.
    const collecting = this.#pauses.reduce((sum, { startTime, duration }) => {
      const both = Math.min(to, startTime + duration) - Math.max(from, startTime);
      return sum + Math.max(0, both);
    }, 0);
    return worked + Math.max(0, asleep - collecting);
  }
}

/** For this thread, in milliseconds; null if the system does not report it. */
function used(): { worked: number; queued: number } | null {
  try {
    const [worked, queued] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ').map(Number);
    return { worked: (worked as number) / 1e6, queued: (queued as number) / 1e6 };
  } catch {
    return null;
  }
}
