// Words of every row and of the messages behind it, for searching: built after the fact, a few milliseconds at a time.
// Recording never waits for it. A row is one entry; one that changes later is entered anew.

import { firstSeq } from '../../../shared/exchange/ledger.ts';
import { fromColumns } from './event-columns.ts';
import { bodyOf } from './row-detail.ts';
import { sessionSpan } from './schema.ts';
import type { SqliteFile } from './sqlite-file.ts';
import type { SqliteStore } from './sqlite-store.ts';

/** Of each message only so much is searched: reading 12 MB of one for its words would hold up everything else. */
const textLimit = 100_000;
const rowLimit = 200_000;
/** Rows that go into the index in one transaction; each leaves a segment to be merged. */
const chunk = 256;

/** Makes the index where SQLite can; says whether it could. */
export function prepareTexts(file: SqliteFile): boolean {
  try {
    file.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS texts USING fts5(
        said, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0"
      )`,
    );
    // Merging at commit would now and then take long; it is done in steps of our own.
    file.exec(`INSERT INTO texts (texts, rank) VALUES ('automerge', 0)`);
    file.exec(`INSERT INTO texts (texts, rank) VALUES ('crisismerge', 500)`);
    file.hasTexts = true;
  } catch {
    file.hasTexts = false;
  }
  return file.hasTexts;
}

export class TextIndex {
  readonly #file: SqliteFile;
  readonly #store: SqliteStore;
  readonly #base: number;
  #sinceMerge = 0;

  constructor(file: SqliteFile, store: SqliteStore) {
    this.#file = file;
    this.#store = store;
    this.#base = store.session * sessionSpan;
  }

  get indexed(): number {
    return this.#file.hasTexts ? this.#store.indexed : 0;
  }

  find(words: string): Promise<Uint32Array | null> {
    return this.#file.hasTexts ? this.#file.search.find(words, this.#base, this.#store.indexed) : Promise.resolve(null);
  }

  /** Rows that words are not found in yet. */
  missing(rows: number): number {
    if (!this.#file.hasTexts) return 0;
    return Math.max(0, rows - this.#store.indexed) + this.#queued();
  }

  #queued(): number {
    const sql = 'SELECT count(*) AS n FROM (SELECT 1 FROM unindexed WHERE ord >= ? AND ord < ? LIMIT 10000)';
    return Number(this.#file.get(sql, this.#base, this.#base + sessionSpan)?.n ?? 0);
  }

  /** Works for about `budgetMs`; false when there is nothing left to do. */
  step(rows: number, budgetMs: number): boolean {
    if (!this.#file.hasTexts || this.#file.isClosed) return false;
    const started = performance.now();
    do {
      if (this.#sinceMerge >= 16) {
        this.#merge();
        continue;
      }
      if (this.#store.indexed < rows) this.#enterNew(Math.min(rows, this.#store.indexed + chunk), started + budgetMs);
      else if (!this.#enterChanged()) return false;
      this.#sinceMerge += 1;
    } while (performance.now() - started < budgetMs);
    return true;
  }

  #enterNew(to: number, until: number): void {
    let place = this.#store.indexed;
    const rows = this.#file.all(rowTexts, this.#base + place, this.#base + to);
    this.#file.transaction(() => {
      for (const row of rows) {
        this.#file.run('INSERT INTO texts (rowid, said) VALUES (?,?)', row.ord as number, this.#textOf(row));
        place += 1;
        if (performance.now() > until) break;
      }
      if (rows.length === 0) place = to;
      this.#file.run('UPDATE sessions SET indexed = ? WHERE id = ?', place, this.#store.session);
    });
    this.#store.indexed = place;
  }

  #enterChanged(): boolean {
    const sql = 'SELECT ord FROM unindexed WHERE ord >= ? AND ord < ? LIMIT 16';
    const changed = this.#file.all(sql, this.#base, this.#base + sessionSpan);
    if (changed.length === 0) return false;
    this.#file.transaction(() => {
      for (const { ord } of changed) {
        const [row] = this.#file.all(rowTexts, ord as number, (ord as number) + 1);
        this.#file.run('DELETE FROM texts WHERE rowid = ?', ord as number);
        if (row) this.#file.run('INSERT INTO texts (rowid, said) VALUES (?,?)', ord as number, this.#textOf(row));
        this.#file.run('DELETE FROM unindexed WHERE ord = ?', ord as number);
      }
    });
    return true;
  }

  /** Some pages of merging; done when a step changes nothing (FTS5 manual, section 6.8). */
  #merge(): void {
    const before = this.#changes();
    this.#file.exec(`INSERT INTO texts (texts, rank) VALUES ('merge', 16)`);
    if (this.#changes() - before < 2) this.#sinceMerge = 0;
  }

  #changes(): number {
    return Number(this.#file.get('SELECT total_changes() AS n')?.n ?? 0);
  }

  #textOf(row: Record<string, unknown>): string {
    const id = row.id as number;
    const more = this.#file.all('SELECT seq FROM row_events WHERE row = ? ORDER BY seq LIMIT 200', id);
    // What a good answer is called and the arguments in short are taken from the messages themselves.
    const told = row.failed === 1 ? [row.headline, row.detail, row.code, row.words] : [];
    let text = [row.server, ...told].filter(Boolean).join('\n');
    for (const seq of [firstSeq(id), ...more.map(({ seq }) => seq as number)]) {
      if (text.length > rowLimit) break;
      text += `\n${this.#bodyText(seq)}`;
    }
    return text;
  }

  #bodyText(seq: number): string {
    const columns = this.#file.get('SELECT seq, at, server, epoch, lane, body, meta FROM events WHERE seq = ?', seq);
    if (!columns) return '';
    const { body, meta } = columns;
    const text = typeof body === 'string' && meta === null ? body : bodyOf(fromColumns(columns as never)).text;
    return unescaped(text.length > textLimit ? text.slice(0, textLimit) : text).toWellFormed();
  }
}

/** `\n` inside a JSON string parts two words; as it is written it would be the beginning of one. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, sign: string | undefined) =>
    code === undefined
      ? /[a-z]/.test(sign ?? '')
        ? ' '
        : (sign ?? '')
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const rowTexts = `SELECT ord, id, server, failed, headline, detail, code, words
  FROM rows WHERE ord >= ? AND ord < ? ORDER BY ord`;
