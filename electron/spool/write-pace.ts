// Decides whether the traffic waits for an append to the spool, by how long the last ones took.
//
// An append that is waited for survives a `kill -9` of this process, so that is the rule. A disk that is slow twice in a row is not
// waited for: once may as well be a process that got no time. Trust comes back with quick appends, each time more of them.

/** An append may take this long. */
const patienceMs = 100;
/** Bytes per millisecond that any disk takes: larger appends may take longer. */
const slowestRate = 20_000;
const slowInARow = 2;
const mostQuick = 1024;

export class WritePace {
  #isSlow = false;
  /** Appends alike, up to the last one. */
  #slow = 0;
  #quick = 0;
  #quickNeeded = 1;

  /** Appends go on in the background. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  took(ms: number, bytes: number): void {
    const wasSlow = ms > patienceMs + bytes / slowestRate;
    this.#slow = wasSlow ? this.#slow + 1 : 0;
    this.#quick = wasSlow ? 0 : this.#quick + 1;
    if (!this.#isSlow && this.#slow >= slowInARow) {
      this.#isSlow = true;
    } else if (this.#isSlow && this.#quick >= this.#quickNeeded) {
      this.#isSlow = false;
      this.#quickNeeded = Math.min(mostQuick, this.#quickNeeded * 2);
    }
  }
}
