// Copies what can still be read of a damaged log into a new one: recordings and events, none of what is derived from them.
// Broken pages are stepped over by asking for ever shorter ranges. Owns no files: damaged-file.ts and open-store.ts do.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventColumns, fromColumns } from './event-columns.ts';
import { insertPiece, selectPieces } from './long-bodies.ts';
import { type Database, newMark, type SqlValue, type Statement } from './schema.ts';

export interface Salvaged {
  messages: number;
  recordings: number;
  /** Messages that are known to have been there. */
  lostMessages: number;
  /** Recordings whose name and note could not be read. */
  lostNames: number;
  /** Whether there may be more that nothing tells of. */
  mayBeMore: boolean;
}

/** Messages that are read at once; each may be large. */
const few = 16;
/** How many numbers are tried one by one where a page is broken, before reading goes on. */
const stretch = 4096;
const lanes = new Set(['in', 'out', 'err', 'life', 'http']);

interface Recording {
  id: number;
  name: string;
  note: string;
  kind: string;
  source: string;
  started: number;
  touched: number;
  firstSeq: number;
  lastSeq: number;
  header: string | null;
}

export async function salvage(damaged: Database | null, target: Database): Promise<Salvaged> {
  const known = damaged ? readRecordings(damaged) : { recordings: [], isWhole: false };
  const found = new Map<number, Found>();
  const lost = damaged
    ? await copyEvents(damaged, target, known.recordings, (recording, event) => note(found, recording, event))
    : { count: 0, mayBeMore: true };
  const lostNames = keepRecordings(target, known.recordings, found);
  return {
    messages: [...found.values()].reduce((sum, { count }) => sum + count, 0),
    recordings: new Set([...found.keys(), ...known.recordings.map(({ id }) => id)]).size,
    lostMessages: lost.count,
    lostNames,
    mayBeMore: lost.mayBeMore || !known.isWhole,
  };
}

interface Found {
  count: number;
  bytes: number;
  firstSeq: number;
  lastSeq: number;
  firstAt: number;
  lastAt: number;
}

interface ReadEvent extends EventColumns {
  seq: number;
  at: number;
  server: string;
  epoch: number;
  recording: number;
  further: number | null;
}

function note(found: Map<number, Found>, recording: number, { seq, at, body, meta }: ReadEvent): void {
  const bytes = (body?.length ?? 0) + (meta?.length ?? 0) + 40;
  const known = found.get(recording);
  if (!known) {
    found.set(recording, { count: 1, bytes, firstSeq: seq, lastSeq: seq, firstAt: at, lastAt: at });
    return;
  }
  known.count += 1;
  known.bytes += bytes;
  known.lastSeq = seq;
  known.lastAt = at;
}

