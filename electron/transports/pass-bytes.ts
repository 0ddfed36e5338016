// One direction of a pipe, transparent to both ends: bytes are passed on and copied, in the order that the copy wants; a slow reader
// slows the writer down; a side that closes closes the other.

import { closeSync, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';

/** What takes chunks in the place of passing them on. */
export interface ChunkTaker {
  take(chunk: Buffer): void;
  /** Nothing follows. */
  end(): void;
}

/** Where a copy of what passes goes. It must not throw. */
export interface ByteCopy {
  take(chunk: Buffer): void;
  /** Before the reader gets the chunk: what it has acted on is then stored. */
  isFirst?(chunk: Buffer): boolean;
}

export class BytePipe {
  readonly from: Readable;
  readonly #to: Writable;
  readonly #copy: ByteCopy;
  /** null: chunks pass as they come. A rehearsal reads them first. */
  taker: ChunkTaker | null = null;
  /** What has left ends in the middle of a line. */
  #isInLine = false;

  constructor(from: Readable, to: Writable, copy: ByteCopy) {
    this.from = from;
    this.#to = to;
    this.#copy = copy;
    from.on('data', (chunk: Buffer) => this.take(chunk));
    const end = () => (this.taker ? this.taker.end() : this.end());
    from.on('end', end);
    from.on('error', end);
    // The reader is gone: the writer must notice it as it would without Misfire.
    to.on('error', () => from.destroy());
    to.on('close', () => from.destroy());
  }

  get isInLine(): boolean {
    return this.#isInLine;
  }

  take(chunk: Buffer): void {
    if (this.taker) this.taker.take(chunk);
    else this.pass(chunk);
  }

  pass(chunk: Buffer): void {
    if (this.#copy.isFirst?.(chunk)) {
      this.#copy.take(chunk);
      this.send(chunk);
    } else {
      this.send(chunk);
      this.#copy.take(chunk);
    }
  }

  /** Without a copy. */
  send(chunk: Buffer): void {
    this.#isInLine = chunk[chunk.length - 1] !== newline;
    // Each drain resumes once: several writes may follow each other before the first one.
    if (this.#to.write(chunk) || this.from.isPaused()) return;
    this.from.pause();
    this.#to.once('drain', () => this.from.resume());
  }

  end(): void {
    this.#to.end();
  }
}

const newline = 0x0a;

/**
 * The process's own pipes. Node's own stdout waits until a pipe is read, and while it waits nothing else passes; a socket on the
 * same descriptor does not.
 */
export function ownOutput(descriptor: 1 | 2): Writable {
  // Node compares each socket that it closes with `process.stderr`, and makes that one if there is none. While a socket of ours
  // waits to write to descriptor 2, making it fails with EEXIST, and the socket never closes. So it is made first.
  const nodeStderr = process.stderr;
  if (!isPipe(descriptor)) return descriptor === 1 ? process.stdout : nodeStderr;
  const output = new Socket({ fd: descriptor, readable: false, writable: true });
  // At its end Node shuts a socket down, for all who share it: an inherited stderr is the client's own. Closing it is enough.
  output._final = (done) => done();
  output.once('close', () => release(descriptor));
  return output;
}

export function ownInput(): Readable {
  if (!isPipe(0)) return process.stdin;
  const input = new Socket({ fd: 0, readable: true, writable: false });
  input.once('close', () => release(0));
  return input;
}

/** libuv never closes the first three descriptors, so the other side would never notice. */
function release(descriptor: number): void {
  try {
    closeSync(descriptor);
    // The number must not go to a file of ours.
    openSync('/dev/null', 'r+');
  } catch {
    // Closed already.
  }
}

function isPipe(descriptor: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    const kind = fstatSync(descriptor);
    return kind.isFIFO() || kind.isSocket();
  } catch {
    return false;
  }
}
