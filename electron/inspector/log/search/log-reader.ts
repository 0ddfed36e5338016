// Reads the searchable text of rows: the row itself, its first two messages, and those that joined later. Owns the SQL for that, which is
// read-only. word-index.ts uses the text.

import { rowId } from '../../../../shared/exchange/ledger.ts';
import { type EventColumns, fromColumns } from '../store/event-columns.ts';
import { recordingSpan } from '../store/log-schema.ts';
import { searchedText, textLimit, unescapedForSearch } from './row-texts.ts';
import type { Sql } from './sql.ts';

/** Number of later messages of a row read at a time. */
const pieceSize = 200;

export interface RowText {
  ord: number;
  id: number;
  /** The row's own text, its first message, and the first that joined it. */
  texts: string[];
  /** There are further messages. */
  hasMore: boolean;
}

export class SearchReader {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  these(recording: number, ords: readonly number[]): RowText[] {
    if (ords.length === 0) return [];
    const places = JSON.stringify(ords.map((ord) => recording * recordingSpan + ord));
    return this.#sql.lists(`${selectRows} WHERE ord IN (SELECT value FROM json_each(?))`, places).map(readRow);
  }

  /** `where` starts with the two ends of the range. */
  range(recording: number, where: string, from: number, below: number, ...rest: number[]): RowText[] {
    const base = recording * recordingSpan;
    return this.#sql.lists(`${selectRows} WHERE ${where}`, base + from, base + below, ...rest).map(readRow);
  }

  /** Further messages of a row, a few at a time. */
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

/** Cut only if long: SQLite would count the characters of every message. */
const messageOf = (event: string): string => `${event}.lane, ${event}.meta,
  CASE WHEN octet_length(${event}.body) > ${textLimit} AND typeof(${event}.body) = 'text' THEN substr(${event}.body, 1, ${textLimit}) ELSE ${event}.body END`;

/** Everything of a row in one statement, its own text as one string (like rowText in shared/filter/match.ts). Fetching is half the work. */
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

/** '' if there is no such message. */
function readText([lane, meta, body]: readonly unknown[]): string {
  if (lane === null) return '';
  // True for nearly all messages.
  if (meta === null && typeof body === 'string' && lane !== 'http') return unescapedForSearch(body.slice(0, textLimit));
  const columns = { lane, meta, body } as EventColumns;
  return searchedText(fromColumns({ ...columns, seq: 0, at: 0, server: '', epoch: 0 }));
}
