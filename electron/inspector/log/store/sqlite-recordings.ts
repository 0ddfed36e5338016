// Recordings in the log file. Owns their table and their deletion; sqlite-store.ts owns the contents of a recording.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { actors, isCounted } from '../../../../shared/actors.ts';
import { newMark, recordingSpan } from './log-schema.ts';
import { dropPieces } from './long-bodies.ts';
import { MemoryStore } from './memory-store.ts';
import {
  type Counted,
  countedIn,
  type NewRecording,
  type RecordingChange,
  type RecordingEntry,
  type RecordingReader,
  type RecordingsFile,
} from './recordings-file.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { SqliteStore } from './sqlite-store.ts';
import type { LogState, LogStore } from './store.ts';

/** Rows or events deleted in one step. */
const slice = 500;
/** Megabytes that take long enough to free that the user should know why the disk is busy. */
const worthTelling = 20;

export class SqliteRecordings implements RecordingsFile {
  readonly kind = 'sqlite';
  readonly path: string;
  readonly #notice: string;
  readonly #file: SqliteFile;
  /** Space inside the file is being freed; this many bytes at the start. */
  #givingBack = 0;
  #onNotice = (): void => {};
  /** Imports that were interrupted when an earlier run ended. */
  readonly #halves: number[] = [];

  constructor(file: SqliteFile, onlyRead = false, notice = '') {
    this.#notice = notice;
    this.#file = file;
    this.path = file.path;
    if (onlyRead) return;
    this.#mendEnds();
    this.#halves = file.all("SELECT id FROM sessions WHERE kind = 'importing'").map(({ id }) => id as number);
  }

  get notice(): string {
    const megabytes = Math.round(this.#givingBack / 1_000_000);
    const tidying =
      megabytes < worthTelling
        ? ''
        : `The search index now has its own file. ${megabytes} MB inside ${this.path} are being freed. You can keep working.`;
    return [this.#notice, tidying, this.#file.search.notice].filter(Boolean).join(' ');
  }

  onNotice(listener: () => void): void {
    this.#onNotice = listener;
    this.#file.search.onNotice = listener;
  }

  async bytesOnDisk(): Promise<number> {
    await this.#file.emptyWal();
    return this.#file.isClosed ? 0 : this.#file.bytes;
  }

  /** After a kill, `last_seq` lags the events; only recordings that were being written are affected. */
  #mendEnds(): void {
    for (const { id, last_seq } of this.#file.all('SELECT id, last_seq FROM sessions WHERE active = 1')) {
      const sql = 'SELECT max(seq) AS seq FROM events WHERE seq > ? AND session = ?';
      const last = this.#file.get(sql, last_seq as number, id as number)?.seq ?? last_seq;
      this.#file.run('UPDATE sessions SET last_seq = ?, active = 0 WHERE id = ?', last as number, id as number);
    }
  }

  list(): RecordingEntry[] {
    return this.#file
      .all("SELECT * FROM sessions WHERE kind <> 'importing' ORDER BY touched DESC, id DESC")
      .map((columns) => {
        const state = JSON.parse((columns.state as string | null) ?? '{}') as Partial<LogState>;
        return {
          id: columns.id as number,
          name: columns.name as string,
          note: columns.note as string,
          kind: columns.kind as RecordingEntry['kind'],
          source: columns.source as string,
          startedAt: columns.started as number,
          touchedAt: columns.touched as number,
          bytes: columns.bytes as number,
          rows: state.rows ?? 0,
          messages: state.messages ?? 0,
          counted: countedIn(state),
        };
      });
  }

  /** Counts like shared/incident/failed-calls.ts. */
  countIn(recording: number, groups: ReadonlySet<string>): Counted {
    if (groups.size === 0) return { failedCalls: 0, causes: 0 };
    const counted = actors.filter(isCounted);
    const base = recording * recordingSpan;
    const found = this.#file.get(
      `SELECT count(*) AS calls, count(DISTINCT grp) AS causes FROM rows WHERE grp IN (SELECT value FROM json_each(?)) AND failed = 1 AND incident = id
         AND coalesce(actor, 'you') IN (SELECT value FROM json_each(?)) AND rehearsed IS NULL AND ord >= ? AND ord < ?`,
      JSON.stringify([...groups]),
      JSON.stringify(counted),
      base,
      base + recordingSpan,
    );
    return { failedCalls: Number(found?.calls ?? 0), causes: Number(found?.causes ?? 0) };
  }

