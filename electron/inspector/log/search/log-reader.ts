// Reads rows of the log for their words: what a row says by itself, its first two messages, and those that joined it later.
// Owns the SQL for that, which only reads. What is done with the words is word-index.ts's.

import { firstSeq } from '../../../../shared/exchange/ledger.ts';
import { searchText } from '../../../../shared/filter/match.ts';
import { type EventColumns, fromColumns } from '../store/event-columns.ts';
import { recordingSpan } from '../store/schema.ts';
import { textLimit, textOf, unescaped } from './row-texts.ts';
import type { Sql } from './sql.ts';

/** Messages that joined a row later are read so many at a time. */
const pieceSize = 200;

/** What a row says by itself, and where its messages are. */
export interface RowText {
  ord: number;
  id: number;
  joined: number | null;
  own: string;
}

export class LogReader {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  these(recording: number, ords: readonly number[]): RowText[] {
    if (ords.length === 0) return [];
    const places = JSON.stringify(ords.map((ord) => recording * recordingSpan + ord));
    return this.#sql.all(`${selectRows} WHERE ord IN (SELECT value FROM json_each(?))`, places).map(readRow);
  }

  /** `where` begins with the two ends of the stretch. */
  stretch(recording: number, where: string, from: number, below: number, ...rest: number[]): RowText[] {
    const base = recording * recordingSpan;
    return this.#sql.all(`${selectRows} WHERE ${where}`, base + from, base + below, ...rest).map(readRow);
  }

  /** The first message of each row, and the first that joined it. */
  messages(rows: readonly RowText[]): ReadonlyMap<number, string> {
    const seqs = rows.flatMap(({ id, joined }) => (joined === null ? [firstSeq(id)] : [firstSeq(id), joined]));
    const sql = `SELECT ${messageColumns} FROM events e WHERE e.seq IN (SELECT value FROM json_each(?))`;
    const found = this.#sql.lists(sql, JSON.stringify(seqs));
    return new Map(found.map((columns) => [Number(columns[0]), readText(columns)]));
  }

  /** Which rows have further messages. */
  withMore(rows: readonly RowText[]): ReadonlySet<number> {
    const sql = 'SELECT DISTINCT row FROM row_events WHERE row IN (SELECT value FROM json_each(?))';
    return new Set(this.#sql.all(sql, JSON.stringify(rows.map(({ id }) => id))).map(({ row }) => Number(row)));
  }

  /** Further messages of a row, some at a time. */
  *more(row: number, after: number): Generator<{ texts: string[]; upto: number }> {
    const sql = `SELECT ${messageColumns} FROM row_events x JOIN events e ON e.seq = x.seq
      WHERE x.row = ? AND x.seq > ? ORDER BY x.seq LIMIT ?`;
    for (let upto = after; ; ) {
      const found = this.#sql.lists(sql, row, upto, pieceSize);
      if (found.length === 0) return;
      upto = Number(found.at(-1)?.[0]);
      yield { texts: found.map(readText), upto };
      if (found.length < pieceSize) return;
    }
  }

  moreSays(row: number, after: number, says: (text: string) => boolean): boolean {
    for (const { texts } of this.more(row, after)) if (texts.some(says)) return true;
    return false;
  }
}

const selectRows = 'SELECT ord, id, joined, method, target, args, headline, detail, code, words FROM rows';
/** Cut only where it is long: SQLite would count the signs of every message. */
const messageColumns = `e.seq, e.lane, e.meta,
  CASE WHEN octet_length(e.body) > ${textLimit} AND typeof(e.body) = 'text' THEN substr(e.body, 1, ${textLimit}) ELSE e.body END`;

function readRow(columns: Record<string, unknown>): RowText {
  const { method, target, args, headline, detail, code, words } = columns as Record<string, string | null>;
  return {
    ord: Number(columns.ord) % recordingSpan,
    id: Number(columns.id),
    joined: columns.joined === null ? null : Number(columns.joined),
    // As a row at hand is read (rowText in shared/filter/match.ts).
    own: searchText([method, target, args, headline, detail, code, words] as (string | null)[]),
  };
}

function readText([seq, lane, meta, body]: readonly unknown[]): string {
  // As nearly all are.
  if (meta === null && typeof body === 'string' && lane !== 'http') return unescaped(body.slice(0, textLimit));
  const columns = { lane, meta, body } as EventColumns;
  return textOf(fromColumns({ ...columns, seq: seq as number, at: 0, server: '', epoch: 0 }));
}

export function textsOf({ id, joined, own }: RowText, messages: ReadonlyMap<number, string>): string[] {
  const first = messages.get(firstSeq(id)) ?? '';
  return joined === null ? [own, first] : [own, first, messages.get(joined) ?? ''];
}
