// The lines of a transcript on disk: a text file in parts, or the rows of an SQLite file of opencode or Goose as one line each.
// growing-transcript.ts goes on when a client writes more.

import { StringDecoder } from 'node:string_decoder';
import { foreignParts, withForeignFile } from '../../foreign-files/foreign-file.ts';
import { headerOfLog } from './log-places.ts';
import { DatabaseRows, databaseLines } from './transcript-database.ts';

const partBytes = 1 << 20;
/** A longer line does not belong to a transcript. */
const longestLine = 200_000_000;
const longestFirstLine = 16_000_000;

export function isDatabase(file: string): boolean {
  const mark = 'SQLite format 3\0';
  return withForeignFile(file, {}, (open) => open.readAt(0, mark.length)).toString('latin1') === mark;
}

/** The first line with text, which may identify the format. Truncated if it is longer than any client writes it. */
export function firstLineOfTranscript(file: string): string {
  const header = headerOfLog(file);
  if (header !== '') return header;
  if (isDatabase(file)) {
    for (const line of databaseLines(file, new DatabaseRows())) return line;
    return '';
  }
  const head = withForeignFile(file, {}, (open) => open.readAt(0, longestFirstLine)).toString('utf8');
  return /\S[^\n]*/.exec(head)?.[0] ?? '';
}

/** Of a database or a text file. A log that does not name its server begins with a line that does. */
export function* transcriptLines(file: string): Generator<string> {
  const header = headerOfLog(file);
  if (header !== '') yield header;
  yield* isDatabase(file) ? databaseLines(file, new DatabaseRows()) : valueLines(textLines(file));
}

/** One JSON value that is spread over the lines of the file, such as a transcript of Cline, is one line. */
function* valueLines(lines: Iterable<string>): Generator<string> {
  let value: string[] | null = null;
  let isFirst = true;
  let length = 0;
  for (const line of lines) {
    if (isFirst && line.trim() === '{') value = [];
    isFirst = false;
    length += line.length;
    if (value === null) yield line;
    else if (length <= longestLine) value.push(line);
  }
  if (value !== null && length <= longestLine) yield value.join(' ');
}

/** The same as text in parts, as an import reads them. */
export function* transcriptParts(file: string): Generator<string> {
  if (!isDatabase(file)) {
    const header = headerOfLog(file);
    if (header !== '') yield `${header}\n`;
    yield* textParts(file);
    return;
  }
  let part: string[] = [];
  let length = 0;
  for (const line of transcriptLines(file)) {
    part.push(line, '\n');
    length += line.length;
    if (length < partBytes) continue;
    yield part.join('');
    part = [];
    length = 0;
  }
  yield part.join('');
}

function* textParts(file: string): Generator<string> {
  const decoder = new StringDecoder('utf8');
  for (const part of foreignParts(file)) yield decoder.write(part);
  yield decoder.end();
}

function* textLines(file: string): Generator<string> {
  let held: string[] = [];
  let length = 0;
  for (const text of textParts(file)) {
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      held.push(text.slice(start, end));
      yield length > longestLine ? '' : held.join('');
      held = [];
      length = 0;
      start = end + 1;
    }
    length += text.length - start;
    if (length > longestLine) held = [];
    else if (start < text.length) held.push(text.slice(start));
  }
  const rest = held.join('');
  if (rest !== '') yield rest;
}
