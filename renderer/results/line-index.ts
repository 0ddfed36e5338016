// Splits a long text into lines without copying it: start, end, depth and closing bracket of each. JSON is split at commas and brackets
// without parsing; any other text at line breaks. Generators, so that megabytes can be processed in slices (slices.ts).

import { JsonReader } from '../../shared/json/json-reader.ts';

export interface LineIndex {
  text: string;
  count: number;
  starts: Int32Array;
  /** Exclusive. */
  ends: Int32Array;
  depths: Int32Array;
  /** By line: the line of the bracket that closes this one, else -1. */
  closes: Int32Array;
  /** By line: 1 if it continues a value that is too long for one line. */
  parts: Uint8Array;
  isJson: boolean;
}

/** Longer values continue on the next line, so that one line never costs more than a screen. */
export const longestLine = 200;
const pauseEvery = 2_000;

export function* indexText(text: string, as: 'tree' | 'text' = 'tree'): Generator<void, LineIndex> {
  return (as === 'tree' ? yield* indexJson(text) : null) ?? (yield* indexPlain(text));
}

class Lines {
  count = 0;
  starts = new Int32Array(1024);
  ends = new Int32Array(1024);
  depths = new Int32Array(1024);
  closes = new Int32Array(1024);
  parts = new Uint8Array(1024);

  /** Returns the line's number. */
  add(start: number, end: number, depth: number, isPart: boolean): number {
    if (this.count === this.starts.length) this.#grow();
    const line = this.count++;
    this.starts[line] = start;
    this.ends[line] = end;
    this.depths[line] = depth;
    this.closes[line] = -1;
    this.parts[line] = isPart ? 1 : 0;
    return line;
  }

  /** A stretch of any length, split if it is too long; returns the number of its last line. */
  addLong(text: string, start: number, end: number, depth: number): number {
    let from = start;
    while (end - from > longestLine) {
      const to = from + longestLine - (isHighSurrogate(text, from + longestLine - 1) ? 1 : 0);
      this.add(from, to, depth, from > start);
      from = to;
    }
    return this.add(from, end, depth, from > start);
  }

  done(text: string, isJson: boolean): LineIndex {
    const { count, starts, ends, depths, closes, parts } = this;
    return { text, count, starts, ends, depths, closes, parts, isJson };
  }

  #grow(): void {
    const length = this.starts.length * 2;
    const larger = (from: Int32Array) => {
      const to = new Int32Array(length);
      to.set(from);
      return to;
    };
    this.starts = larger(this.starts);
    this.ends = larger(this.ends);
    this.depths = larger(this.depths);
    this.closes = larger(this.closes);
    const parts = new Uint8Array(length);
    parts.set(this.parts);
    this.parts = parts;
  }
}

/** null: it is not made of JSON tokens, or its brackets do not match. */
function* indexJson(text: string): Generator<void, LineIndex | null> {
  const lines = new Lines();
  /** The lines of the open brackets. */
  const open: number[] = [];
  const reader = new JsonReader(text);
  let steps = 0;
  let lineStart = -1;
  let closing = -1;
  const flush = (end: number) => {
    const last = lines.addLong(text, lineStart, end, open.length);
    if (closing >= 0) lines.closes[closing] = last;
    closing = -1;
    lineStart = -1;
    return last;
  };
  while (reader.next()) {
    if (++steps % pauseEvery === 0) yield;
    const { kind, start } = reader;
    if (kind === 'odd' || !reader.isWhole) return null;
    if (kind === '}' || kind === ']') {
      if (lineStart >= 0) flush(start);
      lineStart = start;
      closing = open.pop() ?? -1;
      continue;
    }
    // After a closing bracket only a comma or another closing one can follow on its line.
    if (closing >= 0 && kind !== ',') return null;
    if (lineStart < 0) lineStart = start;
    if (kind === ',') flush(reader.end);
    else if ((kind === '{' || kind === '[') && !reader.finishEmpty()) open.push(flush(reader.end));
  }
  if (open.length > 0 || (lineStart < 0 && lines.count === 0)) return null;
  if (lineStart >= 0) flush(text.trimEnd().length);
  return lines.count > 0 && isStructured(text) ? lines.done(text, true) : null;
}

/** A lone word or number is not a document: a log line that starts with 12 is text. */
function isStructured(text: string): boolean {
  return /^[\s\ufeff]*[[{]/.test(text.slice(0, 200));
}

function* indexPlain(text: string): Generator<void, LineIndex> {
  const lines = new Lines();
  let steps = 0;
  for (let from = 0; from <= text.length; ) {
    if (++steps % pauseEvery === 0) yield;
    const found = text.indexOf('\n', from);
    const end = found < 0 ? text.length : found;
    // One line of megabytes is also split in slices.
    let start = from;
    while (end - start > longestLine) {
      if (++steps % pauseEvery === 0) yield;
      const to = start + longestLine - (isHighSurrogate(text, start + longestLine - 1) ? 1 : 0);
      lines.add(start, to, 0, start > from);
      start = to;
    }
    lines.add(start, end, 0, start > from);
    if (found < 0) break;
    from = end + 1;
  }
  return lines.done(text, false);
}

function isHighSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code <= 0xdbff;
}

/** The line of a position in the text. */
export function lineAtOffset({ starts, count }: LineIndex, place: number): number {
  let low = 0;
  let high = Math.max(0, count - 1);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (starts[middle]! <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The visible lines if some are folded: null if none are. */
export function visibleLines(index: LineIndex, folded: ReadonlySet<number>): Int32Array | null {
  if (folded.size === 0) return null;
  const shown = new Int32Array(index.count);
  let count = 0;
  for (let line = 0; line < index.count; line++) {
    shown[count++] = line;
    if (folded.has(line) && index.closes[line]! >= 0) line = index.closes[line]!;
  }
  return shown.slice(0, count);
}

/** Brackets around a line, outermost first. */
export function holdersOf(index: LineIndex, line: number): number[] {
  const holders: number[] = [];
  for (let at = line - 1; at >= 0; at--) if (index.closes[at]! >= line) holders.unshift(at);
  return holders;
}
