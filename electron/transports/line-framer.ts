// Splits a byte stream into lines at \n only: \r, byte order marks and NUL stay in the line. Owns the size limit and the decoding
// of bytes. Does not interpret lines.

import { isUtf8 } from 'node:buffer';
import { messageLimit } from './transport.ts';

/** The members of a line's event: spread it into a MessageEvent or StderrEvent. */
export interface FramedText {
  text: string;
  bytes?: Uint8Array;
  partial?: true;
  cut?: number;
}

/** Decoding its bytes took a whole turn: the rest is done in the next one. */
export const isLong = ({ text }: FramedText): boolean => text.length > 2 ** 22;

const newline = 0x0a;

export class LineFramer {
  readonly #held: ByteHolder;
  readonly #limit: number;

  constructor(limit: number = messageLimit) {
    this.#held = new ByteHolder(limit);
    this.#limit = limit;
  }

  /** The length of the line that is not complete yet. */
  get held(): number {
    return this.#held.length;
  }

  /** The lines that this chunk completed. */
  push(chunk: Buffer): FramedText[] {
    const lines: FramedText[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      // A line that arrived complete, as most do, needs no copy.
      if (this.#held.length === 0 && end - start <= this.#limit) lines.push(readText(chunk.subarray(start, end)));
      else {
        this.#held.add(chunk.subarray(start, end));
        lines.push(this.#held.take());
      }
      start = end + 1;
    }
    if (start < chunk.length) this.#held.add(chunk.subarray(start));
    return lines;
  }

  /** The rest of the stream without a newline, if any. */
  end(): FramedText[] {
    return this.#held.length === 0 ? [] : [{ ...this.#held.take(), partial: true }];
  }
}

/**
 * Collects bytes up to a limit and counts the rest. Doubling keeps the cost per byte constant for any chunk size. Large buffers are freed
 * at once, not by the garbage collector: a long line has one copy at a time.
 */
export class ByteHolder {
  readonly #limit: number;
  #buffer: Buffer<ArrayBuffer> = empty;
  /** The first piece unchanged: most lines arrive complete and need no copy. */
  #first: Buffer | null = null;
  #kept = 0;
  #length = 0;

  constructor(limit: number = messageLimit) {
    this.#limit = limit;
  }

  /** All bytes that arrived, stored or not. */
  get length(): number {
    return this.#length;
  }

  add(bytes: Buffer): void {
    if (this.#length === 0 && bytes.length <= this.#limit) {
      this.#first = bytes;
      this.#kept = bytes.length;
      this.#length = bytes.length;
      return;
    }
    if (this.#first) {
      const first = this.#first;
      this.#first = null;
      this.#kept = 0;
      this.#length = 0;
      this.#copy(first);
    }
    this.#copy(bytes);
  }

  #copy(bytes: Buffer): void {
    this.#length += bytes.length;
    const take = Math.min(bytes.length, this.#limit - this.#kept);
    if (take <= 0) return;
    const needed = this.#kept + take;
    if (needed > this.#buffer.length) {
      const grown = Buffer.allocUnsafeSlow(Math.min(this.#limit, Math.max(needed, this.#buffer.length * 2)));
      this.#buffer.copy(grown, 0, 0, this.#kept);
      giveBack(this.#buffer);
      this.#buffer = grown;
    }
    bytes.copy(this.#buffer, this.#kept, 0, take);
    this.#kept = needed;
  }

  /** Everything so far as text; the buffer is empty afterwards. */
  take(): FramedText {
    const buffer = this.#buffer;
    const bytes = this.#first ?? buffer.subarray(0, this.#kept);
    const cut = this.#length > this.#kept ? this.#length : undefined;
    const framed = readText(cut === undefined ? bytes : withoutSplitCharacter(bytes));
    if (cut !== undefined) framed.cut = cut;
    // A small buffer is reused for the next line.
    if (buffer.length > smallBuffer) {
      this.#buffer = empty;
      giveBack(buffer);
    }
    this.#first = null;
    this.#kept = 0;
    this.#length = 0;
    return framed;
  }
}

const smallBuffer = 65_536;
const empty = Buffer.alloc(0);

/** Nothing may read it afterwards. Transferring the ArrayBuffer frees its bytes now. */
function giveBack({ buffer }: Buffer<ArrayBuffer>): void {
  if (buffer.byteLength > smallBuffer) buffer.transfer(0);
}

/** Valid UTF-8 becomes text; anything else keeps its bytes next to a lossy text. */
function readText(bytes: Buffer): FramedText {
  const text = bytes.toString('utf8');
  return isUtf8(bytes) ? { text } : { text, bytes: Uint8Array.from(bytes) };
}

/** A cut may split a character, which does not make the whole text invalid. */
function withoutSplitCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue; // a continuation byte: its first byte is further left
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return size > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}
