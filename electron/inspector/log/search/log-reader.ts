// Reads rows of the log for their words: what a row says by itself, its first two messages, and those that joined it later.
// Owns the SQL for that, which only reads. What is done with the words is word-index.ts's.

import { rowId } from '../../../../shared/exchange/ledger.ts';
import { type EventColumns, fromColumns } from '../store/event-columns.ts';
import { recordingSpan } from '../store/schema.ts';
import { textLimit, textOf, unescaped } from './row-texts.ts';
import type { Sql } from './sql.ts';

/** Messages that joined a row later are read so many at a time. */
const pieceSize = 200;

export interface RowText {
  ord: number;
  id: number;
  /** What it says by itself, its first message, and the first that joined it. */
  texts: string[];
  /** It has further messages. */
  hasMore: boolean;
}

export class LogReader {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  these(recording: number, ords: readonly number[]): RowText[] {
    if (ords.length === 0) return [];
    const places = JSON.stringify(ords.map((ord) => recording * recordingSpan + ord));
    return this.#sql.lists(`${selectRows} WHERE ord IN (SELECT value FROM json_each(?))`, places).map(readRow);
  }

  /** `where` begins with the two ends of the stretch. */
  stretch(recording: number, where: string, from: number, below: number, ...rest: number[]): RowText[] {
    const base = recording * recordingSpan;
    return this.#sql.lists(`${selectRows} WHERE ${where}`, base + from, base + below, ...rest).map(readRow);
  }

  /** Further messages of a row, some at a time. */
  *more(row: number, after: number): Generator<{ texts: string[]; upto: number }> {
    const sql = `SELECT x.seq, ${messageOf('e')} FROM row_events x JOIN events e ON e.seq = x.seq
      WHERE x.row = ? AND x.seq > ? ORDER BY x.seq LIMIT ?`;
    for (let upto = after; ; ) {
      const found = this.#sql.lists(sql, row, upto, pieceSize);
      if (found.length === 0) return;
      upto = Number(found.at(-1)?.[0]);
      yield { texts: found.map(([, ...message]) => readText(message)), upto };
      if (found.length < pieceSize) return;
    }
  }

  moreSays(row: number, after: number, says: (text: string) => boolean): boolean {
    for (const { texts } of this.more(row, after)) if (texts.some(says)) return true;
    return false;
  }
}

/** Cut only where it is long: SQLite would count the signs of every message. */
const messageOf = (event: string): string => `${event}.lane, ${event}.meta,
  CASE WHEN octet_length(${event}.body) > ${textLimit} AND typeof(${event}.body) = 'text' THEN substr(${event}.body, 1, ${textLimit}) ELSE ${event}.body END`;

/** All of a row by one statement, its own words as one text (as rowText in shared/filter/match.ts has them): fetching is half the work. */
const selectRows = `SELECT r.ord, r.id, EXISTS (SELECT 1 FROM row_events x WHERE x.row = r.id),
    concat_ws(char(10), r.method, r.target, r.args, r.headline, r.detail, r.code, r.words),
    ${messageOf('e')}, ${messageOf('j')}
  FROM rows r LEFT JOIN events e ON e.seq = r.id % ${rowId(0, 1)} LEFT JOIN events j ON j.seq = r.joined`;

function readRow([ord, id, more, own, ...messages]: readonly unknown[]): RowText {
  return {
    ord: Number(ord) % recordingSpan,
    id: Number(id),
    texts: [own as string, readText(messages.slice(0, 3)), readText(messages.slice(3))],
    hasMore: more === 1,
  };
}

/** '' where there is no such message. */
function readText([lane, meta, body]: readonly unknown[]): string {
  if (lane === null) return '';
  // As nearly all are.
  if (meta === null && typeof body === 'string' && lane !== 'http') return unescaped(body.slice(0, textLimit));
  const columns = { lane, meta, body } as EventColumns;
  return textOf(fromColumns({ ...columns, seq: 0, at: 0, server: '', epoch: 0 }));
}
