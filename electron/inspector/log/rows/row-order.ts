// Rows stand in the order of time. Some are told of late: what a server poured is taken in turns, what a watched client said is
// read from its file a moment later, a connection that broke waits for the reason. Such a row has the time of the row above it;
// when what it tells of began and how long it took stay as measured (`beganAt`).

/** A clock or a file that goes back further than this is believed. */
export const longestLateMs = 10_000;

export class RowOrder {
  #lastAt: number;

  /** `lastAt`: the time of the last row that is there. */
  constructor(lastAt: number) {
    this.#lastAt = lastAt;
  }

  /** The time at which the next row stands. */
  place(at: number): number {
    const isLate = at < this.#lastAt && this.#lastAt - at <= longestLateMs;
    if (!isLate) this.#lastAt = at;
    return this.#lastAt;
  }
}
