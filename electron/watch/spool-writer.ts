// A copy of what passed, appended to files of the spool in capture format. Owns when something is written and what is said
// about what could not be. It never throws and never holds up the traffic: whatever breaks here, the traffic goes on.
//
// Appends are made in the same turn, so that a kill loses nothing that has passed. The first one that takes long tells that the
// disk is slow; from then on appends wait for each other in the background, and what does not fit the queue is counted.

import { close, ftruncateSync, mkdir, open, readdir, readFile, stat, unlink, write, writeSync } from 'node:fs';
import { join } from 'node:path';
import {
  overdueSpoolFiles,
  readSpoolLimits,
  readSpoolName,
  type SpoolLimits,
  spoolFolder,
  spoolName,
  spoolPartBytes,
  spoolSettingsName,
} from '../../shared/spool.ts';
import type { WireEvent } from '../../shared/wire.ts';
import { writeEvent } from '../../shared/write-capture.ts';
import { now } from '../transports/clock.ts';

export interface SpoolHeader {
  server: string;
  client?: string;
  pid: number;
  command: string[];
  cwd: string;
  /** Of a server that is reached by an address. */
  url?: string;
}

/** What is said of a line besides its text. */
export interface SpoolText {
  text: string;
  bytes?: Uint8Array;
  partial?: true;
  cut?: number;
}

/** An append that takes longer than this is not waited for again. */
const patienceMs = 100;
/** Bytes a millisecond that any disk takes; larger appends may take longer. */
const slowestRate = 20_000;
/** What may wait for a slow disk, or for the file to be opened. */
const queueBytes = 128 * 1024 * 1024;
/** A disk that said no is asked again after this. */
const retryMs = 250;

interface Waiting {
  data: Buffer;
  messages: number;
}

interface Missing {
  messages: number;
  bytes: number;
  from: number;
  reason: string;
}

/** What is written at once, and which gap it tells of. */
interface Load extends Waiting {
  told: Missing;
}

let lastStart = 0;

/** Names the files of this process: two that begin in one millisecond must not share them. */
function uniqueStart(): number {
  lastStart = Math.max(Math.floor(now()), lastStart + 1);
  return lastStart;
}

const nothing: Missing = { messages: 0, bytes: 0, from: 0, reason: '' };

export class SpoolWriter {
  readonly #folder: string;
  readonly #header: SpoolHeader;
  /** Whole, for a date's text has no fractions. */
  readonly #startedAt = uniqueStart();
  readonly #actor: string;
  readonly #partBytes: number;
  #limits: SpoolLimits = readSpoolLimits(undefined);
  #part = 0;
  #file: number | null = null;
  /** Length of the file that is known to be good. */
  #length = 0;
  #queue: Waiting[] = [];
  #queued = 0;
  #isOpening = false;
  #isSlow = false;
  #isWriting = false;
  #missing: Missing = nothing;
  #retryAt = 0;
  #name = '';
  #whenIdle: (() => void)[] = [];

  constructor(dataDir: string, header: SpoolHeader, partBytes = spoolPartBytes) {
    this.#folder = join(dataDir, spoolFolder);
    this.#header = header;
    this.#partBytes = partBytes;
    const client = header.client === undefined ? '' : `,"client":${JSON.stringify(header.client)}`;
    this.#actor = `"server":${JSON.stringify(header.server)},"by":"client"${client}`;
  }

  /** All lines that one chunk completed. */
  texts(lane: 'in' | 'out' | 'err', lines: readonly SpoolText[], at: number): void {
    let text = '';
    for (const line of lines) {
      const { bytes, partial, cut } = line;
      text += `{"t":${this.#time(at)},${this.#actor},"lane":"${lane}","text":${JSON.stringify(line.text)}`;
      if (bytes) text += `,"bytes":"${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')}"`;
      if (partial) text += ',"partial":true';
      if (cut !== undefined) text += `,"cut":${cut}`;
      text += '}\n';
    }
    this.#append(Buffer.from(text), lines.length);
  }

  life(event: string, more: object = {}): void {
    this.#append(Buffer.from(this.#life(event, more)), 1);
  }

  /** Anything else, as captures write it. */
  event(event: WireEvent): void {
    const { server, client } = this.#header;
    const named = { ...event, server, actor: 'client' as const, ...(client === undefined ? {} : { client }) };
    this.#append(Buffer.from(`${writeEvent(named, this.#startedAt)}\n`), 1);
  }

