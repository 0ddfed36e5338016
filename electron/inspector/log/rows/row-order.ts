// Rows are in time order, but some are reported late. A flood from a server is read in turns. A watched client's file is read after a
// moment, and a broken connection waits for its reason. Such a row gets the time of the row above it. Its start and duration stay as
// measured (`beganAt`).

/** A clock or a file that goes back further than this is accepted. */
const longestLateMs = 10_000;

export class RowOrder {
  #lastAt: number;

  /** `lastAt`: the time of the last existing row. */
  constructor(lastAt: number) {
    this.#lastAt = lastAt;
  }

  /** The time of the next row. */
  place(at: number): number {
    const isLate = at < this.#lastAt && this.#lastAt - at <= longestLateMs;
    if (!isLate) this.#lastAt = at;
    return this.#lastAt;
  }
}
