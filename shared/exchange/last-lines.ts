// Keeps the last lines of a stream, to explain its end.

import { ownText } from './own-text.ts';

const lastLines = 20;
/** For stderr: the reason for an exit may be above a page of help text. */
export const stderrLines = 100;
const lineLimit = 400;

/** The last lines of a stream, and the total number of lines. */
export class LastLines {
  seen = 0;
  #lines: string[] = [];
  readonly #most: number;

  constructor(most = lastLines) {
    this.#most = most;
  }

  add(text: string): void {
    this.seen += 1;
    this.#lines.push(text.length > lineLimit ? ownText(`${text.slice(0, lineLimit)}…`) : text);
    if (this.#lines.length > this.#most) this.#lines.shift();
  }

  /** The lines after the first `seen`. */
  since(seen: number): string[] {
    const fresh = Math.min(this.seen - seen, this.#lines.length);
    return fresh <= 0 ? [] : this.#lines.slice(-fresh);
  }
}