  /** What is left is written, if that does not take long. */
  async close(waitMs: number): Promise<void> {
    if (this.#missing.messages > 0) this.#retryAt = 0;
    this.#drain();
    if (!this.#isOpening && !this.#isWriting && this.#queue.length === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#whenIdle.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #life(event: string, more: object): string {
    const members = JSON.stringify(more).slice(1, -1);
    return `{"t":${this.#time(now())},${this.#actor},"lane":"life","event":"${event}"${members && `,${members}`}}\n`;
  }

  #time(at: number): number {
    return Math.round((at - this.#startedAt) * 1000) / 1000;
  }

  #append(lines: Buffer, messages: number): void {
    try {
      if (this.#queued + lines.length > queueBytes && this.#queued > 0) {
        this.#miss(lines.length, messages, 'the disk is slow');
        return;
      }
      this.#queue.push({ data: lines, messages });
      this.#queued += lines.length;
      this.#drain();
    } catch (error) {
      this.#miss(lines.length, messages, String(error));
    }
  }

  #drain(): void {
    if (this.#isOpening || this.#isWriting) return;
    if (this.#file === null || this.#length >= this.#partBytes) {
      if (now() >= this.#retryAt) this.#openPart();
      else this.#dropQueue(this.#missing.reason);
      return;
    }
    if (this.#queue.length === 0 && this.#missing.messages === 0) {
      this.#idle();
      return;
    }
    if (now() < this.#retryAt) {
      this.#dropQueue(this.#missing.reason);
      return;
    }
    const load = this.#take();
    if (this.#isSlow) this.#writeLater(this.#file, load);
    else this.#writeNow(this.#file, load);
  }

  #writeNow(file: number, load: Load): void {
    const { data } = load;
    const begun = performance.now();
    try {
      for (let done = 0; done < data.length; ) done += writeSync(file, data, done);
      this.#length += data.length;
    } catch (error) {
      this.#refused(file, load, error);
    }
    if (performance.now() - begun > patienceMs + data.length / slowestRate) this.#isSlow = true;
    this.#idle();
  }

  #writeLater(file: number, load: Load, done = 0): void {
    this.#isWriting = true;
    write(file, load.data, done, load.data.length - done, null, (error, written) => {
      if (!error && done + written < load.data.length) return this.#writeLater(file, load, done + written);
      this.#isWriting = false;
      if (error) this.#refused(file, load, error);
      else this.#length += load.data.length;
      this.#drain();
    });
  }

  /** The disk said no: what was written of it is taken back, so that the next line begins a line. */
  #refused(file: number, { data, messages, told }: Load, error: unknown): void {
    try {
      ftruncateSync(file, this.#length);
    } catch {
      // Then one line is torn; a reader says so and goes on.
    }
    this.#miss(data.length, messages, (error as NodeJS.ErrnoException).code ?? String(error));
    if (told.messages > 0) {
      const { messages: more, bytes, reason } = this.#missing;
      this.#missing = { messages: more + told.messages, bytes: bytes + told.bytes, from: told.from, reason };
    }
    this.#retryAt = now() + retryMs;
  }

  #miss(bytes: number, messages: number, reason: string): void {
    const before = this.#missing;
    this.#missing = {
      messages: before.messages + messages,
      bytes: before.bytes + bytes,
      from: before.messages === 0 ? now() : before.from,
      reason,
    };
  }

  #dropQueue(reason: string): void {
    for (const { data, messages } of this.#queue) this.#miss(data.length, messages, reason);
    this.#queue = [];
    this.#queued = 0;
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
    if (queue.length === 1 && only && told.messages === 0) return { ...only, told };
    const parts = queue.map(({ data }) => data);
    // A new file begins with its header.
    if (told.messages > 0) parts.splice(this.#length === 0 ? 1 : 0, 0, Buffer.from(this.#gapLine(told)));
    const messages = queue.reduce((sum, waiting) => sum + waiting.messages, 0);
    return { data: Buffer.concat(parts), messages, told };
  }

  #gapLine({ messages, bytes, from, reason }: Missing): string {
    const what = `${messages} ${messages === 1 ? 'line' : 'lines'} (${bytes} bytes)`;
    const message = `${what} from ${new Date(from).toISOString()} on could not be kept: ${reason}.`;
    return this.#life('missing', { message });
  }

  #openPart(): void {
    this.#isOpening = true;
    const old = this.#file;
    this.#file = null;
    if (old !== null) close(old, () => {});
    this.#part += 1;
    this.#name = spoolName(this.#startedAt, this.#header.pid, this.#part);
    const fail = (error: NodeJS.ErrnoException) => {
      this.#isOpening = false;
      this.#part -= 1;
      this.#retryAt = now() + retryMs;
      this.#dropQueue(error.code ?? error.message);
    };
    mkdir(this.#folder, { recursive: true, mode: 0o700 }, (problem) => {
      if (problem) return fail(problem);
      open(join(this.#folder, this.#name), 'ax', 0o600, (error, file) => {
        if (error) return fail(error);
        this.#isOpening = false;
        this.#file = file;
        this.#length = 0;
        const { server, client, pid, command, cwd, url } = this.#header;
        const started = new Date(this.#startedAt).toISOString();
        const head = { misfire: 1, started, server, client, pid, command, cwd, url, part: this.#part };
        const data = Buffer.from(`${JSON.stringify(head)}\n`);
        this.#queue.unshift({ data, messages: 0 });
        this.#queued += data.length;
        this.#drain();
        this.#prune();
      });
    });
  }

  /** Makes room: how much is kept is read anew each time, for a person may have changed it. */
  #prune(): void {
    readFile(join(this.#folder, spoolSettingsName), 'utf8', (_, text) => {
      try {
        if (text) this.#limits = readSpoolLimits(JSON.parse(text));
      } catch {
        // Settings that cannot be read leave the last ones.
      }
      readdir(this.#folder, (error, names) => {
        if (error) return;
        const spooled = names.filter((name) => readSpoolName(name) !== null);
        const files: { name: string; bytes: number; changedAt: number }[] = [];
        let open = spooled.length;
        for (const name of spooled) {
          stat(join(this.#folder, name), (_problem, found) => {
            if (found) files.push({ name, bytes: found.size, changedAt: found.mtimeMs });
            open -= 1;
            if (open > 0) return;
            for (const overdue of overdueSpoolFiles(files, this.#limits, Date.now(), new Set([this.#name])))
              unlink(join(this.#folder, overdue), () => {});
          });
        }
      });
    });
  }

  #idle(): void {
    if (this.#isWriting || this.#isOpening || this.#queue.length > 0) return;
    for (const tell of this.#whenIdle.splice(0)) tell();
  }
}
