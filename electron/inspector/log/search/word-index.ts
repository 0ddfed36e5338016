// The word index in its own file: FTS5 tables with a fixed number of rows each. Indexes rows, finds them, and deletes recordings. Reads the
// log and never writes to it. Rows that are not indexed yet are scanned, so an answer is always complete. Owns the contents of the search
// file. search-worker.ts decides when to run it, on its own thread.

import { compileWords, toMatch, wordsOf } from '../../../../shared/filter/filter-words.ts';
import { type Database, recordingSpan } from '../store/log-schema.ts';
import type { FoundRows } from '../store/store.ts';
import { type RowText, SearchReader } from './log-reader.ts';
import type { FindWords } from './search-protocol.ts';
import { Sql } from './sql.ts';

/** Increased whenever the same rows would be indexed differently; the file is then rebuilt. */
export const searchVersion = 3;

/**
 * Rows per table; the newest table is queried first. For a prefix, FTS5 merges all rows of the table with a matching word, however few are
 * requested. So the query names the complete words that start with the prefix, and stops once it has enough rows. If there are more than
 * `fewWords`, it uses the prefix itself.
 */
const rowsOfTable = 262_144;
const fewWords = 10;
/** An answer continues to older rows for this long; unindexed rows are scanned in portions of this size. */
const answerMs = 25;
const lookRows = 100;
/** Changes indexed at once. */
const changesAtOnce = 64;
/** Approximate duration of a step, and its maximum number of rows. */
const stepMs = 40;
const stepRows = 2000;
/**
 * Rows per transaction, over several steps. Each step writes a segment of the index, and many small segments are merged again and again.
 */
const commitRows = 4000;
/**
 * Separates two messages, so that no phrase matches across them. It is a control character, which is in no word and which users do not
 * type. It is Latin-1: any other character would double the width of the text passed to SQLite, which takes a sixth longer.
 */
const between = ' \u0080 ';

/** What the file has of a recording: all rows below `rows`, as of change `rev`. */
interface Known {
  recording: number;
  rows: number;
  rev: number;
}

/** The query for each table. */
interface TableQuery {
  recording: number;
  words: string;
  says: (text: string) => boolean;
  /** Rows that have changed since they were indexed. */
  changed: ReadonlySet<number>;
  most: number;
}

export class WordIndex {
  readonly #log: Sql;
  readonly #reader: SearchReader;
  /** null: there is no file, so every row is scanned. */
  readonly #words: Sql | null;
  readonly #mayWrite: boolean;
  readonly #tableRows: number;
  #pace = 16;
  /** Rows indexed in the current transaction; null if none is open. */
  #uncommitted: number | null = null;
  /** The change up to which that transaction indexes each recording. */
  readonly #reached = new Map<number, number>();

  /** Tables are smaller only in tests. */
  constructor(log: Database, words: Database | null, mayWrite: boolean, tableRows = rowsOfTable) {
    this.#log = new Sql(log);
    this.#reader = new SearchReader(this.#log);
    this.#words = words && new Sql(words, 'reports damage');
    this.#mayWrite = mayWrite;
    this.#tableRows = tableRows;
    if (words && mayWrite) this.#forgetStrangers();
  }

  static prepare(words: Database): void {
    words.exec(`
      CREATE TABLE IF NOT EXISTS sessions (id INTEGER PRIMARY KEY, mark INTEGER NOT NULL, rows INTEGER NOT NULL, rev INTEGER NOT NULL) STRICT;
      -- Messages that joined a row later are entered in pieces, below zero: what has been entered is not read again when more comes.
      CREATE TABLE IF NOT EXISTS pieces (piece INTEGER PRIMARY KEY, session INTEGER NOT NULL, ord INTEGER NOT NULL, upto INTEGER NOT NULL) STRICT;
      CREATE INDEX IF NOT EXISTS pieces_ord ON pieces (session, ord, upto);
    `);
  }

