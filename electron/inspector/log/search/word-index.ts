// The index of words in a file of its own, one FTS5 table a recording: entering rows, finding them, taking recordings away.
// Reads the log and never writes to it. Whatever is not entered yet is found by looking at it, so an answer is always whole.
// Owns what stands in the search file. When it works, and that it does so on a thread of its own, is search-worker.ts's.

import { compileWords, toMatch, wordsOf } from '../../../../shared/filter/words.ts';
import { type Database, recordingSpan } from '../store/schema.ts';
import type { Found } from '../store/store.ts';
import { LogReader, type RowText, textsOf } from './log-reader.ts';
import type { FindWords } from './search-protocol.ts';
import { Sql } from './sql.ts';

/** Raised whenever other words would be entered for the same rows: the file is then made anew. */
export const searchVersion = 1;

/** Rows of one answer; whoever waits behind it waits for no more than this takes. */
const answerRows = 25_000;
/** For so long rows are looked at in one answer, in portions of this many. */
const lookMs = 25;
const lookRows = 100;
/** Changes that are entered at once. */
const changesAtOnce = 64;
/** A step takes about so long, and has no more rows than that. */
const stepMs = 40;
const stepRows = 2000;
/** Rows of one transaction, over several steps: each writes a part of the index, and many small parts are merged again and again. */
const commitRows = 4000;
/**
 * Stands between two messages, so that no words are found across them: a control character, which is in no word and which nobody
 * types. One of Latin-1, as any other would make the whole text twice as wide on its way to SQLite, which takes a sixth longer.
 */
const between = ' \u0080 ';

/** What the file knows of a recording: all rows below `rows`, as they were after change `rev`, are in it. */
interface Known {
  recording: number;
  rows: number;
  rev: number;
}

export class WordIndex {
  readonly #log: Sql;
  readonly #reader: LogReader;
  /** null: there is no file, so every row is looked at. */
  readonly #words: Sql | null;
  readonly #mayWrite: boolean;
  #pace = 16;
  /** Rows entered in the transaction that is under way; null: none is. */
  #uncommitted: number | null = null;
  /** Up to which change the recordings of that transaction are entered. */
  readonly #reached = new Map<number, number>();

