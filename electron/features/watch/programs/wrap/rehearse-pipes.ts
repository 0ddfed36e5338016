// A wrap that rehearses or holds messages: its two pipes carry lines instead of chunks, and some are touched. stderr passes as ever.
// Owns when that begins and ends: only between lines, so that neither side gets half of one.

import type { SpoolWriter } from '../../../../spool/spool-writer.ts';
import type { BytePipe, ChunkTaker } from '../../../../transports/pass-bytes.ts';
import type { LineIntervention, RehearsedLineReader } from '../../../rehearse/running/rehearse-lines.ts';
import { ByteLines } from '../lines/byte-lines.ts';
import type { LaneCopy } from '../lines/lane-copy.ts';

export interface WrapEnds {
  /** From the client to the server, and back. */
  out: BytePipe;
  in: BytePipe;
  copies: Record<'in' | 'out', LaneCopy>;
  spool: SpoolWriter;
  endProcess: (injected: string) => void;
}

/** How long an injected line waits for the end of a line that the server has begun and does not go on with. */
const stalledMs = 1000;

export class RehearsedPipes {
  readonly #ends: WrapEnds;
  readonly #intervention: RehearsedLineReader;
  readonly #lines: LineIntervention;
  readonly #out: LineTaker;
  readonly #in: LineTaker;
  /** What took the client's chunks before. */
  readonly #before: ChunkTaker | null;
  /** Injected lines that wait for the end of a line of the server. */
  #waiting: Buffer[] = [];
  #stalled: NodeJS.Timeout | null = null;

  constructor(ends: WrapEnds, intervention: RehearsedLineReader) {
    this.#ends = ends;
    this.#intervention = intervention;
    this.#before = ends.out.taker;
    const { copies, spool } = ends;
    this.#lines = intervention.lines({
      toServer: (bytes) => ends.out.send(bytes),
      toClient: (bytes) => this.#toClient(bytes),
      copy: (lane, bytes) => copies[lane].take(bytes),
      record: (lane, text, injected, at, _isInPlace, original) =>
        spool.texts(lane, [{ text, rehearsed: true, injected, ...(original === undefined ? {} : { original }) }], at),
      end: (what, injected) => this.#end(what, injected),
    });
    this.#out = new LineTaker(ends.out, (bytes) => this.#lines.fromClient(bytes));
    this.#in = new LineTaker(ends.in, (bytes) => this.#lines.fromServer(bytes));
  }

  begin(): void {
    this.#ends.out.taker = {
      take: (chunk) => {
        if (this.#isDone()) this.#leave(chunk);
        else this.#out.take(chunk);
      },
      end: () => this.#endAfter(this.#out),
    };
    this.#ends.in.taker = {
      take: (chunk) => {
        this.#in.take(chunk);
        if (!this.#ends.in.isInLine) this.#sendWaiting();
        else if (this.#stalled) this.#stalled.refresh();
      },
      end: () => {
        this.#sendWaiting();
        this.#endAfter(this.#in);
      },
    };
  }

  /** What is held goes first. */
  #endAfter(side: LineTaker): void {
    if (!this.#lines.end) {
      side.end();
      return;
    }
    this.#lines.end();
    setImmediate(() => side.end());
  }

  /** Nothing is injected any more, and nothing of it is on its way. */
  #isDone(): boolean {
    const isBetween = this.#out.isEmpty && this.#in.isEmpty && this.#waiting.length === 0;
    return isBetween && this.#lines.isIdle && !this.#intervention.isOn;
  }

  #leave(chunk: Buffer): void {
    this.#ends.in.taker = null;
    this.#ends.out.taker = this.#before;
    this.#ends.out.take(chunk);
  }

  /** Not into a line that the server has begun: both would be lost. */
  #toClient(bytes: Buffer): void {
    if (!this.#ends.in.isInLine) {
      this.#ends.in.send(bytes);
      return;
    }
    this.#waiting.push(bytes);
    this.#stalled ??= setTimeout(() => this.#sendWaiting(), stalledMs);
  }

  #sendWaiting(): void {
    if (this.#stalled) clearTimeout(this.#stalled);
    this.#stalled = null;
    for (const bytes of this.#waiting.splice(0)) this.#ends.in.send(bytes);
  }

  #end(what: 'process' | 'stream', injected: string): void {
    if (what === 'process') {
      this.#ends.endProcess(injected);
      return;
    }
    const message = 'The rehearsal closed the output.';
    this.#ends.spool.life('closed', { closedBy: 'server', message, rehearsed: true, injected });
    this.#ends.in.end();
  }
}

/** One direction in lines. */
class LineTaker implements ChunkTaker {
  readonly #pipe: BytePipe;
  readonly #lines: ByteLines;
  readonly #whole: (bytes: Buffer) => void;

  /** `whole` sends the line on. */
  constructor(pipe: BytePipe, whole: (bytes: Buffer) => void) {
    this.#pipe = pipe;
    // A line that has begun before is not read.
    this.#lines = new ByteLines(undefined, pipe.isInLine);
    this.#whole = whole;
  }

  get isEmpty(): boolean {
    return this.#lines.isEmpty;
  }

  take(chunk: Buffer): void {
    for (const { bytes, isWhole } of this.#lines.push(chunk)) {
      if (isWhole) this.#whole(bytes);
      else this.#pipe.pass(bytes);
    }
  }

  end(): void {
    const rest = this.#lines.rest();
    if (rest.length > 0) this.#pipe.pass(rest);
    this.#pipe.end();
  }
}
