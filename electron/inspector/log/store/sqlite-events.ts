// The messages of one recording in a SQLite file, verbatim and in order; none is ever changed. Owns the statements of their table, and
// their size in bytes.

import { firstSeq, rowId } from '../../../../shared/exchange/ledger.ts';
import type { StoredEvent, WireEvent } from '../../../../shared/wire.ts';
import { type EventColumns, fromColumns, toColumns } from './event-columns.ts';
import type { SqlValue } from './log-schema.ts';
import { insertPiece, isLongBody, joined, piecesOf, selectPieces } from './long-bodies.ts';
import type { SqliteFile } from './sqlite-file.ts';

export class SqliteEvents {
  readonly #file: SqliteFile;
  readonly #recording: number;
  readonly #first: number;
  #last: number;
  #bytes: number;

  constructor(file: SqliteFile, recording: number) {
    this.#file = file;
    this.#recording = recording;
    const known = file.get('SELECT first_seq, last_seq, bytes FROM sessions WHERE id = ?', recording);
    this.#first = Number(known?.first_seq ?? 0);
    this.#last = Number(known?.last_seq ?? 0);
    this.#bytes = Number(known?.bytes ?? 0);
  }

  get span(): [first: number, last: number] {
    return [this.#first, this.#last];
  }

  get lastSeq(): number {
    return this.#last;
  }

  get bytes(): number {
    return this.#bytes;
  }

  append(events: readonly WireEvent[]): number[] {
    const file = this.#file;
    const seqs: number[] = [];
    let bytes = 0;
    const columns = events.map(toColumns);
    const write = () => {
      let values: SqlValue[] = [];
      for (const [index, event] of events.entries()) {
        const { lane, body: whole, meta } = columns[index] as EventColumns;
        const seq = file.lastSeq + seqs.length + 1;
        const [body, ...further] = isLongBody(whole) ? piecesOf(whole) : [whole];
        values.push(seq, event.at, event.server, event.epoch, lane, body as SqlValue, meta, this.#recording);
        bytes += (whole?.length ?? 0) + (meta?.length ?? 0) + 40;
        seqs.push(seq);
        if (further.length > 0) {
          file.run(insertLong, ...values.splice(-insertedColumns), further.length);
          for (const [piece, text] of further.entries()) file.run(insertPiece, seq, piece, text);
          continue;
        }
        if (values.length < insertedColumns * atOnce) continue;
        file.run(insertEvents, ...values);
        values = [];
      }
      for (let from = 0; from < values.length; from += insertedColumns)
        file.run(insertEvent, ...values.slice(from, from + insertedColumns));
    };
    const hasLong = columns.some(({ body }) => isLongBody(body));
    if (events.length === 0) return seqs;
    if (events.length === 1 && !hasLong) {
      write();
      file.noteCommit();
    } else if (!hasLong) file.transaction(write);
    else {
      file.withLittleCache(() => file.transaction(write));
      file.search.move();
    }
    file.lastSeq += seqs.length;
    this.#last = file.lastSeq;
    this.#bytes += bytes;
    file.tally?.write({ seq: file.lastSeq, at: events.at(-1)?.at ?? 0, recording: this.#recording });
    return seqs;
  }

  one(seq: number): StoredEvent | null {
    const columns = this.#file.get(`SELECT ${eventColumns} FROM events WHERE seq = ?`, seq);
    return columns ? this.#read(columns) : null;
  }

  after(seq: number, limit: number): StoredEvent[] {
    const sql = `SELECT ${eventColumns} FROM events WHERE seq > ? AND seq <= ? AND session = ? ORDER BY seq LIMIT ?`;
    const from = Math.max(seq, this.#first - 1);
    return this.#file.all(sql, from, this.#last, this.#recording, limit).map((columns) => this.#read(columns));
  }

  ofRows(ids: readonly number[]): Map<number, StoredEvent[]> {
    const found = new Map<number, StoredEvent[]>();
    for (const columns of this.#file.all(selectOfRows, JSON.stringify(ids))) {
      const row = columns.row as number;
      const event = this.#read(columns);
      const known = found.get(row) ?? [];
      // In the order of `eventsOf`: the row's own event comes first.
      found.set(row, event.seq === firstSeq(row) ? [event, ...known] : [...known, event]);
    }
    return found;
  }

  lastAt(server: string, epoch: number): number | null {
    const sql =
      'SELECT at FROM events WHERE seq > ? AND seq <= ? AND server = ? AND epoch = ? ORDER BY seq DESC LIMIT 1';
    const from = Math.max(this.#first - 1, this.#last - newestEvents);
    const [found] = this.#file.all(sql, from, this.#last, server, epoch) as { at: number }[];
    return found?.at ?? null;
  }

  connectionsAfter(seq: number): { server: string; epoch: number }[] {
    const sql = 'SELECT DISTINCT server, epoch FROM events WHERE seq > ? AND seq <= ? AND session = ?';
    return this.#file.all(sql, Math.max(seq, this.#first - 1), this.#last, this.#recording) as never;
  }

  #read(columns: Record<string, unknown>): StoredEvent {
    const event = columns as unknown as EventColumns & { seq: number; at: number; server: string; epoch: number };
    if (columns.further === null) return fromColumns(event);
    const further = this.#file.all(selectPieces, event.seq).map(({ body }) => body as string | Uint8Array);
    return fromColumns({ ...event, body: joined([event.body as string | Uint8Array, ...further]) });
  }
}

/** Queried after a kill: more than were ever recorded at once. */
const newestEvents = 20_000;
const eventColumns = 'seq, at, server, epoch, lane, body, meta, further';
/** Of a row that is read together with others: more would fill the memory. */
const mostAtOnce = 4;
const longAtOnce = 100_000;
const seqsOfRow = `SELECT r.id % ${rowId(0, 1)} UNION ALL SELECT r.joined
  UNION ALL SELECT x.seq FROM row_events x WHERE x.row = r.id`;
const selectOfRows = `SELECT r.id AS row, e.seq, e.at, e.server, e.epoch, e.lane, e.body, e.meta, e.further
  FROM json_each(?) w JOIN rows r ON r.id = w.value JOIN events e ON e.seq IN (${seqsOfRow})
  WHERE NOT EXISTS (SELECT 1 FROM row_events x WHERE x.row = r.id LIMIT 1 OFFSET ${mostAtOnce - 2})
    AND NOT EXISTS (SELECT 1 FROM events l WHERE l.seq IN (${seqsOfRow}) AND octet_length(l.body) > ${longAtOnce})
  ORDER BY e.seq`;
/** Several rows per statement take a sixth less time than single rows; more than these gain nothing. */
const atOnce = 10;
const insertedColumns = 8;
const insertEvent = 'INSERT INTO events (seq, at, server, epoch, lane, body, meta, session) VALUES (?,?,?,?,?,?,?,?)';
const insertLong =
  'INSERT INTO events (seq, at, server, epoch, lane, body, meta, session, further) VALUES (?,?,?,?,?,?,?,?,?)';
const insertEvents = insertEvent + ',(?,?,?,?,?,?,?,?)'.repeat(atOnce - 1);