function columnsOf(database: Database, table: string): Set<string> {
  const sql = `SELECT name FROM pragma_table_info('${table}')`;
  return new Set((attempt(() => database.prepare(sql).all()) ?? []).map(({ name }) => String(name)));
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function readRecordings(database: Database): { recordings: Recording[]; isWhole: boolean } {
  const columns = columnsOf(database, 'sessions');
  if (!columns.has('last_seq')) return { recordings: [], isWhole: false };
  const header = columns.has('header') ? 'header' : 'NULL AS header';
  const sql = `SELECT id, name, note, kind, source, started, touched, first_seq, last_seq, ${header} FROM sessions`;
  const whole = attempt(() => database.prepare(sql).all());
  if (whole) return { recordings: whole.map(readRecording).filter((recording) => recording !== null), isWhole: true };
  const one = attempt(() => database.prepare(`${sql} WHERE id = ?`));
  const recordings: Recording[] = [];
  for (let id = 0; one && id < stretch; id += 1) {
    const columns = attempt(() => one.get(id));
    const recording = columns ? readRecording(columns) : null;
    if (recording) recordings.push(recording);
  }
  return { recordings, isWhole: false };
}

function readRecording(columns: Record<string, unknown>): Recording | null {
  const { id, name, note, kind, source, started, touched, first_seq, last_seq, header } = columns;
  if (typeof id !== 'number' || !(id >= 0) || typeof name !== 'string' || typeof note !== 'string') return null;
  if (typeof kind !== 'string' || typeof source !== 'string') return null;
  if (typeof started !== 'number' || typeof touched !== 'number') return null;
  if (typeof first_seq !== 'number' || typeof last_seq !== 'number') return null;
  const read = { id, name, note, kind, source, started, touched, firstSeq: first_seq, lastSeq: last_seq };
  return { ...read, header: typeof header === 'string' ? header : null };
}

async function copyEvents(
  damaged: Database,
  target: Database,
  recordings: readonly Recording[],
  onEvent: (recording: number, event: ReadEvent) => void,
): Promise<{ count: number; mayBeMore: boolean }> {
  const columns = columnsOf(damaged, 'events');
  if (!columns.has('seq')) return { count: countOf(recordings), mayBeMore: true };
  const recording = `${columns.has('session') ? 'session' : '0'} AS recording`;
  const further = columns.has('further') ? 'further' : 'NULL AS further';
  const select = `SELECT seq, at, server, epoch, lane, body, meta, ${recording}, ${further} FROM events`;
  const following = damaged.prepare(`${select} WHERE seq > ? ORDER BY seq LIMIT ${few}`);
  const between = damaged.prepare(`${select} WHERE seq >= ? AND seq <= ? ORDER BY seq`);
  const readPieces = columns.has('further') ? damaged.prepare(selectPieces) : null;
  const insert = target.prepare(
    'INSERT INTO events (seq, at, server, epoch, lane, body, meta, session, further) VALUES (?,?,?,?,?,?,?,?,?)',
  );
  const insertFurther = target.prepare(insertPiece);
  /** A message without one of its pieces is lost: half of it would look like what the server sent. */
  const keepPieces = ({ seq, further }: ReadEvent): boolean => {
    if (further === null) return true;
    const pieces = attempt(() => readPieces?.all(seq)) ?? [];
    if (pieces.length !== further) return false;
    for (const [piece, { body }] of pieces.entries()) insertFurther.run(seq, piece, body as SqlValue);
    return true;
  };
  const highest = attempt(() => damaged.prepare('SELECT max(seq) AS seq FROM events').get()?.seq);
  const told = Math.max(0, Number(highest ?? 0), ...recordings.map(({ lastSeq }) => lastSeq));
  const unread: number[] = [];
  let last = 0;
  const keep = (rows: Record<string, unknown>[]): void => {
    for (const row of rows) {
      const event = readEvent(row);
      if (event && keepPieces(event) && insertEvent(insert, event)) onEvent(event.recording, event);
      else unread.push(Number(row.seq));
      last = Math.max(last, Number(row.seq));
    }
  };
  /** Halves the range until what remains cannot be read by itself. */
  const keepBetween = (from: number, to: number): void => {
    const rows = to - from < few ? attempt(() => between.all(from, to)) : undefined;
    if (rows) keep(rows);
    else if (from === to) unread.push(from);
    else {
      const middle = Math.floor((from + to) / 2);
      keepBetween(from, middle);
      keepBetween(middle + 1, to);
    }
  };
  let mayBeMore = false;
  for (let after = 0; ; ) {
    const rows = attempt(() => following.all(after));
    if (rows?.length === 0) break;
    if (!rows && after > Math.max(told, last)) {
      mayBeMore = highest === undefined;
      break;
    }
    target.exec('BEGIN');
    if (rows) keep(rows);
    else keepBetween(after + 1, after + stretch);
    target.exec('COMMIT');
    after = rows ? Number(rows.at(-1)?.seq) : after + stretch;
    await nextTurn();
  }
  const wasThere = (seq: number): boolean =>
    seq <= Math.max(told, last) &&
    (recordings.length === 0 || recordings.some(({ firstSeq, lastSeq }) => seq >= firstSeq && seq <= lastSeq));
  return { count: unread.filter(wasThere).length, mayBeMore };
}

function countOf(recordings: readonly Recording[]): number {
  return recordings.reduce((sum, { firstSeq, lastSeq }) => sum + Math.max(0, lastSeq - firstSeq + 1), 0);
}

/** null where a page was overwritten with something that SQLite takes for a row. */
function readEvent(columns: Record<string, unknown>): ReadEvent | null {
  const event = columns as unknown as ReadEvent;
  if (typeof event.at !== 'number' || typeof event.server !== 'string' || typeof event.epoch !== 'number') return null;
  if (!lanes.has(event.lane) || typeof event.recording !== 'number' || event.recording < 0) return null;
  if (event.meta !== null && typeof event.meta !== 'string') return null;
  if (event.further !== null && typeof event.further !== 'number') return null;
  const { body } = event;
  if (body !== null && typeof body !== 'string' && !((body as unknown) instanceof Uint8Array)) return null;
  return attempt(() => fromColumns(event)) ? event : null;
}

function insertEvent(insert: Statement, event: ReadEvent): boolean {
  const { seq, at, server, epoch, lane, body, meta, recording, further } = event;
  const values: SqlValue[] = [seq, at, server, epoch, lane, body, meta, recording, further];
  try {
    insert.run(...values);
    return true;
  } catch (error) {
    // Only what is wrong with this one; a full disk is for the caller.
    if (/constraint|datatype|cannot store/i.test((error as Error).message)) return false;
    throw error;
  }
}

/** Rows are derived anew, since none is kept. Says how many recordings are known by their messages alone. */
function keepRecordings(target: Database, recordings: readonly Recording[], found: ReadonlyMap<number, Found>): number {
  const insert = target.prepare(
    `INSERT INTO sessions
       (id, name, note, kind, source, started, touched, first_seq, last_seq, active, bytes, mark, state, header)
     VALUES (?,?,?,?,?,?,?,?,?,0,?,?,NULL,?)`,
  );
  const add = (recording: Recording): void => {
    const { id, name, note, kind, source, started, touched, header } = recording;
    const read = found.get(id);
    const firstSeq = Math.min(recording.firstSeq, read?.firstSeq ?? recording.firstSeq);
    const lastSeq = Math.max(recording.lastSeq, read?.lastSeq ?? recording.lastSeq);
    insert.run(id, name, note, kind, source, started, touched, firstSeq, lastSeq, read?.bytes ?? 0, newMark(), header);
  };
  for (const recording of recordings) add(recording);
  const names = new Set(recordings.map(({ id }) => id));
  const nameless = [...found].filter(([id]) => !names.has(id));
  for (const [id, { firstSeq, lastSeq, firstAt, lastAt }] of nameless) {
    const times = { started: firstAt, touched: lastAt };
    add({ id, name: '', note: '', kind: 'recorded', source: '', ...times, firstSeq, lastSeq, header: null });
  }
  return nameless.length;
}

export function tellSalvage(path: string, aside: string, salvaged: Salvaged): string {
  const { messages, recordings, lostMessages, lostNames, mayBeMore } = salvaged;
  const counted = (count: number, what: string): string =>
    `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
  const lost = [
    lostMessages > 0 ? `${counted(lostMessages, 'message')} could not be read` : '',
    lostNames > 0 ? `the name and note of ${counted(lostNames, 'recording')} could not be read` : '',
    mayBeMore ? 'there may have been more at its end' : '',
  ].filter(Boolean);
  return [
    `The log file ${path} was damaged.`,
    `${counted(messages, 'message')} of ${counted(recordings, 'recording')} ${messages === 1 ? 'was' : 'were'} read from it into a new log;`,
    `${lost.join(', and ') || 'none was lost'}.`,
    `The damaged file is kept as ${aside}.`,
  ].join(' ');
}
