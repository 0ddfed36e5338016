// Splits bytes into lines without reading or changing them. Only what can be a JSON message is held until its line is complete:
// anything else passes as it comes, and so does a line that is too long to be touched.

const newline = 0x0a;
const longest = 16 * 1024 * 1024;

interface ByteLine {
  /** With its line end. */
  bytes: Buffer;
  /** false: a part of a line, which can only be passed on. */
  isWhole: boolean;
}

export class ByteLines {
  #held: Buffer[] = [];
  #length = 0;
  /** The line that has begun is passed on as it comes. */
  #isPassing: boolean;
  readonly #longest: number;

  /** `isInLine`: the first bytes belong to a line whose beginning has passed already. */
  constructor(limit = longest, isInLine = false) {
    this.#longest = limit;
    this.#isPassing = isInLine;
  }

  /** Nothing is held. */
  get isEmpty(): boolean {
    return this.#length === 0;
  }

  push(chunk: Buffer): ByteLine[] {
    const lines: ByteLine[] = [];
    for (let start = 0; start < chunk.length; ) {
      const end = chunk.indexOf(newline, start);
      const piece = end < 0 ? chunk.subarray(start) : chunk.subarray(start, end + 1);
      start += piece.length;
      if (this.#length === 0 && !this.#isPassing) this.#isPassing = !mayBeMessage(piece);
      if (this.#isPassing) lines.push({ bytes: piece, isWhole: false });
      else this.#hold(piece, end >= 0, lines);
      if (end >= 0) this.#isPassing = false;
    }
    return lines;
  }

  /** A line without an end, when nothing follows. */
  rest(): Buffer {
    return this.#take();
  }

  #hold(piece: Buffer, isComplete: boolean, lines: ByteLine[]): void {
    this.#held.push(piece);
    this.#length += piece.length;
    if (isComplete) lines.push({ bytes: this.#take(), isWhole: true });
    else if (this.#length > this.#longest) {
      lines.push({ bytes: this.#take(), isWhole: false });
      this.#isPassing = true;
    }
  }

  #take(): Buffer {
    const [only] = this.#held;
    const bytes = this.#held.length === 1 && only ? only : Buffer.concat(this.#held);
    this.#held = [];
    this.#length = 0;
    return bytes;
  }
}

/** An object, after white space at most. */
function mayBeMessage(piece: Buffer): boolean {
  for (const byte of piece) if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return byte === 0x7b;
  return false;
}
