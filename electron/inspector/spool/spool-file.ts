// Reads one spool file from where the last read ended. Owns the position in the file and the incomplete last line.

import { statSync } from 'node:fs';
import { CaptureReader } from '../../../shared/capture/capture.ts';
import type { JsonObject } from '../../../shared/json/json.ts';
import type { WireEvent } from '../../../shared/wire.ts';
import { type ForeignFile, withForeignFile } from '../../foreign-files/foreign-file.ts';

const newline = 0x0a;
/** A header names a command with its arguments; a longer line is not a header. */
const longestHeader = 4 * 1024 * 1024;

interface SpoolPortion {
  events: WireEvent[];
  /** The file continues. */
  more: boolean;
}

export class OpenSpoolFile {
  readonly #path: string;
  readonly #reader = new CaptureReader();
  /** Complete lines were read up to here. */
  #place: number;
  #rest: Buffer[] = [];
  #restLength = 0;
  #hasHeader = false;

  constructor(path: string, place: number) {
    this.#path = path;
    this.#place = place;
  }

  /** Where the next read would start if this one is the last. */
  get place(): number {
    return this.#place;
  }

  /** How much of the file was read, including an incomplete line. */
  get seen(): number {
    return this.#place + this.#restLength;
  }

  /** Whether the file grew after the last read. */
  get hasGrown(): boolean {
    return (statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) > this.seen;
  }

  get header(): JsonObject {
    return this.#reader.header;
  }

  get startedAt(): number {
    return this.#reader.started;
  }

  /** Complete lines only. Throws the system error. */
  async read(most: number): Promise<SpoolPortion> {
    return withForeignFile(this.#path, {}, (file) => {
      if (!this.#hasHeader && this.#place > 0) this.#readHeader(file);
      this.#hasHeader = true;
      const from = this.seen;
      const bytes = file.readAt(from, most);
      return { events: this.#take(bytes), more: file.size > from + bytes.length };
    });
  }

  #readHeader(file: ForeignFile): void {
    const head = file.readAt(0, Math.min(this.#place, longestHeader));
    const end = head.indexOf(newline);
    if (end > 0) this.#reader.read(head.toString('utf8', 0, end));
  }

  #take(chunk: Buffer): WireEvent[] {
    const events: WireEvent[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const line = Buffer.concat([...this.#rest, chunk.subarray(start, end)]);
      this.#place += line.length + 1;
      this.#rest = [];
      this.#restLength = 0;
      for (const { event } of this.#reader.read(line.toString('utf8'))) events.push(event);
      start = end + 1;
    }
    if (start < chunk.length) {
      // A copy: the buffer it came in is much larger.
      this.#rest.push(Buffer.from(chunk.subarray(start)));
      this.#restLength += chunk.length - start;
    }
    return events;
  }
}
