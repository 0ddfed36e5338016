// The rows of an SQLite file of opencode or Goose, one line each. A database is copied before it is opened, with its write-ahead log, so
// that the client is never locked out.

import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { member, parseJson } from '../../../shared/json/json.ts';

/** Rows of the newest moments are compared by id: two programs may write them out of order. */
const doubtMs = 60_000;
const mostOpen = 1000;

/** Which rows were read, so that the next copy gives only what is new or has a result now. */
export class DatabaseRows {
  /** The newest row: its time for opencode, its number for Goose. */
  newest = 0;
  /** Rows of the newest moments, with their times. */
  readonly recent = new Map<string, number>();
  /** Rows of calls without a result. */
  readonly open = new Set<string>();

  note(id: string, at: number, isOpen: boolean): void {
    this.recent.set(id, at);
    this.newest = Math.max(this.newest, at);
    if (!isOpen) this.open.delete(id);
    else if (this.open.size < mostOpen) this.open.add(id);
  }

  forgetOld(): void {
    for (const [id, at] of this.recent) if (at < this.newest - doubtMs) this.recent.delete(id);
  }
}

/** Rows that `read` does not have yet; it has them afterwards. */
export function* databaseLines(file: string, read: DatabaseRows): Generator<string> {
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
      if (tables.has('part')) yield* opencodeLines(database, tables, read);
      else if (tables.has('messages')) yield* gooseLines(database, read);
      else throw new Error('it is a database of neither opencode nor Goose');
    } finally {
      database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads only tool rows: everything else is prompts and answers. */
function* opencodeLines(database: DatabaseSync, tables: ReadonlySet<string>, read: DatabaseRows): Generator<string> {
  const version = tables.has('session') ? '(SELECT version FROM session WHERE id = part.session_id)' : 'NULL';
  const open = [...read.open];
  const rows = database
    .prepare(
      `SELECT id, data, session_id, time_created, ${version} AS version FROM part
       WHERE data LIKE '%"type":"tool"%' AND (coalesce(time_created, 0) >= ? OR id IN (${open.map(() => '?').join()}))
       ORDER BY time_created, id`,
    )
    .iterate(read.newest - doubtMs, ...open);
  for (const { id, data, session_id, time_created, version: made } of rows) {
    const name = String(id);
    if (read.recent.has(name) && !read.open.has(name)) continue;
    const isOpen = isRunning(String(data));
    const wasOpen = read.open.has(name);
    read.note(name, Number(time_created), isOpen);
    if (wasOpen && isOpen) continue;
    yield `{"opencode":${oneLine(data)},"session":${text(session_id)},"version":${text(made)},"at":${Number(time_created)}}`;
  }
  read.forgetOld();
}

function* gooseLines(database: DatabaseSync, read: DatabaseRows): Generator<string> {
  const rows = database
    .prepare(
      "SELECT id, content_json, session_id, created_timestamp FROM messages WHERE id > ? AND content_json LIKE '%\"tool%' ORDER BY id",
    )
    .iterate(read.newest);
  for (const { id, content_json, session_id, created_timestamp } of rows) {
    read.newest = Number(id);
    yield `{"goose":${oneLine(content_json)},"session":${text(session_id)},"at":${Number(created_timestamp) * 1000}}`;
  }
}

function isRunning(data: string): boolean {
  const parsed = parseJson(data);
  const status = parsed.ok ? member(member(parsed.value, 'state'), 'status') : undefined;
  return status === 'pending' || status === 'running';
}

const oneLine = (json: unknown): string => String(json).replace(/[\r\n]/g, ' ');
const text = (value: unknown): string => JSON.stringify(value === null ? '' : String(value));
