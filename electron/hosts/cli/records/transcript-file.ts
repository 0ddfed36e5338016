// A transcript that `decode` was given, as entries like those of a capture. Read in parts, and read again for a second pass where its
// calls are too much to keep.

import { statSync } from 'node:fs';
import type { CaptureEntry } from '../../../../shared/capture/capture.ts';
import { type DecodedLine, type FailedRow, linesOf } from '../../../../shared/exchange/decode-capture.ts';
import { firstSeq } from '../../../../shared/exchange/ledger.ts';
import { lineReaderOf } from '../../../../shared/transcripts/recognize.ts';
import { readSeenText } from '../../../../shared/transcripts/seen-text.ts';
import type { LineReader, TranscriptProblem } from '../../../../shared/transcripts/transcript-lines.ts';
import type { WireEvent } from '../../../../shared/wire.ts';
import {
  firstLineOfTranscript,
  isDatabase,
  transcriptLines,
} from '../../../inspector/transcripts/transcript-source.ts';

/** Characters of calls that are kept between two passes. */
const keptCharacters = 50_000_000;

export class TranscriptFile {
  readonly #lines: () => Iterable<string>;
  #kept: CaptureEntry[] | null = [];
  #isRead = false;
  started = 0;
  calls = 0;
  clientName = '';
  kind: LineReader['kind'] = 'transcript';
  problems: TranscriptProblem[] = [];

  constructor(lines: () => Iterable<string>) {
    this.#lines = lines;
  }

  /** Each entry has a number of its own in the place of its line: several calls may end on one. */
  get entries(): Iterable<CaptureEntry> {
    return { [Symbol.iterator]: () => (this.#isRead && this.#kept ? this.#kept.values() : this.#read()) };
  }

  *#read(): Generator<CaptureEntry> {
    let transcript: LineReader | null = null;
    let length = 0;
    let number = 0;
    const take = (event: WireEvent): CaptureEntry => {
      number += 1;
      if (number === 1) this.started = event.at;
      const entry: CaptureEntry = { line: number, event, extra: {} };
      length += 'text' in event ? event.text.length : 0;
      if (length > keptCharacters) this.#kept = null;
      if (!this.#isRead) this.#kept?.push(entry);
      return entry;
    };
    for (const line of this.#lines()) {
      if (transcript === null && line.trim() !== '') transcript = lineReaderOf(line);
      for (const event of transcript?.read(line) ?? []) yield take(event);
    }
    for (const event of transcript?.finish() ?? []) yield take(event);
    this.#isRead = true;
    this.calls = transcript?.calls ?? 0;
    this.kind = transcript?.kind ?? 'transcript';
    this.clientName = transcript?.clientName ?? '';
    this.problems = transcript?.problems() ?? [];
  }

  /** What failed, by the numbers of its calls, with the entries that say so: secrets of a call are hidden in its answer too. */
  failures(failed: readonly FailedRow[]): { found: DecodedLine[]; byLine: Map<number, WireEvent> } {
    const wanted = new Set(failed.map(({ row }) => firstSeq(row.id)));
    const byLine = new Map<number, WireEvent>();
    for (const { line, event } of this.entries) if (wanted.has(line)) byLine.set(line, event);
    return { found: linesOf(failed, [], this.started), byLine };
  }
}

/** With the lines of the transcript in the place of the number of its call. */
export function placeInTranscript(failure: DecodedLine, byLine: ReadonlyMap<number, WireEvent>): DecodedLine {
  const event = byLine.get(failure.line);
  const lines = event?.lane === 'seen' ? readSeenText(event.text, event.server)?.lines : undefined;
  return { ...failure, line: lines?.at(-1) ?? failure.line, request: lines?.[0] ?? failure.request };
}

const isTranscript = (line: string): boolean => lineReaderOf(line) !== null;

/** null: the file is none. */
export function openTranscript(file: string): TranscriptFile | null {
  if (!statSync(file).isFile()) return null;
  if (!isDatabase(file) && !isTranscript(firstLineOfTranscript(file)) && !isValue(file)) return null;
  return new TranscriptFile(() => transcriptLines(file));
}

/** One value that is spread over lines, such as a transcript of Cline. */
function isValue(file: string): boolean {
  if (firstLineOfTranscript(file).trim() !== '{') return false;
  const [value] = transcriptLines(file);
  return value !== undefined && isTranscript(value);
}

/** The same for a text in memory. */
export function transcriptIn(text: string): TranscriptFile | null {
  const first = /\S[^\n]*/.exec(text)?.[0] ?? '';
  if (isTranscript(first)) return new TranscriptFile(() => text.split('\n'));
  // One value that is spread over lines.
  return first.trim() === '{' && isTranscript(text) ? new TranscriptFile(() => [text]) : null;
}
