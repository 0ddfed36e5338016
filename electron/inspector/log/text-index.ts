// Words of every row and of the messages behind it, for searching: built after the fact, a few milliseconds at a time.
// Recording never waits for it. A row is one entry; one that changes later is entered anew.

import { rowId } from '../../../shared/exchange/ledger.ts';
import { toMatch } from '../../../shared/filter/words.ts';
import { fromColumns } from './event-columns.ts';
import { bodyOf } from './row-detail.ts';
import { type SqlValue, sessionSpan } from './schema.ts';
import type { SqliteFile } from './sqlite-file.ts';
import type { SqliteStore } from './sqlite-store.ts';
import { pagesToMerge, partsAtOnce } from './text-segments.ts';
import { type AskWords, WordHits } from './word-hits.ts';

/** Of each message only so much is searched: reading 12 MB of one for its words would hold up everything else. */
export const textLimit = 100_000;
/** Rows that go into the index in one transaction; each leaves a segment to be merged. */
const chunk = 256;

/** How far the rows of a batch's members lie apart, whose first event is the batch. */
const memberStride = rowId(0, 1);

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
    file.exec(`INSERT INTO texts (texts, rank) VALUES ('crisismerge', 1999)`);
    file.exec(`INSERT INTO texts (texts, rank) VALUES ('usermerge', ${partsAtOnce})`);
    file.define('plain_body', plainBody as (...values: SqlValue[]) => SqlValue);
    file.hasTexts = true;
  } catch {
    file.hasTexts = false;
  }
  return file.hasTexts;
}

/** Takes the words of rows out of it, before the rows themselves go. */
export function forgetTexts(file: SqliteFile, from: number, to: number): void {
  if (file.hasTexts) {
    file.run('DELETE FROM texts WHERE rowid IN (SELECT ord FROM rows WHERE ord >= ? AND ord < ?)', from, to);
    file.run('DELETE FROM texts WHERE rowid IN (SELECT -piece FROM pieces WHERE ord >= ? AND ord < ?)', from, to);
  }
  file.run('DELETE FROM pieces WHERE ord >= ? AND ord < ?', from, to);
}

export class TextIndex {
  readonly #file: SqliteFile;
  readonly #store: SqliteStore;
  readonly #base: number;
  /** Rows that are entered at once. */
  #pace = 16;

  constructor(file: SqliteFile, store: SqliteStore) {
    this.#file = file;
    this.#store = store;
    this.#base = store.session * sessionSpan;
  }

  get indexed(): number {
    return this.#file.hasTexts ? this.#store.indexed : 0;
  }

  get shouldWait(): boolean {
    return this.#file.search.isMoving;
  }

  find(words: string): WordHits | null {
    const match = this.#file.hasTexts ? toMatch(words) : null;
    if (!match) return null;
    const ask: AskWords = (said, below, limit) => this.#file.search.find(said, this.#base, below, limit);
    return new WordHits(ask, match, this.#store.indexed);
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
      if (this.#merge()) continue;
      if (this.#store.indexed < rows) this.#enterNew(rows, started + budgetMs);
      else if (!this.#enterChanged()) return false;
    } while (performance.now() - started < budgetMs);
    return true;
  }

  /** A few rows at a time, as many as the last ones promise to fit. */
  #enterNew(rows: number, until: number): void {
    const from = this.#store.indexed;
    const to = Math.min(rows, from + this.#pace);
    const started = performance.now();
    this.#file.transaction(() => {
      this.#file.run(enter, this.#base + from, this.#base + to);
      for (const { ord } of this.#file.all(bursts, this.#base + from, this.#base + to)) this.#enterPiece(ord as number);
      this.#file.run('UPDATE sessions SET indexed = ? WHERE id = ?', to, this.#store.session);
    });
    this.#store.indexed = to;
    const each = (performance.now() - started) / (to - from);
    const room = Math.max(1, until - performance.now());
    this.#pace = Math.max(1, Math.min(chunk, this.#pace * 4, Math.floor(room / Math.max(each, 0.005))));
  }

  #enterChanged(): boolean {
    const sql = 'SELECT ord FROM unindexed WHERE ord >= ? AND ord < ? LIMIT 16';
    const changed = this.#file.all(sql, this.#base, this.#base + sessionSpan);
    if (changed.length === 0) return false;
    this.#file.transaction(() => {
      for (const { ord } of changed) {
        if (this.#file.all(bursts, ord as number, (ord as number) + 1).length > 0) {
          if (this.#enterPiece(ord as number)) continue;
        } else {
          this.#file.run('DELETE FROM texts WHERE rowid = ?', ord as number);
          this.#file.run(enter, ord as number, (ord as number) + 1);
        }
        this.#file.run('DELETE FROM unindexed WHERE ord = ?', ord as number);
      }
    });
    return true;
  }

