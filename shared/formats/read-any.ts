// Reads whatever a person drops on the window: a capture of ours, bare JSON-RPC lines, the official inspector's history, or HAR.
// Ours is read a line at a time; the others are one JSON value and are read whole.

import { type CaptureProblem, CaptureReader } from '../capture.ts';
import { type Json, type JsonObject, parseJson } from '../json.ts';
import { unsoundness } from '../sound-event.ts';
import type { WireEvent } from '../wire.ts';
import { isHistory, readHistory } from './history.ts';
import { isHar, readHar } from './read-har.ts';

export const importFormats = {
  capture: 'Misfire capture',
  messages: 'JSON-RPC messages',
  history: 'MCP Inspector history',
  har: 'HAR file',
} as const;
export type ImportFormat = keyof typeof importFormats;

/** Text of one JSON value is kept until it is whole; more than this is not taken. */
const wholeLimit = 400_000_000;

export class AnyReader {
  format: ImportFormat | null = null;
  readonly problems: CaptureProblem[] = [];
  readonly #lines = new CaptureReader();
  #rest = '';
  #mode: 'unknown' | 'lines' | 'whole' = 'unknown';
  #whole: string[] = [];
  #length = 0;

  /** What a capture's header says, beside when it began. */
  get header(): JsonObject {
    return this.#lines.header;
  }

  /** The next part of the text; events that are complete by now. */
  read(part: string): WireEvent[] {
    this.#length += part.length;
    if (this.#mode === 'whole') {
      this.#keep(part);
      return [];
    }
    this.#rest += part;
    if (this.#mode === 'unknown') {
      const end = this.#rest.search(/\S[^\n]*\n/);
      if (end < 0 && this.#rest.length < 1_000_000) return [];
      this.#mode = isLine(firstLine(this.#rest)) ? 'lines' : 'whole';
      if (this.#mode === 'whole') {
        this.#keep(this.#rest);
        this.#rest = '';
        return [];
      }
    }
    return this.#readLines(false);
  }

  /** There is no more: what was waiting for an end. */
  finish(): WireEvent[] {
    if (this.#mode === 'unknown') {
      if (isLine(firstLine(this.#rest))) this.#mode = 'lines';
      else {
        this.#keep(this.#rest);
        this.#mode = 'whole';
      }
    }
    if (this.#mode === 'lines') return this.#readLines(true);
    const text = this.#whole.join('');
    this.#whole = [];
    const parsed = parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    if (parsed.ok) {
      const read = this.#readWhole(parsed.value);
      if (read) return read;
    }
    // Perhaps lines after all, with a broken first one.
    this.#rest = text;
    return this.#readLines(true);
  }

  #keep(part: string): void {
    if (this.#length <= wholeLimit) this.#whole.push(part);
    else if (this.problems.length === 0)
      this.problems.push({ line: 0, message: 'The file is too large to be read whole.' });
  }

  #readWhole(value: Json): WireEvent[] | null {
    const [format, read] = isHar(value)
      ? (['har', readHar(value)] as const)
      : isHistory(value)
        ? (['history', readHistory(value)] as const)
        : [null, null];
    if (!format) return null;
    this.format = format;
    for (const message of read.problems) this.problems.push({ line: 0, message });
    return read.events.filter((event) => {
      const message = unsoundness(event);
      if (message !== '' && this.problems.length < 100) this.problems.push({ line: 0, message });
      return message === '';
    });
  }

  #readLines(isEnd: boolean): WireEvent[] {
    const events: WireEvent[] = [];
    let start = 0;
    for (let end = this.#rest.indexOf('\n'); end >= 0; end = this.#rest.indexOf('\n', start)) {
      for (const { event } of this.#lines.read(this.#rest.slice(start, end))) events.push(event);
      start = end + 1;
    }
    this.#rest = this.#rest.slice(start);
    if (isEnd && this.#rest !== '') for (const { event } of this.#lines.read(this.#rest)) events.push(event);
    for (const problem of this.#lines.problems.splice(0)) if (this.problems.length < 100) this.problems.push(problem);
    if (events.length > 0)
      this.format ??=
        'misfire' in this.#lines.header || events.some(({ server }) => server !== '?') ? 'capture' : 'messages';
    return events;
  }
}

const firstLine = (text: string): string => /\S[^\n]*/.exec(text)?.[0] ?? '';

/** A first line that is a whole JSON value of its own, and not all there is of a HAR or a history in one line. */
function isLine(line: string): boolean {
  const parsed = parseJson(line.charCodeAt(0) === 0xfeff ? line.slice(1) : line);
  return parsed.ok && !isHar(parsed.value) && !isHistory(parsed.value);
}