  /** After a power cut the log may have lost its last rows, and new rows may have replaced them. */
  check(recording: number, rows: number, rev: number): void {
    const known = this.#words?.get('SELECT rows, rev FROM sessions WHERE id = ?', recording);
    if (known && this.#mayWrite && (Number(known.rows) > rows || Number(known.rev) > rev)) this.forget(recording);
  }

  /** Indexes a little of what is new in a recording; false when nothing is left. Durable only after `commit`. */
  step(recording: number): boolean {
    if (!this.#words || !this.#mayWrite) return false;
    const known = this.#known(recording);
    return known !== null && (this.#enterChanged(known) || this.#enterNew(known));
  }

  /** Enough for one transaction. */
  get isToCommit(): boolean {
    return (this.#uncommitted ?? 0) >= commitRows;
  }

  /** Makes the indexed rows durable. Reports up to which change each recording is indexed. */
  commit(): ReadonlyMap<number, number> {
    if (this.#uncommitted === null) return new Map();
    const reached = new Map(this.#reached);
    this.#write(0, () => this.#words?.exec('COMMIT'));
    this.#uncommitted = null;
    this.#reached.clear();
    return reached;
  }

  /** The newest rows of the range that contain the words, about as many as requested. */
  find({ recording, words, from, below, most }: FindWords): FoundRows {
    const known = this.#known(recording);
    const hasWords = toMatch(words) !== null;
    const entered = known && hasWords ? Math.min(known.rows, below) : 0;
    const says = compileWords(words);
    const isEntered = known && hasWords && entered === below;
    const lowest = isEntered ? from : Math.max(from, entered);
    const changed = isEntered ? this.#changed(known, from, below) : new Set<number>();
    const until = performance.now() + answerMs;
    const ords: number[] = [];
    let looked = below;
    do {
      const found = isEntered
        ? this.#lookUp(
            { recording, words, says, changed, most: most - ords.length },
            Math.max(lowest, this.#firstOfTable(looked - 1)),
            looked,
          )
        : this.#look(recording, says, Math.max(lowest, looked - lookRows), looked);
      for (const ord of found.ords) ords.push(ord);
      looked = found.from;
    } while (looked > lowest && ords.length < most && performance.now() < until);
    return { ords: Uint32Array.from(ords), from: looked };
  }

  /** Deletes the words of a recording. `giveBack` returns their space. */
  forget(recording: number): void {
    const words = this.#words;
    if (!words) return;
    this.commit();
    this.#write(0, () => {
      const rows = Number(words.get('SELECT rows FROM sessions WHERE id = ?', recording)?.rows ?? 0);
      for (let at = 0; at < rows; at += this.#tableRows) {
        const name = this.#table(recording, at);
        words.exec(`DROP TABLE IF EXISTS ${name}_said; DROP TABLE IF EXISTS ${name}`);
      }
      words.run('DELETE FROM pieces WHERE session = ?', recording);
      words.run('DELETE FROM sessions WHERE id = ?', recording);
    });
    this.commit();
  }

  /** Returns a little free space to the disk; false when there is none. */
  giveBack(): boolean {
    if (!this.#mayWrite || Number(this.#words?.get('PRAGMA freelist_count')?.freelist_count ?? 0) === 0) return false;
    this.#words?.exec('PRAGMA incremental_vacuum(500)');
    return true;
  }

  /** Recordings that the log no longer has, for example after it was replaced. */
  #forgetStrangers(): void {
    const there = new Set(this.#log.all('SELECT id FROM sessions').map(({ id }) => id));
    for (const { id } of this.#words?.all('SELECT id FROM sessions') ?? []) if (!there.has(id)) this.forget(Number(id));
  }

  /** null: the log has no such recording. Starts from zero if its rows were derived again or changes were missed. */
  #known(recording: number): Known | null {
    const there = this.#log.get('SELECT mark, pruned FROM sessions WHERE id = ?', recording);
    if (!there) return null;
    const known = this.#words?.get('SELECT mark, rows, rev FROM sessions WHERE id = ?', recording);
    if (known && known.mark === there.mark && Number(known.rev) >= Number(there.pruned))
      return { recording, rows: Number(known.rows), rev: Number(known.rev) };
    // Rows are read from here on, so the text includes every change up to now.
    const last = this.#log.get('SELECT max(rev) AS rev FROM changed WHERE session = ?', recording)?.rev;
    const begun = { recording, rows: 0, rev: Math.max(Number(last ?? 0), Number(there.pruned)) };
    if (this.#words && this.#mayWrite) {
      if (known) this.forget(recording);
      this.#write(0, () => {
        const sql = 'INSERT INTO sessions (id, mark, rows, rev) VALUES (?,?,0,?)';
        this.#words?.run(sql, recording, Number(there.mark), begun.rev);
      });
    }
    return begun;
  }

  /** Part of the current transaction, or of a new one. An error rolls back all of it; the rows are indexed again. */
  #write<T>(rows: number, work: () => T): T {
    if (this.#uncommitted === null) this.#words?.exec('BEGIN IMMEDIATE');
    this.#uncommitted = (this.#uncommitted ?? 0) + rows;
    try {
      return work();
    } catch (error) {
      this.#uncommitted = null;
      this.#reached.clear();
      try {
        this.#words?.exec('ROLLBACK');
      } catch {} // A full disk ends it on its own.
      throw error;
    }
  }

  #enterNew({ recording, rows: from, rev }: Known): boolean {
    const started = performance.now();
    const rows = this.#reader.range(
      recording,
      'ord >= ? AND ord < ? ORDER BY ord LIMIT ?',
      from,
      recordingSpan,
      this.#pace,
    );
    const last = rows.at(-1);
    if (!last) return false;
    this.#write(rows.length, () => {
      for (let at = this.#firstOfTable(from + this.#tableRows - 1); at <= last.ord; at += this.#tableRows)
        this.#makeTable(recording, at);
      this.#enter(recording, rows);
      this.#words?.run('UPDATE sessions SET rows = ? WHERE id = ?', last.ord + 1, recording);
    });
    this.#reached.set(recording, rev);
    const took = Math.max(0.5, performance.now() - started);
    this.#pace = Math.max(4, Math.min(stepRows, this.#pace * 4, Math.round((rows.length * stepMs) / took)));
    return true;
  }