  create({ name = '', kind, source = '', startedAt, print = '' }: NewRecording): number {
    const id = Number(this.#file.get('SELECT coalesce(max(id) + 1, 0) AS id FROM sessions')?.id ?? 0);
    this.#file.run(
      `INSERT INTO sessions (id, name, note, kind, source, started, touched, first_seq, last_seq, active, bytes, mark, print)
       VALUES (?, ?, '', ?, ?, ?, ?, ?, ?, 0, 0, ?, ?)`,
      id,
      name,
      kind,
      source,
      startedAt,
      Date.now(),
      this.#file.lastSeq + 1,
      this.#file.lastSeq,
      newMark(),
      print,
    );
    return id;
  }

  open(recording: number): LogStore {
    try {
      this.#file.run('UPDATE sessions SET active = 1 WHERE id = ?', recording);
    } catch {
      // A file that rejects writes can still be read; the store keeps new data in memory.
    }
    const store = new SqliteStore(this.#file, recording);
    const { rows = 0, rev = 0 } = store.state() ?? {};
    this.#file.search.open(recording, rows, rev);
    return new MemoryStore({ file: store, onRecovered: () => this.#onNotice() });
  }

  readerOf(recording: number): RecordingReader {
    return new SqliteStore(this.#file, recording);
  }

  change(recording: number, { name, note, header, isWhole }: RecordingChange): void {
    if (isWhole) this.#file.run("UPDATE sessions SET kind = 'imported' WHERE id = ?", recording);
    if (name !== undefined) this.#file.run('UPDATE sessions SET name = ? WHERE id = ?', name.toWellFormed(), recording);
    if (note !== undefined) this.#file.run('UPDATE sessions SET note = ? WHERE id = ?', note.toWellFormed(), recording);
    if (header !== undefined)
      this.#file.run('UPDATE sessions SET header = ? WHERE id = ?', header.toWellFormed(), recording);
  }

  header(recording: number): string | null {
    return (this.#file.get('SELECT header FROM sessions WHERE id = ?', recording)?.header as string | null) ?? null;
  }

  importedAs(print: string): number | null {
    const sql = "SELECT max(id) AS id FROM sessions WHERE kind = 'imported' AND print = ?";
    return (this.#file.get(sql, print)?.id as number | null | undefined) ?? null;
  }

  async remove(recording: number): Promise<void> {
    const file = this.#file;
    const known = file.get('SELECT kind, first_seq, last_seq FROM sessions WHERE id = ?', recording);
    if (!known) return;
    const base = recording * recordingSpan;
    // Data that the user deletes is overwritten, not only unlinked. Half an import is still in its file, so overwriting would only take
    // time.
    if (known.kind !== 'importing') file.exec('PRAGMA secure_delete = ON');
    for (;;) {
      const last = file.get(
        'SELECT max(ord) AS ord FROM (SELECT ord FROM rows WHERE ord >= ? AND ord < ? ORDER BY ord LIMIT ?)',
        base,
        base + recordingSpan,
        slice,
      )?.ord as number | null | undefined;
      if (last == null) break;
      const range = [base, last + 1] as const;
      file.transaction(() => {
        for (const table of ['failures', 'row_events']) {
          file.run(`DELETE FROM ${table} WHERE row IN (SELECT id FROM rows WHERE ord >= ? AND ord < ?)`, ...range);
        }
        file.run('DELETE FROM rows WHERE ord >= ? AND ord < ?', ...range);
      });
      await nextTurn();
      if (file.isClosed) return;
    }
    file.tally?.forget();
    for (let seq = known.first_seq as number; seq <= (known.last_seq as number); seq += slice) {
      file.transaction(() => {
        file.run(dropPieces, seq, seq + slice, recording);
        file.run('DELETE FROM events WHERE seq >= ? AND seq < ? AND session = ?', seq, seq + slice, recording);
      });
      await nextTurn();
      if (file.isClosed) return;
    }
    file.transaction(() => {
      file.run('DELETE FROM changed WHERE session = ?', recording);
      file.run('DELETE FROM facets WHERE session = ?', recording);
      file.run('DELETE FROM figures WHERE session = ?', recording);
      file.run('DELETE FROM sessions WHERE id = ?', recording);
    });
    file.exec('PRAGMA secure_delete = OFF');
    await file.search.forget(recording);
    await this.#giveBack();
  }

  /** Leftovers of an earlier run: a partial import, and space that an earlier version left inside this file. */
  async tidy(): Promise<void> {
    for (const half of this.#halves.splice(0)) await this.remove(half);
    this.#givingBack = this.#file.freeBytes;
    if (this.#givingBack === 0) return;
    await this.#giveBack();
    this.#givingBack = 0;
    this.#onNotice();
  }

  /** A little in each turn, so that nothing is blocked. */
  async #giveBack(): Promise<void> {
    while (!this.#file.isClosed && this.#file.giveBack()) await nextTurn();
    // Only then does the file shrink.
    await this.#file.emptyWal();
  }

  close(): void {
    this.#file.close();
  }
}
