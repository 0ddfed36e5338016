// The rows of an SQLite file of opencode or Goose, one line each. electron/foreign-files opens a copy of it.

import { member, parseJson } from '../../../shared/json/json.ts';
import { ForeignDatabase } from '../../foreign-files/foreign-database.ts';
import { ForeignFileError } from '../../foreign-files/foreign-file.ts';

/** Rows of the newest moments are compared by id: two programs may write them out of order. */
const doubtMs = 60_000;
const mostOpen = 1000;
/** A longer row is left out: no client gets such an answer. */
const longestRow = 64_000_000;

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
  const database = new ForeignDatabase(file);
  try {
    if (database.hasTable('part')) yield* opencodeLines(database, read);
    else if (database.hasTable('messages')) yield* gooseLines(database, read);
    else throw new ForeignFileError(file, 'unreadable', 'it is a database of neither opencode nor Goose');
  } finally {
    database.close();
  }
}

/** Reads only tool rows: everything else is prompts and answers. */
function* opencodeLines(database: ForeignDatabase, read: DatabaseRows): Generator<string> {
  const version = database.hasTable('session') ? '(SELECT version FROM session WHERE id = part.session_id)' : 'NULL';
  const open = [...read.open];
  const rows = database.rows(
    `SELECT id, data, session_id, time_created, ${version} AS version FROM part
     WHERE octet_length(data) <= ${longestRow} AND data LIKE '%"type":"tool"%'
       AND (coalesce(time_created, 0) >= ? OR id IN (${open.map(() => '?').join()}))
     ORDER BY time_created, id`,
    [read.newest - doubtMs, ...open],
  );
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

function* gooseLines(database: ForeignDatabase, read: DatabaseRows): Generator<string> {
  const rows = database.rows(
    `SELECT id, content_json, session_id, created_timestamp FROM messages
     WHERE id > ? AND octet_length(content_json) <= ${longestRow} AND content_json LIKE '%"tool%' ORDER BY id`,
    [read.newest],
  );
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