  #table(recording: number, ord: number): string {
    return `words_${recording}_${Math.floor(ord / this.#tableRows)}`;
  }

  #firstOfTable(ord: number): number {
    return ord - (ord % this.#tableRows);
  }

  #makeTable(recording: number, ord: number): void {
    const name = this.#table(recording, ord);
    this.#words?.exec(
      `CREATE VIRTUAL TABLE ${name} USING fts5(said, content = '', contentless_delete = 1, tokenize = 'ascii')`,
    );
    // Segments are merged sixteen at a time: half the work of four, with hardly any effect on searches. Merged in small steps unless far
    // more have accumulated, because a query would wait for the whole merge.
    this.#words?.exec(`INSERT INTO ${name} (${name}, rank) VALUES ('automerge', 16), ('crisismerge', 64)`);
    this.#words?.exec(`CREATE VIRTUAL TABLE ${name}_said USING fts5vocab(${name}, instance)`);
  }

  #enterChanged({ recording, rows, rev }: Known): boolean {
    const sql = 'SELECT rev, ord FROM changed WHERE session = ? AND rev > ? ORDER BY rev LIMIT ?';
    const changed = this.#log.all(sql, recording, rev, changesAtOnce);
    if (changed.length === 0) return false;
    const last = Number(changed.at(-1)?.rev);
    // Rows not indexed yet will be read in their state at that time.
    const again = [...new Set(changed.map(({ ord }) => Number(ord)))].filter((ord) => ord < rows);
    this.#write(again.length, () => {
      for (const ord of again) this.#words?.run(`DELETE FROM ${this.#table(recording, ord)} WHERE rowid = ?`, ord);
      this.#enter(recording, this.#reader.these(recording, again));
      this.#words?.run('UPDATE sessions SET rev = ? WHERE id = ?', last, recording);
    });
    this.#reached.set(recording, last);
    return true;
  }

  #enter(recording: number, rows: readonly RowText[]): void {
    for (const row of rows) {
      const insert = `INSERT INTO ${this.#table(recording, row.ord)} (rowid, said) VALUES (?,?)`;
      this.#words?.run(insert, row.ord, asEntry(row.texts));
      if (!row.hasMore) continue;
      for (const { texts, upto } of this.#reader.more(row.id, this.#enteredUpto(recording, row.ord))) {
        this.#words?.run('INSERT INTO pieces (session, ord, upto) VALUES (?,?,?)', recording, row.ord, upto);
        const piece = Number(this.#words?.get('SELECT last_insert_rowid() AS piece')?.piece);
        this.#words?.run(insert, -piece, asEntry(texts));
      }
    }
  }

  /** Messages of a row up to this one are indexed in pieces. */
  #enteredUpto(recording: number, ord: number): number {
    const sql = 'SELECT max(upto) AS upto FROM pieces WHERE session = ? AND ord = ?';
    return Number(this.#words?.get(sql, recording, ord)?.upto ?? 0);
  }

  /** Scans the rows themselves. */
  #look(recording: number, says: (text: string) => boolean, from: number, below: number): FoundRows {
    const rows = this.#reader.range(recording, 'ord >= ? AND ord < ? ORDER BY ord DESC', from, below);
    const saying = rows.filter((row) => this.#says(row, says, 0));
    return { ords: Uint32Array.from(saying, ({ ord }) => ord), from };
  }

  #says({ id, texts, hasMore }: RowText, says: (text: string) => boolean, after: number): boolean {
    return texts.some(says) || (hasMore && this.#reader.moreSays(id, after, says));
  }

  /** Queries the one table that holds the whole range. */
  #lookUp({ recording, words, says, changed, most }: TableQuery, from: number, below: number): FoundRows {
    const file = this.#words as Sql;
    const name = this.#table(recording, from);
    const read = () => toMatch(words, (start) => this.#wordsFrom(name, start)) as string;
    // FTS5 flushes its memory before it lists its words. That is left to the current transaction.
    const match = this.#uncommitted === null ? read() : this.#write(0, read);
    const whole = file.list(
      `SELECT rowid AS ord FROM ${name} WHERE ${name} MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid DESC LIMIT ?`,
      [match, from, below, most],
    );
    // The plus makes SQLite start with the pieces: if there are none, it looks up nothing.
    const inPieces = file.list(
      `SELECT DISTINCT ord FROM pieces WHERE session = ? AND ord >= ? AND ord < ?
         AND +piece IN (SELECT -rowid FROM ${name} WHERE ${name} MATCH ? AND rowid < 0) ORDER BY ord DESC LIMIT ?`,
      [recording, from, below, match, most],
    );
    const ends = [whole, inPieces].filter(({ length }) => length === most).map((ords) => ords.at(-1) as number);
    const low = Math.max(from, ...ends);
    const ords = new Set([...whole.filter((ord) => !changed.has(ord)), ...inPieces]);
    const unsure = [...changed].filter((ord) => ord >= low && ord < below && !ords.has(ord));
    for (const row of this.#reader.these(recording, unsure))
      if (this.#says(row, says, this.#enteredUpto(recording, row.ord))) ords.add(row.ord);
    const found = Uint32Array.from([...ords].filter((ord) => ord >= low));
    return { ords: found.sort().reverse(), from: low };
  }

  /** The words of a table that start with the prefix; null if there are many. */
  #wordsFrom(name: string, start: string): string[] | null {
    const sql = `SELECT term FROM ${name}_said WHERE term >= ? ORDER BY term LIMIT 1`;
    const next = (from: string) => this.#words?.get(sql, from)?.term as string | undefined;
    const found: string[] = [];
    // No word sorts between a word and the same word followed by a non-word character.
    for (let word = next(start); word?.startsWith(start); word = next(`${word}\u0001`)) {
      if (found.length === fewWords) return null;
      found.push(word);
    }
    return found;
  }

  /** Rows of the range that have changed since they were indexed. */
  #changed({ recording, rev }: Known, from: number, below: number): Set<number> {
    const sql = 'SELECT DISTINCT ord FROM changed WHERE session = ? AND rev > ? AND ord >= ? AND ord < ?';
    return new Set(this.#log.all(sql, recording, rev, from, below).map(({ ord }) => Number(ord)));
  }
}

const asEntry = (texts: readonly string[]): string => texts.map(wordsForFts).join(between);

/** FTS5 splits plain ASCII into the same words as `wordsOf`. For other text it gets those words. */
function wordsForFts(text: string): string {
  // Cut text ends with this character, which is not a word.
  const plain = text.replaceAll('…', ' ');
  if (!isAscii(plain)) return wordsOf(plain).join(' ');
  return plain === text ? plain : narrow(plain);
}

/**
 * A string that had a wide character stays wide in V8 without it, as does every string joined to it. Passing that to SQLite takes several
 * times as long.
 */
const narrow = (ascii: string): string => Buffer.from(ascii, 'latin1').toString('latin1');

/** Any other character takes more bytes than UTF-16 units. Counting bytes is many times faster than searching for one. */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;
