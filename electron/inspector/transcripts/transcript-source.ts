// The lines of a transcript on disk: a text file in parts, or the rows of an SQLite file of opencode or Goose as one line each.
// A database is copied before it is opened, with its write-ahead log, so that the client is never locked out.

import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StringDecoder } from 'node:string_decoder';

const partBytes = 1 << 20;
/** A longer line does not belong to a transcript. */
const longestLine = 200_000_000;

export function isDatabase(file: string): boolean {
  const mark = 'SQLite format 3\0';
  return firstBytes(file, mark.length).toString('latin1') === mark;
}

/** The first line, which may identify the format. */
export function firstLine(file: string): string {
  for (const line of textLines(file)) if (line.trim() !== '') return line;
  return '';
}

/** Of a database or a text file. */
export function* transcriptLines(file: string): Generator<string> {
  yield* isDatabase(file) ? databaseLines(file) : textLines(file);
}

/** The same in parts of several lines, as an import reads them. */
export function* transcriptParts(file: string): Generator<string> {
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

function* textLines(file: string): Generator<string> {
  const open = openSync(file, 'r');
  const buffer = Buffer.alloc(partBytes);
  const decoder = new StringDecoder('utf8');
  let held: string[] = [];
  let length = 0;
  try {
    for (let size = readSync(open, buffer); size > 0; size = readSync(open, buffer)) {
      const text = decoder.write(buffer.subarray(0, size));
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
    const rest = held.join('') + decoder.end();
    if (rest !== '') yield rest;
  } finally {
    closeSync(open);
  }
}

function* databaseLines(file: string): Generator<string> {
  const folder = mkdtempSync(join(tmpdir(), 'misfire-transcript-'));
  try {
    const copy = join(folder, 'copy.db');
    copyFileSync(file, copy);
    // Only the log is needed: its index is rebuilt.
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
    // Loaded on demand: most transcripts are text.
    const sqlite = process.getBuiltinModule('node:sqlite');
    const database = new sqlite.DatabaseSync(copy);
    try {
      const tables = new Set(
        database
          .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
          .all()
          .map(({ name }) => String(name)),
      );
      if (tables.has('part')) yield* opencodeLines(database, tables);
      else if (tables.has('messages')) yield* gooseLines(database);
      else throw new Error('it is a database of neither opencode nor Goose');
    } finally {
      database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads only tool rows: everything else is prompts and answers. */
function* opencodeLines(database: DatabaseSync, tables: ReadonlySet<string>): Generator<string> {
  const version = tables.has('session') ? '(SELECT version FROM session WHERE id = part.session_id)' : 'NULL';
  const rows = database
    .prepare(
      `SELECT data, session_id, time_created, ${version} AS version FROM part WHERE data LIKE '%"type":"tool"%' ORDER BY time_created, id`,
    )
    .iterate();
  for (const { data, session_id, time_created, version: made } of rows)
    yield `{"opencode":${oneLine(data)},"session":${text(session_id)},"version":${text(made)},"at":${Number(time_created)}}`;
}

function* gooseLines(database: DatabaseSync): Generator<string> {
  const rows = database
    .prepare(
      "SELECT content_json, session_id, created_timestamp FROM messages WHERE content_json LIKE '%\"tool%' ORDER BY id",
    )
    .iterate();
  for (const { content_json, session_id, created_timestamp } of rows)
    yield `{"goose":${oneLine(content_json)},"session":${text(session_id)},"at":${Number(created_timestamp) * 1000}}`;
}

const oneLine = (json: unknown): string => String(json).replace(/[\r\n]/g, ' ');
const text = (value: unknown): string => JSON.stringify(value === null ? '' : String(value));

function firstBytes(file: string, size: number): Buffer {
  const open = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(size);
    return buffer.subarray(0, readSync(open, buffer));
  } finally {
    closeSync(open);
  }
}