  constructor(log: Database, words: Database | null, mayWrite: boolean) {
    this.#log = new Sql(log);
    this.#reader = new LogReader(this.#log);
    this.#words = words && new Sql(words, 'tells damage');
    this.#mayWrite = mayWrite;
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

  /** After a power cut the log may have lost its last rows, which others take the place of. */
  check(recording: number, rows: number, rev: number): void {
    const known = this.#words?.get('SELECT rows, rev FROM sessions WHERE id = ?', recording);
    if (known && this.#mayWrite && (Number(known.rows) > rows || Number(known.rev) > rev)) this.forget(recording);
  }

  /** Enters a little of what is new in a recording; false when nothing is left. It lasts only once `commit` was called. */
  step(recording: number): boolean {
    if (!this.#words || !this.#mayWrite) return false;
    const known = this.#known(recording);
    return known !== null && (this.#enterChanged(known) || this.#enterNew(known));
  }

  /** There is enough for one transaction. */
  get isToCommit(): boolean {
    return (this.#uncommitted ?? 0) >= commitRows;
  }

  /** Makes what was entered last; tells up to which change each recording is entered. */
  commit(): ReadonlyMap<number, number> {
    if (this.#uncommitted === null) return new Map();
    const reached = new Map(this.#reached);
    this.#write(0, () => this.#words?.exec('COMMIT'));
    this.#uncommitted = null;
    this.#reached.clear();
    return reached;
  }

  /** The newest rows of the stretch that say the words, as many as one answer has. */
  find({ recording, words, from, below }: FindWords): Found {
    const known = this.#known(recording);
    const match = toMatch(words);
    const entered = known && match !== null ? Math.min(known.rows, below) : 0;
    const says = compileWords(words);
    if (!known || match === null || entered < below) return this.#look(recording, says, Math.max(from, entered), below);
    return this.#lookUp(known, match, says, from, below);
  }

  /** Takes the words of a recording away. The room they took is given back by `giveBack`. */
  forget(recording: number): void {
    const words = this.#words;
    if (!words) return;
    this.commit();
    this.#write(0, () => {
      words.exec(`DROP TABLE IF EXISTS ${table(recording)}`);
      words.run('DELETE FROM pieces WHERE session = ?', recording);
      words.run('DELETE FROM sessions WHERE id = ?', recording);
    });
    this.commit();
  }

  /** Gives a little of the free room back to the disk; false when there is none. */
  giveBack(): boolean {
    if (!this.#mayWrite || Number(this.#words?.get('PRAGMA freelist_count')?.freelist_count ?? 0) === 0) return false;
    this.#words?.exec('PRAGMA incremental_vacuum(500)');
    return true;
  }

  /** Recordings that the log has no more, as when it was replaced. */
  #forgetStrangers(): void {
    const there = new Set(this.#log.all('SELECT id FROM sessions').map(({ id }) => id));
    for (const { id } of this.#words?.all('SELECT id FROM sessions') ?? []) if (!there.has(id)) this.forget(Number(id));
  }

  /** null: the log has no such recording. One whose rows were made anew, or whose changes were missed, begins at nothing. */
  #known(recording: number): Known | null {
    const there = this.#log.get('SELECT mark, pruned FROM sessions WHERE id = ?', recording);
    if (!there) return null;
    const known = this.#words?.get('SELECT mark, rows, rev FROM sessions WHERE id = ?', recording);
    if (known && known.mark === there.mark && Number(known.rev) >= Number(there.pruned))
      return { recording, rows: Number(known.rows), rev: Number(known.rev) };
    // Rows are read from here on, so every change up to now is in what is read.
    const last = this.#log.get('SELECT max(rev) AS rev FROM changed WHERE session = ?', recording)?.rev;
    const begun = { recording, rows: 0, rev: Math.max(Number(last ?? 0), Number(there.pruned)) };
    if (this.#words && this.#mayWrite) {
      if (known) this.forget(recording);
      this.#write(0, () => {
        this.#words?.exec(
          `CREATE VIRTUAL TABLE ${table(recording)} USING fts5(said, content = '', contentless_delete = 1, tokenize = 'ascii')`,
        );
        // Parts of the index are merged eight at a time: half the work of four, and a search hardly notices.
        this.#words?.exec(`INSERT INTO ${table(recording)} (${table(recording)}, rank) VALUES ('automerge', 8)`);
        const sql = 'INSERT INTO sessions (id, mark, rows, rev) VALUES (?,?,0,?)';
        this.#words?.run(sql, recording, Number(there.mark), begun.rev);
      });
    }
    return begun;
  }

  /** As part of the transaction under way, or of a new one. What fails takes all of it along: it is entered again. */
  #write(rows: number, work: () => void): void {
    if (this.#uncommitted === null) this.#words?.exec('BEGIN IMMEDIATE');
    this.#uncommitted = (this.#uncommitted ?? 0) + rows;
    try {
      work();
    } catch (error) {
      this.#uncommitted = null;
      this.#reached.clear();
      try {
        this.#words?.exec('ROLLBACK');
      } catch {} // A full disk ends it by itself.
      throw error;
    }
  }

  #enterNew({ recording, rows: from, rev }: Known): boolean {
    const started = performance.now();
    const rows = this.#reader.stretch(
      recording,
      'ord >= ? AND ord < ? ORDER BY ord LIMIT ?',
      from,
      recordingSpan,
      this.#pace,
    );
    const last = rows.at(-1);
    if (!last) return false;
    this.#write(rows.length, () => {
      this.#enter(recording, rows);
      this.#words?.run('UPDATE sessions SET rows = ? WHERE id = ?', last.ord + 1, recording);
    });
    this.#reached.set(recording, rev);
    const took = Math.max(0.5, performance.now() - started);
    this.#pace = Math.max(4, Math.min(stepRows, this.#pace * 4, Math.round((rows.length * stepMs) / took)));
    return true;
  }

  #enterChanged({ recording, rows, rev }: Known): boolean {
    const sql = 'SELECT rev, ord FROM changed WHERE session = ? AND rev > ? ORDER BY rev LIMIT ?';
    const changed = this.#log.all(sql, recording, rev, changesAtOnce);
    if (changed.length === 0) return false;
    const last = Number(changed.at(-1)?.rev);
    // Those that are not entered yet will be read as they are then.
    const again = [...new Set(changed.map(({ ord }) => Number(ord)))].filter((ord) => ord < rows);
    this.#write(again.length, () => {
      for (const ord of again) this.#words?.run(`DELETE FROM ${table(recording)} WHERE rowid = ?`, ord);
      this.#enter(recording, this.#reader.these(recording, again));
      this.#words?.run('UPDATE sessions SET rev = ? WHERE id = ?', last, recording);
    });
    this.#reached.set(recording, last);
    return true;
  }

  #enter(recording: number, rows: readonly RowText[]): void {
    const messages = this.#reader.messages(rows);
    const longer = this.#reader.withMore(rows);
    const insert = `INSERT INTO ${table(recording)} (rowid, said) VALUES (?,?)`;
    for (const row of rows) {
      this.#words?.run(insert, row.ord, asEntry(textsOf(row, messages)));
      if (!longer.has(row.id)) continue;
      for (const { texts, upto } of this.#reader.more(row.id, this.#enteredUpto(recording, row.ord))) {
        this.#words?.run('INSERT INTO pieces (session, ord, upto) VALUES (?,?,?)', recording, row.ord, upto);
        const piece = Number(this.#words?.get('SELECT last_insert_rowid() AS piece')?.piece);
        this.#words?.run(insert, -piece, asEntry(texts));
      }
    }
  }

  /** Messages of a row up to this one are entered in pieces. */
  #enteredUpto(recording: number, ord: number): number {
    const sql = 'SELECT max(upto) AS upto FROM pieces WHERE session = ? AND ord = ?';
    return Number(this.#words?.get(sql, recording, ord)?.upto ?? 0);
  }

  /** Looks at the rows themselves, newest first, for a while. */
  #look(recording: number, says: (text: string) => boolean, from: number, below: number): Found {
    const until = performance.now() + lookMs;
    const ords: number[] = [];
    let looked = below;
    while (looked > from && performance.now() < until) {
      const low = Math.max(from, looked - lookRows);
      const rows = this.#reader.stretch(recording, 'ord >= ? AND ord < ? ORDER BY ord DESC', low, looked);
      const messages = this.#reader.messages(rows);
      const longer = this.#reader.withMore(rows);
      for (const row of rows) {
        const isSaid =
          textsOf(row, messages).some(says) || (longer.has(row.id) && this.#reader.moreSays(row.id, 0, says));
        if (isSaid) ords.push(row.ord);
      }
      looked = low;
    }
    return { ords: Uint32Array.from(ords), from: looked };
  }

  #lookUp(known: Known, match: string, says: (text: string) => boolean, from: number, below: number): Found {
    const { recording } = known;
    const words = this.#words as Sql;
    const name = table(recording);
    const whole = words.list(
      `SELECT rowid AS ord FROM ${name} WHERE ${name} MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid DESC LIMIT ?`,
      [match, from, below, answerRows],
    );
    const inPieces = words.list(
      `SELECT DISTINCT ord FROM pieces WHERE session = ? AND ord >= ? AND ord < ?
         AND piece IN (SELECT -rowid FROM ${name} WHERE ${name} MATCH ? AND rowid < 0) ORDER BY ord DESC LIMIT ?`,
      [recording, from, below, match, answerRows],
    );
    const ends = [whole, inPieces].filter(({ length }) => length === answerRows).map((ords) => ords.at(-1) as number);
    const low = Math.max(from, ...ends);
    const changed = this.#changed(known, low, below);
    const ords = new Set([...whole.filter((ord) => !changed.has(ord)), ...inPieces]);
    const rows = this.#reader.these(
      recording,
      [...changed].filter((ord) => !ords.has(ord)),
    );
    const messages = this.#reader.messages(rows);
    for (const row of rows) {
      const later = () => this.#reader.moreSays(row.id, this.#enteredUpto(recording, row.ord), says);
      if (textsOf(row, messages).some(says) || later()) ords.add(row.ord);
    }
    const found = Uint32Array.from([...ords].filter((ord) => ord >= low));
    return { ords: found.sort().reverse(), from: low };
  }

  /** Rows of the stretch that have changed since they were entered. */
  #changed({ recording, rev }: Known, from: number, below: number): Set<number> {
    const sql = 'SELECT DISTINCT ord FROM changed WHERE session = ? AND rev > ? AND ord >= ? AND ord < ?';
    return new Set(this.#log.all(sql, recording, rev, from, below).map(({ ord }) => Number(ord)));
  }
}

const table = (recording: number): string => `words_${recording}`;

/** FTS5 parts plain ASCII into the words that `wordsOf` finds; where there is more, it is given those words. */
function asEntry(texts: readonly string[]): string {
  // What was cut ends with this sign; it is no word.
  const plain = texts.map((text) => text.replaceAll('…', ' '));
  return plain.map((text) => (isAscii(text) ? text : wordsOf(text).join(' '))).join(between);
}

/** Any other sign takes more bytes than units; counting them is many times quicker than looking for one. */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;