  /** Enters the next messages of a burst; true when there are more, for which the row is noted again. */
  #enterPiece(ord: number): boolean {
    const after = this.#file.get('SELECT max(upto) AS upto FROM pieces WHERE ord = ?', ord)?.upto ?? 0;
    const found = this.#file.get(nextPiece, ord, after as number, pieceSize);
    const upto = found?.upto as number | null | undefined;
    if (upto == null) return false;
    this.#file.run('INSERT INTO pieces (ord, upto) VALUES (?,?)', ord, upto);
    const piece = this.#file.get('SELECT max(piece) AS piece FROM pieces')?.piece as number;
    this.#file.run('INSERT INTO texts (rowid, said) VALUES (?,?)', -piece, found?.said as string);
    const more = found?.n === pieceSize;
    if (more) this.#file.run('INSERT OR IGNORE INTO unindexed (ord) VALUES (?)', ord);
    return more;
  }

  /** Some pages of merging, where there is something to merge (FTS5 manual, section 6.8). */
  #merge(): boolean {
    const structure = this.#file.get('SELECT block FROM texts_data WHERE id = 10')?.block;
    const pages = structure instanceof Uint8Array ? pagesToMerge(structure) : 0;
    if (pages > 0) this.#file.run(`INSERT INTO texts (texts, rank) VALUES ('merge', ?)`, pages);
    return pages > 0;
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

/** Odd bodies only: with escapes, as bytes, or where the words are beside the body. The others never leave SQLite. */
export function plainBody(body: SqlValue, meta: SqlValue): string {
  const text =
    typeof body === 'string'
      ? body
      : bodyOf(fromColumns({ ...nowhere, body: body as Uint8Array, meta: meta as string | null })).text;
  return unescaped(text.length > textLimit ? text.slice(0, textLimit) : text).toWellFormed();
}

const nowhere = { seq: 0, at: 0, server: '', epoch: 0, lane: 'in' };

/** A row's words: what a failure is called, and its messages. What a good answer is called is taken from them anyway. */
const plain = (event: string): string =>
  `CASE WHEN ${event}.plain = 1 AND octet_length(${event}.body) <= ${textLimit} THEN ${event}.body
    WHEN ${event}.body IS NULL THEN coalesce(${event}.meta ->> 'message', '') ELSE plain_body(${event}.body, ${event}.meta) END`;
const enter = `INSERT INTO texts (rowid, said)
  SELECT r.ord, r.server || char(10) ||
    CASE WHEN r.failed = 1 THEN r.headline || char(10) || r.detail || char(10) || coalesce(r.code, '') || char(10) || r.words ELSE '' END
    || char(10) || coalesce((SELECT ${plain('e')} FROM events e WHERE e.seq = r.id % ${memberStride}), '') || char(10) ||
    coalesce((SELECT ${plain('e')} FROM events e WHERE e.seq = r.joined), '') || char(10) ||
    CASE WHEN r.times > 1 THEN '' ELSE
    coalesce((SELECT substr(group_concat(${plain('e')}, char(10)), 1, ${textLimit})
      FROM row_events x JOIN events e ON e.seq = x.seq WHERE x.row = r.id), '') END
  FROM rows r WHERE r.ord >= ? AND r.ord < ? ORDER BY r.ord`;

/** Messages of a burst that are entered at once. */
const pieceSize = 200;
const bursts = 'SELECT ord FROM rows WHERE ord >= ? AND ord < ? AND times > 1';
const nextPiece = `SELECT max(seq) AS upto, count(*) AS n, substr(group_concat(said, char(10)), 1, ${textLimit}) AS said FROM (
  SELECT x.seq AS seq, ${plain('e')} AS said FROM row_events x JOIN events e ON e.seq = x.seq
  WHERE x.row = (SELECT id FROM rows WHERE ord = ?) AND x.seq > ? ORDER BY x.seq LIMIT ?)`;
