// A transcript that its client still writes, as parts of text: first what the file has, later what was added. A text file is read on from
// where the last part ended. A database is copied again when it changed, and gives the rows that are new or have a result now.

import { statSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { withForeignFile } from '../../foreign-files/foreign-file.ts';
import type { TranscriptPart } from '../../inspector/recordings/captures.ts';
import { headerOfLog } from '../../inspector/transcripts/log-places.ts';
import { DatabaseRows, databaseLines } from '../../inspector/transcripts/transcript-database.ts';
import { firstLineOfTranscript, isDatabase } from '../../inspector/transcripts/transcript-source.ts';

export interface GrowingTranscript {
  /** null: there is no more for now. Throws if the file cannot be read. */
  next(): TranscriptPart | null;
  /** Whether the file changed since `next` last returned null. */
  hasChanged(): boolean;
  close(): void;
}

export function openGrowing(file: string): GrowingTranscript {
  return isDatabase(file) ? new GrowingDatabase(file) : new GrowingText(file);
}

/** Without what it has now. `before`: its first line, by which its format is recognized. */
export function openFromEnd(file: string): { source: GrowingTranscript; before: string } {
  if (!isDatabase(file))
    return { source: new GrowingText(file, endOfLines(file)), before: `${firstLineOfTranscript(file)}\n` };
  const source = new GrowingDatabase(file);
  let before = '';
  for (let part = source.next(); part !== null; part = source.next()) before ||= part.text.split('\n', 1)[0] ?? '';
  return { source, before: before === '' ? '' : `${before}\n` };
}

const partBytes = 1 << 20;
/** A file that begins with other bytes than before is another file, even if it is longer. */
const headBytes = 256;

class GrowingText implements GrowingTranscript {
  readonly #file: string;
  #decoder = new StringDecoder('utf8');
  #at = 0;
  #head: Buffer = Buffer.alloc(0);
  #state = '';
  /** Put before the text, each time it begins. */
  #header: string;

  /** `from`: the byte to begin at, at the start of a line. */
  constructor(file: string, from = 0) {
    this.#file = file;
    this.#at = from;
    this.#header = from === 0 ? headerOf(file) : '';
  }

  next(): TranscriptPart | null {
    return withForeignFile(this.#file, {}, (open) => {
      const { size, mtimeMs } = open;
      const head = open.readAt(0, headBytes);
      const isRestart = size < this.#at || !head.subarray(0, this.#head.length).equals(this.#head);
      if (isRestart) {
        this.#at = 0;
        this.#decoder = new StringDecoder('utf8');
        this.#header = headerOf(this.#file);
      }
      this.#head = head;
      const bytes = open.readAt(this.#at, partBytes);
      this.#at += bytes.length;
      if (bytes.length === 0 && !isRestart) {
        this.#state = `${size} ${mtimeMs}`;
        return null;
      }
      const header = this.#header;
      this.#header = '';
      return { text: header + this.#decoder.write(bytes), isRestart };
    });
  }

  hasChanged(): boolean {
    const { size, mtimeMs } = statSync(this.#file);
    return this.#state !== `${size} ${mtimeMs}`;
  }

  close(): void {}
}

function headerOf(file: string): string {
  const header = headerOfLog(file);
  return header === '' ? '' : `${header}\n`;
}

class GrowingDatabase implements GrowingTranscript {
  readonly #file: string;
  readonly #rows = new DatabaseRows();
  #lines: Generator<string> | null = null;
  #isAtEnd = false;
  #state = '';
  #stateBefore = '';
  /** Copying a large file takes a while, so it is not done all the time. */
  #restUntil = 0;

  constructor(file: string) {
    this.#file = file;
  }

  next(): TranscriptPart | null {
    if (this.#isAtEnd) {
      this.#isAtEnd = false;
      return null;
    }
    const began = Date.now();
    if (this.#lines === null) {
      this.#stateBefore = this.#stateNow();
      this.#lines = databaseLines(this.#file, this.#rows);
    }
    let text = '';
    try {
      while (text.length < partBytes) {
        const line = this.#lines.next();
        if (line.done) {
          this.#lines = null;
          this.#state = this.#stateBefore;
          this.#isAtEnd = text !== '';
          break;
        }
        text += `${line.value}\n`;
      }
    } catch (problem) {
      this.#lines = null;
      throw problem;
    } finally {
      this.#restUntil = Date.now() + restPerWork * (Date.now() - began);
    }
    return text === '' ? null : { text, isRestart: false };
  }

  hasChanged(): boolean {
    return Date.now() >= this.#restUntil && this.#state !== this.#stateNow();
  }

  close(): void {
    this.#lines?.return(undefined);
    this.#lines = null;
  }

  /** New rows are in the write-ahead log first. */
  #stateNow(): string {
    const states = [this.#file, `${this.#file}-wal`].map((file) => statSync(file, { throwIfNoEntry: false }));
    if (states[0] === undefined) throw new Error('it is gone');
    return states.map((state) => `${state?.size} ${state?.mtimeMs}`).join(' ');
  }
}

/** Reading takes at most a tenth of the time. */
const restPerWork = 9;

/** Where the last complete line ends. A longer last line is left out. */
function endOfLines(file: string): number {
  return withForeignFile(file, {}, (open) => {
    const from = Math.max(0, open.size - partBytes);
    const at = open.readAt(from, partBytes).lastIndexOf(0x0a);
    return at < 0 ? open.size : from + at + 1;
  });
}
