// The timeout of a call: reset by progress, limited by a total, and paused while a person answers. Owns the timers; the session owns what
// happens on a timeout.

export interface CallLimits {
  timeoutMs: number;
  totalMs: number;
  progressExtends: boolean;
}

export interface TimeUp {
  afterMs: number;
  /** Which limit it was, if the message needs it; '' for the plain one. */
  words: string;
}

/** setTimeout treats longer waits as zero. */
const longestTimeoutMs = 2 ** 31 - 1;
export const defaultTotalMs = 600_000;

export class CallClock {
  readonly #limits: CallLimits;
  readonly #onOver: (up: TimeUp) => void;
  #timer: NodeJS.Timeout | null = null;
  #runningSince = 0;
  /** Milliseconds that ran before the last start. */
  #quiet = 0;
  #total = 0;
  #progressed = false;
  #holds = 0;
  #stopped = false;

  constructor(limits: CallLimits, onOver: (up: TimeUp) => void) {
    this.#limits = {
      ...limits,
      timeoutMs: Math.max(1, limits.timeoutMs),
      totalMs: Math.max(1, limits.totalMs),
    };
    this.#onOver = onOver;
    this.#start();
  }

  progress(): void {
    if (!this.#limits.progressExtends || this.#stopped) return;
    this.#progressed = true;
    if (this.#holds > 0) {
      this.#quiet = 0;
      return;
    }
    this.#halt();
    this.#quiet = 0;
    this.#start();
  }

  /** Paused until it was released as often as it was held. */
  hold(): void {
    this.#holds += 1;
    if (this.#holds === 1 && !this.#stopped) this.#halt();
  }

  release(): void {
    this.#holds -= 1;
    if (this.#holds === 0 && !this.#stopped) this.#start();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #start(): void {
    this.#runningSince = performance.now();
    const { timeoutMs, totalMs } = this.#limits;
    const left = Math.min(timeoutMs - this.#quiet, totalMs - this.#total);
    if (!Number.isFinite(left)) return;
    // Timers run before sockets are read: a response that already arrived must not count as late because Misfire was busy.
    this.#timer = setTimeout(() => setImmediate(() => this.#check()), Math.min(longestTimeoutMs, Math.max(1, left)));
  }

  #halt(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const ran = performance.now() - this.#runningSince;
    this.#quiet += ran;
    this.#total += ran;
  }

  #check(): void {
    if (this.#stopped || this.#holds > 0) return;
    const { timeoutMs, totalMs } = this.#limits;
    this.#halt();
    // Timers are rounded, so a millisecond early is not early.
    if (this.#quiet >= timeoutMs - 1) {
      const words = this.#progressed ? 'nothing came for that long after its last report of progress.' : '';
      this.#over({ afterMs: timeoutMs, words });
    } else if (this.#total >= totalMs - 1) {
      const words = `that is the limit for a whole call (${seconds(totalMs)})${this.#progressed ? ', though it still reported progress' : ''}.`;
      this.#over({ afterMs: totalMs, words });
    } else {
      this.#start(); // progress came between the timer and now, or the wait was longer than a timer can be
    }
  }

  #over(up: TimeUp): void {
    this.stop();
    this.#onOver(up);
  }
}

const seconds = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`);
