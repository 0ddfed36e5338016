// A copy of what passed, appended to files of the spool. Owns when something is written and what is said
// about what could not be written. It never throws and never delays the traffic: if something breaks here, the traffic continues.
//
// An append is made in the same turn as the pass. A `kill -9` loses no answer that the client of a wrap has, and of the rest no
// more than the chunk that is just passing. On a slow disk (write-pace.ts) appends go on in the background, and what does not fit the queue is counted.
// What is missing is a line of its own as soon as there is room again. Until then the file's first line says it.

import { close, fstatSync, ftruncateSync, open, write, writeSync } from 'node:fs';
import { join } from 'node:path';
import { spoolFolder, spoolName, spoolPartBytes } from '../../shared/capture/spool.ts';
import type { Opaque, WireEvent } from '../../shared/wire.ts';
import { makeFoldersLater } from '../foreign-files/make-folders.ts';
import { now } from '../transports/clock.ts';
import { SpoolPruner } from './prune-spool.ts';
import { type SpoolHeader, type SpoolHider, SpoolLines, type SpoolText, type Written } from './spool-lines.ts';
import { WritePace } from './write-pace.ts';

/** Gets all that passes, besides the file. Must not throw and must return quickly. */
export interface SpoolObserver {
  take(events: readonly WireEvent[]): void;
  close(): Promise<unknown>;
}

/** What may wait for a slow disk, or for the file to be opened, in bytes. */
const queueLength = 128 * 1024 * 1024;
/** A disk that said no is asked again after this, when there is something to write. */
const retryMs = 250;
/** And after this without traffic: what is missing must be reported although nothing follows. */
const retryAloneMs = 1000;
/** Blank room in a file's first line: a full disk takes what is written over something else. */
const noteBytes = 300;
/** What is written at once in the background: each such piece that is done shows that the disk is alive. */
const pieceBytes = 4 * 1024 * 1024;
/** How often it checks whether the file was removed. */
const lookMs = 1000;

interface Waiting {
  data: Buffer;
  messages: number;
}

interface Missing {
  messages: number;
  bytes: number;
  from: number;
  to: number;
  reason: string;
}

/** What is written at once, and which gap it reports. */
interface Load extends Waiting {
  told: Missing;
}

const nothing: Missing = { messages: 0, bytes: 0, from: 0, to: 0, reason: '' };

export class SpoolWriter {
  readonly #folder: string;
  readonly #lines: SpoolLines;
  readonly #partBytes: number;
  readonly #pruner: SpoolPruner;
  #part = 0;
  #file: number | null = null;
  /** The file of the next part. The last one is written until this is open. */
  #nextFile: number | null = null;
  /** Length of the file that is known to be good. */
  #length = 0;
  #queue: Waiting[] = [];
  #queued = 0;
  #isGathering = false;
  #isOpening = false;
  #isWriting = false;
  readonly #pace = new WritePace();
  /** Pieces written in the background. */
  #piecesDone = 0;
  #missing: Missing = nothing;
  /** Where the first line has its blank room; null: there is no file yet. */
  #noteAt: number | null = null;
  #isNoted = false;
  #retry: NodeJS.Timeout | null = null;
  #lookedAt = 0;
  #retryAt = 0;
  #openAt = 0;
  #whenIdle: (() => void)[] = [];
  readonly #observer: SpoolObserver | undefined;

  constructor(
    dataDir: string,
    header: SpoolHeader,
    partBytes = spoolPartBytes,
    observer?: SpoolObserver,
    hider?: SpoolHider,
  ) {
    this.#observer = observer;
    this.#lines = new SpoolLines(header, hider);
    this.#folder = join(dataDir, spoolFolder);
    this.#pruner = new SpoolPruner(this.#folder);
    this.#partBytes = partBytes;
  }

  /** All lines that one chunk completed. */
  texts(lane: 'in' | 'out' | 'err', passed: readonly SpoolText[], at: number): void {
    this.#keep(this.#lines.texts(lane, passed, at));
  }

  /** Complete lines as they came; false: they have to be passed as texts. */
  whole(lane: 'in' | 'out' | 'err', bytes: Buffer, at: number): boolean {
    const written = this.#lines.whole(lane, bytes, at);
    if (written) this.#keep(written);
    return written !== null;
  }

  /** Bytes of traffic that is not made of lines. */
  opaque(lane: 'in' | 'out' | 'err', chunk: Buffer, kind: Opaque, at: number): void {
    this.#keep(this.#lines.opaque(lane, chunk, kind, at));
  }

  life(event: string, more: { message?: string; [member: string]: unknown } = {}, at?: number): void {
    this.#keep(this.#lines.life(event, more, at));
  }

