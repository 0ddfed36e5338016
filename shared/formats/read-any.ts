// Reads any file dropped on the window: a Misfire capture, bare JSON-RPC lines, the official inspector's history, HAR, or a client's
// transcript or log. Captures and transcripts are read line by line and HAR by entries; a history is one JSON value and is read whole.

import { type CaptureProblem, CaptureReader } from '../capture/capture.ts';
import { unsoundness } from '../capture/sound-event.ts';
import { count } from '../exchange/clip.ts';
import { isObject, type Json, type JsonObject, type ParsedJson, parseJson } from '../json/json.ts';
import { lineReaderOf } from '../transcripts/recognize.ts';
import type { LineReader } from '../transcripts/transcript-lines.ts';
import type { WireEvent } from '../wire.ts';
import { HarEntries } from './har-entries.ts';
import { isHistory, readHistory } from './history.ts';
import { HarReader } from './read-har.ts';

export const importFormats = {
  capture: 'Misfire capture',
  messages: 'JSON-RPC messages',
  history: 'MCP Inspector history',
  har: 'HAR file',
  transcript: 'transcript',
  log: 'client log',
} as const;
type ImportFormat = keyof typeof importFormats;

/** Text of one JSON value or line is buffered until it is complete; a longer one is rejected. */
const longest = 400_000_000;

export class AnyReader {
  format: ImportFormat | null = null;
  readonly problems: CaptureProblem[] = [];
  readonly #lines = new CaptureReader();
  /** null: the file is not a transcript. */
  #transcript: LineReader | null = null;
  /** Text since the last line break or, until the format is known, since the start. */
  #held: string[] = [];
  #length = 0;
  /** Something other than white space arrived. */
  #begun = false;
  /** The buffered line exceeds the limit. */
  #tooLong = false;
  /** The next line that is not blank, if it is parsed. */
  #parsed: ParsedJson | undefined;
  /** The line that a line break ends next was read before it. */
  #isLineTaken = false;
  #isOver = false;
  #mode: 'unknown' | 'lines' | 'whole' | 'har' = 'unknown';
  /** Looks for the list of entries until it is clear that there is none. */
  readonly #entries = new HarEntries(longest);
  readonly #har = new HarReader();
  #brokenEntries = 0;

  /** The capture's header, besides its start time. */
  get header(): JsonObject {
    return this.#lines.header;
  }

