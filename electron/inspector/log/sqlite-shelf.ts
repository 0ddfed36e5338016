// Sessions in the log file. Owns the table of them and how one is taken away; what is inside a session is sqlite-store.ts's.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { sessionSpan } from './schema.ts';
import type { NewSession, SessionChange, SessionRecord, Shelf } from './session-file.ts';
import { SpillStore } from './spill-store.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { SqliteStore } from './sqlite-store.ts';
import type { LogState, LogStore } from './store.ts';
import { forgetTexts, prepareTexts } from './text-index.ts';

/** Rows or events that are deleted in one go. */
const slice = 500;

export class SqliteShelf implements Shelf {
  readonly kind = 'sqlite';
  readonly path: string;
  readonly notice: string;
  readonly #file: SqliteFile;

  constructor(file: SqliteFile, onlyRead = false, notice = '') {
    this.notice = notice;
    this.#file = file;
    this.path = file.path;
    if (onlyRead) return;
    prepareTexts(file);
    this.#mendEnds();
  }

  /** After a kill, `last_seq` lags behind the events; only the sessions that were being written are concerned. */
  #mendEnds(): void {
    for (const { id, last_seq } of this.#file.all('SELECT id, last_seq FROM sessions WHERE active = 1')) {
      const sql = 'SELECT max(seq) AS seq FROM events WHERE seq > ? AND session = ?';
      const last = this.#file.get(sql, last_seq as number, id as number)?.seq ?? last_seq;
      this.#file.run('UPDATE sessions SET last_seq = ?, active = 0 WHERE id = ?', last as number, id as number);
    }
  }

  list(): SessionRecord[] {
    return this.#file.all('SELECT * FROM sessions ORDER BY touched DESC, id DESC').map((columns) => {
      const state = JSON.parse((columns.state as string | null) ?? '{}') as Partial<LogState>;
      return {
        id: columns.id as number,
        name: columns.name as string,
        note: columns.note as string,
        kind: columns.kind as SessionRecord['kind'],
        source: columns.source as string,
        startedAt: columns.started as number,
        touchedAt: columns.touched as number,
        bytes: columns.bytes as number,
        rows: state.rows ?? 0,
        messages: state.messages ?? 0,
        failures: state.failures ?? 0,
      };
    });
  }

  create({ name = '', kind, source = '', startedAt }: NewSession): number {
    const id = Number(this.#file.get('SELECT coalesce(max(id) + 1, 0) AS id FROM sessions')?.id ?? 0);
    this.#file.run(
      `INSERT INTO sessions (id, name, note, kind, source, started, touched, first_seq, last_seq, active, bytes, indexed)
       VALUES (?, ?, '', ?, ?, ?, ?, ?, ?, 0, 0, 0)`,
      id,
      name,
      kind,
      source,
      startedAt,
      Date.now(),
      this.#file.lastSeq + 1,
      this.#file.lastSeq,
    );
    return id;
  }

  open(session: number): LogStore {
    try {
      this.#file.run('UPDATE sessions SET active = 1 WHERE id = ?', session);
    } catch {
      // A file that takes nothing can still be read; what comes is kept in memory by the store.
    }
    return new SpillStore(new SqliteStore(this.#file, session));
  }

  change(session: number, { name, note, header }: SessionChange): void {
    if (name !== undefined) this.#file.run('UPDATE sessions SET name = ? WHERE id = ?', name.toWellFormed(), session);
    if (note !== undefined) this.#file.run('UPDATE sessions SET note = ? WHERE id = ?', note.toWellFormed(), session);
    if (header !== undefined)
      this.#file.run('UPDATE sessions SET header = ? WHERE id = ?', header.toWellFormed(), session);
  }

  header(session: number): string | null {
    return (this.#file.get('SELECT header FROM sessions WHERE id = ?', session)?.header as string | null) ?? null;
  }

  async remove(session: number): Promise<void> {
    const file = this.#file;
    const known = file.get('SELECT first_seq, last_seq FROM sessions WHERE id = ?', session);
    if (!known) return;
    const base = session * sessionSpan;
    // What a person deletes is overwritten, not only forgotten.
    file.exec('PRAGMA secure_delete = ON');
    for (;;) {
      const last = file.get(
        'SELECT max(ord) AS ord FROM (SELECT ord FROM rows WHERE ord >= ? AND ord < ? ORDER BY ord LIMIT ?)',
        base,
        base + sessionSpan,
        slice,
      )?.ord as number | null | undefined;
      if (last == null) break;
      const range = [base, last + 1] as const;
      file.transaction(() => {
        for (const table of ['failures', 'row_events']) {
          file.run(`DELETE FROM ${table} WHERE row IN (SELECT id FROM rows WHERE ord >= ? AND ord < ?)`, ...range);
        }
        forgetTexts(file, ...range);
        file.run('DELETE FROM unindexed WHERE ord >= ? AND ord < ?', ...range);
        file.run('DELETE FROM rows WHERE ord >= ? AND ord < ?', ...range);
      });
      await nextTurn();
      if (file.isClosed) return;
    }
    for (let seq = known.first_seq as number; seq <= (known.last_seq as number); seq += slice) {
      file.run('DELETE FROM events WHERE seq >= ? AND seq < ? AND session = ?', seq, seq + slice, session);
      await nextTurn();
      if (file.isClosed) return;
    }
    file.transaction(() => {
      file.run('DELETE FROM facets WHERE session = ?', session);
      file.run('DELETE FROM figures WHERE session = ?', session);
      file.run('DELETE FROM sessions WHERE id = ?', session);
    });
    file.exec('PRAGMA secure_delete = OFF');
    await this.#giveBack();
  }

  /** Free pages go back to the disk, as far as the file was made for that; otherwise they are used again. */
  async #giveBack(): Promise<void> {
    for (let round = 0; round < 10_000; round += 1) {
      if (this.#file.isClosed) return;
      const free = Number(this.#file.get('PRAGMA freelist_count')?.freelist_count ?? 0);
      if (free === 0 || Number(this.#file.get('PRAGMA auto_vacuum')?.auto_vacuum ?? 0) !== 2) break;
      this.#file.exec('PRAGMA incremental_vacuum(200)');
      await nextTurn();
    }
    this.#file.search.checkpoint();
  }

  close(): void {
    this.#file.close();
  }
}