  /** Anything else, as captures write it. */
  event(event: WireEvent): void {
    this.#keep(this.#lines.event(event));
  }

  #keep({ text, encoding, messages, events }: Written): void {
    this.#append({ data: Buffer.from(text, encoding), messages });
    this.#observer?.take(events());
  }

  /** What `act` reports is appended at once. */
  together(act: () => void): void {
    this.#isGathering = true;
    try {
      act();
    } finally {
      this.#isGathering = false;
      this.#drain();
    }
  }

  /** What is left is written, if that does not take long. */
  async close(waitMs: number): Promise<void> {
    await Promise.all([this.#close(waitMs), this.#observer?.close()]);
  }

  async #close(waitMs: number): Promise<void> {
    if (this.#missing.messages > 0) this.#retryAt = 0;
    this.#drain();
    // As long as the disk takes something, the rest may follow.
    for (let done = -1; this.#isBusy() && done !== this.#piecesDone; ) {
      done = this.#piecesDone;
      await this.#idleWithin(waitMs);
    }
    this.#note();
  }

  #idleWithin(ms: number): Promise<void> {
    return new Promise((resolve) => {
      // The turn after the timer: a stalled process has not yet received the results of its writes.
      const timer = setTimeout(() => setImmediate(resolve), ms);
      this.#whenIdle.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #append(one: Waiting): void {
    try {
      if (this.#queued + one.data.length > queueLength && this.#queued > 0) {
        this.#miss(one, 'the disk is slow');
        return;
      }
      this.#queue.push(one);
      this.#queued += one.data.length;
      if (!this.#isGathering) this.#drain();
    } catch (error) {
      this.#miss(one, String(error));
    }
  }

  #drain(): void {
    if (this.#isWriting) return;
    this.#beginNextPart();
    const isBegun = this.#file === null || this.#length > 0;
    if (this.#queue.length === 0 && this.#missing.messages === 0 && isBegun) {
      this.#idle();
      return;
    }
    if (this.#file !== null && this.#isRemoved(this.#file)) this.#letGo(this.#file);
    const needsFile = this.#file === null || this.#length >= this.#partBytes;
    if (needsFile && !this.#isOpening && now() >= Math.max(this.#retryAt, this.#openAt)) this.#openPart();
    if (this.#file === null && this.#isOpening) return;
    if (this.#file === null || now() < this.#retryAt) {
      this.#dropQueue(this.#missing.reason);
      return;
    }
    const load = this.#take();
    if (this.#pace.isSlow) this.#writeLater(this.#file, load);
    else this.#writeNow(this.#file, load);
  }

  #beginNextPart(): void {
    if (this.#nextFile === null) return;
    if (this.#file !== null) this.#letGo(this.#file);
    this.#file = this.#nextFile;
    this.#nextFile = null;
  }

  #writeNow(file: number, load: Load): void {
    const { data } = load;
    const begun = performance.now();
    try {
      for (let done = 0; done < data.length; )
        done += writeSync(file, data, done, data.length - done, this.#length + done);
      this.#length += data.length;
      if (load.told.messages > 0) this.#forgetNote();
    } catch (error) {
      this.#refused(file, load, error);
    }
    this.#pace.took(performance.now() - begun, data.length);
    this.#idle();
  }

  #writeLater(file: number, load: Load, done = 0): void {
    const { data } = load;
    this.#isWriting = true;
    const begun = performance.now();
    write(file, data, done, Math.min(pieceBytes, data.length - done), this.#length + done, (error, written) => {
      this.#pace.took(performance.now() - begun, written);
      this.#piecesDone += 1;
      if (!error && done + written < data.length) return this.#writeLater(file, load, done + written);
      this.#isWriting = false;
      if (error) this.#refused(file, load, error);
      else this.#length += data.length;
      if (!error && load.told.messages > 0) this.#forgetNote();
      this.#drain();
    });
  }

  /** The disk said no: what was written of it is taken back, so that the next line begins a line. */
  #refused(file: number, load: Load, error: unknown): void {
    const { told } = load;
    try {
      ftruncateSync(file, this.#length);
    } catch {
      // Then one line is torn; a reader says so and goes on.
    }
    this.#miss(load, (error as NodeJS.ErrnoException).code ?? String(error));
    if (told.messages > 0) {
      const { messages: more, bytes, to, reason } = this.#missing;
      this.#missing = { messages: more + told.messages, bytes: bytes + told.bytes, from: told.from, to, reason };
    }
    this.#tryLater();
    this.#note();
  }

  /**
   * Says what is missing so far in the file's first line, for as long as there is no room for a line of its own. So it is found
   * after this process has ended or was killed. A slow disk is not waited for.
   */
  #note(): void {
    if (this.#missing.messages === 0 || this.#pace.isSlow || this.#length === 0) return;
    this.#writeNote(`,"missing":${JSON.stringify(gapWords(this.#missing))}`);
  }

  /** It has a line of its own now. */
  #forgetNote(): void {
    if (this.#isNoted) this.#writeNote('');
    this.#isNoted = false;
  }

  #writeNote(words: string): void {
    if (this.#file === null || this.#noteAt === null) return;
    const note = Buffer.alloc(noteBytes, ' ');
    // Cut in the middle it would break the line.
    if (Buffer.byteLength(words) <= noteBytes) note.write(words);
    try {
      writeSync(this.#file, note, 0, noteBytes, this.#noteAt);
      this.#isNoted = true;
    } catch {
      // Nothing more can be done.
    }
  }

  #tryLater(): void {
    this.#retryAt = now() + retryMs;
    if (this.#retry !== null) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      // Even right after a failed write: there may be no more traffic.
      this.#retryAt = 0;
      this.#drain();
    }, retryAloneMs);
    this.#retry.unref();
  }

  /** The folder was emptied: further lines go into a new file. */
  #isRemoved(file: number): boolean {
    if (now() - this.#lookedAt < lookMs) return false;
    this.#lookedAt = now();
    try {
      return fstatSync(file).nlink === 0;
    } catch {
      return false;
    }
  }

  #letGo(file: number): void {
    close(file, () => {});
    this.#file = null;
    this.#length = 0;
    this.#noteAt = null;
  }

  #miss({ data, messages }: Waiting, reason: string): void {
    const before = this.#missing;
    this.#missing = {
      messages: before.messages + messages,
      bytes: before.bytes + data.length,
      from: before.messages === 0 ? now() : before.from,
      to: now(),
      reason,
    };
  }

  #dropQueue(reason: string): void {
    for (const one of this.#queue) this.#miss(one, reason);
    this.#queue = [];
    this.#queued = 0;
    this.#note();
    this.#idle();
  }

  /** All that waits, after a word about what is missing before it. */
  #take(): Load {
    const queue = this.#queue;
    const told = this.#missing;
    this.#queue = [];
    this.#queued = 0;
    this.#missing = nothing;
    const [only] = queue;
    if (queue.length === 1 && only && told.messages === 0 && this.#length > 0) return { ...only, told };
    const parts = queue.map(({ data }) => data);
    if (told.messages > 0) parts.unshift(Buffer.from(this.#gapLine(told)));
    // A file begins with its header, however often the disk said no to it.
    if (this.#length === 0) parts.unshift(Buffer.from(this.#head()));
    const messages = queue.reduce((sum, waiting) => sum + waiting.messages, 0);
    return { data: Buffer.concat(parts), messages, told };
  }

  #head(): string {
    const text = this.#lines.head(this.#part);
    this.#noteAt = Buffer.byteLength(text);
    this.#isNoted = false;
    return `${text}${' '.repeat(noteBytes)}}\n`;
  }

  #gapLine(missing: Missing): string {
    return this.#lines.life('missing', { message: gapWords(missing) }).text;
  }

  #name(part: number): string {
    return spoolName(this.#lines.startedAt, this.#lines.header.pid, part);
  }

  #openPart(): void {
    this.#isOpening = true;
    this.#part += 1;
    const name = this.#name(this.#part);
    const fail = (error: NodeJS.ErrnoException) => {
      this.#isOpening = false;
      this.#part -= 1;
      if (this.#file !== null) {
        // The last part takes more until then.
        this.#openAt = now() + retryMs;
        return this.#idle();
      }
      this.#tryLater();
      this.#dropQueue(error.code ?? error.message);
    };
    const begin = () =>
      open(join(this.#folder, name), 'wx', 0o600, (error, file) => {
        if (error) return fail(error);
        this.#isOpening = false;
        this.#nextFile = file;
        this.#drain();
        this.#pruner.prune(name);
      });
    makeFoldersLater(this.#folder).then(begin, fail);
  }

  #isBusy(): boolean {
    return this.#isWriting || this.#isOpening || this.#queue.length > 0;
  }

  #idle(): void {
    if (this.#isBusy()) return;
    for (const tell of this.#whenIdle.splice(0)) tell();
  }
}

function gapWords({ messages, bytes, from, to, reason }: Missing): string {
  const what = `${messages} ${messages === 1 ? 'line' : 'lines'} (${bytes} bytes)`;
  const when = `from ${new Date(from).toISOString()} to ${new Date(to).toISOString()}`;
  return `${what} ${when} could not be kept: ${reason}.`;
}