  /** Adds the next chunk; returns the events that are now complete. Scans each chunk once, for lines of any length. */
  read(part: string): WireEvent[] {
    if (this.#mode === 'lines') return this.#readLines(part, false);
    const entries = this.#entries.take(part);
    if (this.#entries.isFound) {
      if (this.#mode !== 'har') this.#beginHar();
      return this.#readEntries(entries);
    }
    this.#hold(part);
    if (this.#mode === 'whole') return [];
    const from = this.#begun ? 0 : part.search(/\S/);
    if (from < 0) return [];
    this.#begun = true;
    return part.indexOf('\n', from) < 0 ? [] : this.#decide(false);
  }

  /** No more for now: reads the last line of a transcript if it is complete without its line break. */
  pause(): WireEvent[] {
    if (this.#transcript === null) return this.#mode === 'whole' ? this.#readTranscript(this.#held.join('')) : [];
    return [...this.#readLast(this.#transcript), ...this.#transcript.pause()];
  }

  #readLast(transcript: LineReader): WireEvent[] {
    if (this.#length === 0 || this.#tooLong) return [];
    const text = this.#held.join('');
    this.#held = [text];
    const parsed = parseJson(text);
    // Any other text may go on.
    if (!parsed.ok || !isObject(parsed.value)) return [];
    this.#take();
    this.#isLineTaken = true;
    return transcript.read(text);
  }

  /** End of input: flushes what was incomplete. */
  finish(): WireEvent[] {
    if (this.#mode === 'lines') return this.#readLines('', true);
    if (this.#mode === 'har') return this.#finishHar();
    if (this.#mode === 'unknown') return this.#decide(true);
    return this.#finishWhole(this.#take());
  }

  /** The first line shows the format: a complete value starts a file of lines, anything else is part of one value. */
  #decide(isEnd: boolean): WireEvent[] {
    const text = this.#take();
    const start = Math.max(0, text.search(/\S/));
    const end = text.indexOf('\n', start);
    const first = end < 0 ? text.slice(start) : text.slice(start, end);
    const parsed = parseJson(withoutMark(first));
    this.#transcript = lineReaderOf(first, parsed);
    if (this.#transcript !== null) this.format = this.#transcript.kind;
    if (this.#transcript !== null || (parsed.ok && !isHistory(parsed.value))) {
      this.#mode = 'lines';
      this.#parsed = parsed;
      return this.#readLines(text, isEnd);
    }
    this.#mode = 'whole';
    if (isEnd) return this.#finishWhole(text);
    this.#hold(text);
    return [];
  }

  #beginHar(): void {
    this.#mode = 'har';
    this.format = 'har';
    this.#held = [];
    this.#length = 0;
    this.#tooLong = false;
  }

  #readEntries(texts: readonly string[]): WireEvent[] {
    for (const text of texts) {
      const parsed = parseJson(text);
      if (parsed.ok) this.#har.take(parsed.value);
      else this.#brokenEntries += 1;
    }
    return this.#sound(this.#har.events.splice(0));
  }

  #finishHar(): WireEvent[] {
    const say = (message: string) => this.problems.push({ line: 0, message });
    if (this.#entries.isInEntry) say('The file ends in the middle of a request. Those before it were read.');
    if (this.#brokenEntries > 0)
      say(`${count(this.#brokenEntries, 'request')} of the file could not be read: not JSON.`);
    if (this.#entries.tooLong > 0) say(`Too long to be read: ${count(this.#entries.tooLong, 'request')}.`);
    for (const message of this.#har.problems) say(message);
    return [];
  }

  #finishWhole(text: string): WireEvent[] {
    const parsed = parseJson(withoutMark(text));
    const transcript = this.#readTranscript(text);
    if (this.#transcript !== null) return [...transcript, ...this.#transcript.finish()];
    const read = parsed.ok ? this.#readWhole(parsed.value) : null;
    // Perhaps lines after all, with a broken first one.
    return read ?? this.#readLines(text, true);
  }

  /** One value that is spread over lines. Its client writes it whole again when it grows. */
  #readTranscript(text: string): WireEvent[] {
    const transcript = parseJson(withoutMark(text)).ok ? lineReaderOf(text) : null;
    if (transcript === null) return [];
    this.#transcript = transcript;
    this.format = transcript.kind;
    this.#mode = 'lines';
    this.#take();
    return transcript.read(text);
  }

  #hold(part: string): void {
    this.#length += part.length;
    if (this.#length <= longest) this.#held.push(part);
    else this.#tooLong = true;
  }

  #take(): string {
    const text = this.#held.join('');
    if (this.#tooLong)
      this.problems.push({ line: 0, message: 'It is too large to be read whole; only its beginning was.' });
    this.#held = [];
    this.#length = 0;
    this.#tooLong = false;
    return text;
  }

  #readWhole(value: Json): WireEvent[] | null {
    if (!isHistory(value)) return null;
    const read = readHistory(value);
    this.format = 'history';
    for (const message of read.problems) this.problems.push({ line: 0, message });
    return this.#sound(read.events);
  }

  #sound(events: readonly WireEvent[]): WireEvent[] {
    return events.filter((event) => {
      const message = unsoundness(event);
      if (message !== '' && this.problems.length < 100) this.problems.push({ line: 0, message });
      return message === '';
    });
  }

  /** Of a transcript that may grow too. */
  get problemsSoFar(): CaptureProblem[] {
    return this.#isOver ? this.problems : [...this.problems, ...(this.#transcript?.problems() ?? [])];
  }

  /** null: the file is not a transcript. */
  get transcript(): LineReader | null {
    return this.#transcript;
  }

  #readLine(line: string): WireEvent[] {
    if (this.#transcript !== null) return this.#transcript.read(line);
    const parsed = this.#parsed;
    if (parsed === undefined) return this.#lines.read(line).map(({ event }) => event);
    if (line.trim() !== '') this.#parsed = undefined;
    return this.#lines.read(line, parsed).map(({ event }) => event);
  }

  #readLines(part: string, isEnd: boolean): WireEvent[] {
    const events: WireEvent[] = [];
    let start = 0;
    for (let end = part.indexOf('\n'); end >= 0; end = part.indexOf('\n', start)) {
      this.#hold(part.slice(start, end));
      const line = this.#take();
      if (!this.#isLineTaken || line.trim() !== '') for (const event of this.#readLine(line)) events.push(event);
      this.#isLineTaken = false;
      start = end + 1;
    }
    if (start < part.length) this.#hold(part.slice(start));
    if (isEnd && this.#length > 0) for (const event of this.#readLine(this.#take())) events.push(event);
    if (this.#transcript !== null) {
      if (isEnd) events.push(...this.#transcript.finish());
      if (isEnd) this.problems.push(...this.#transcript.problems());
      if (isEnd) this.#isOver = true;
      return events;
    }
    for (const problem of this.#lines.problems.splice(0)) if (this.problems.length < 100) this.problems.push(problem);
    if ('misfire' in this.#lines.header || events.some(({ server }) => server !== '?')) this.format = 'capture';
    else if (events.length > 0) this.format ??= 'messages';
    return events;
  }
}

const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
