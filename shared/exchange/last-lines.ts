// The last lines of something, for when somebody asks what was said before the end.

import { ownText } from './own-text.ts';

const lastLines = 20;
/** Of stderr: why a process ended may stand above a page of help. */
export const stderrLines = 100;
const lineLimit = 400;

/** The last lines of something, and how many there ever were. */
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

  /** Those that came after the first `seen`. */
  since(seen: number): string[] {
    const fresh = Math.min(this.seen - seen, this.#lines.length);
    return fresh <= 0 ? [] : this.#lines.slice(-fresh);
  }
}
