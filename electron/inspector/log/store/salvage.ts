// Copies what can still be read of a damaged log into a new one: sessions and events, none of what is derived from them.
// Broken pages are stepped over by asking for ever shorter ranges. Owns no files: damaged-file.ts and open-store.ts do.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventColumns, fromColumns } from './event-columns.ts';
import { insertPiece, selectPieces } from './long-bodies.ts';
import { type Database, newMark, type SqlValue, type Statement } from './schema.ts';

export interface Salvaged {
  messages: number;
  sessions: number;
  /** Messages that are known to have been there. */
  lostMessages: number;
  /** Sessions whose name and note could not be read. */
  lostNames: number;
  /** Whether there may be more that nothing tells of. */
  mayBeMore: boolean;
}

/** Messages that are read at once; each may be large. */
const few = 16;
/** How many numbers are tried one by one where a page is broken, before reading goes on. */
const stretch = 4096;
const lanes = new Set(['in', 'out', 'err', 'life', 'http']);

interface Session {
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
  const known = damaged ? readSessions(damaged) : { sessions: [], isWhole: false };
  const found = new Map<number, Found>();
  const lost = damaged
    ? await copyEvents(damaged, target, known.sessions, (session, event) => note(found, session, event))
    : { count: 0, mayBeMore: true };
  const lostNames = keepSessions(target, known.sessions, found);
  return {
    messages: [...found.values()].reduce((sum, { count }) => sum + count, 0),
    sessions: new Set([...found.keys(), ...known.sessions.map(({ id }) => id)]).size,
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
  session: number;
  further: number | null;
}

function note(found: Map<number, Found>, session: number, { seq, at, body, meta }: ReadEvent): void {
  const bytes = (body?.length ?? 0) + (meta?.length ?? 0) + 40;
  const known = found.get(session);
  if (!known) {
    found.set(session, { count: 1, bytes, firstSeq: seq, lastSeq: seq, firstAt: at, lastAt: at });
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

function readSessions(database: Database): { sessions: Session[]; isWhole: boolean } {
  const columns = columnsOf(database, 'sessions');
  if (!columns.has('last_seq')) return { sessions: [], isWhole: false };
  const header = columns.has('header') ? 'header' : 'NULL AS header';
  const sql = `SELECT id, name, note, kind, source, started, touched, first_seq, last_seq, ${header} FROM sessions`;
  const whole = attempt(() => database.prepare(sql).all());
  if (whole) return { sessions: whole.map(readSession).filter((session) => session !== null), isWhole: true };
  const one = attempt(() => database.prepare(`${sql} WHERE id = ?`));
  const sessions: Session[] = [];
  for (let id = 0; one && id < stretch; id += 1) {
    const columns = attempt(() => one.get(id));
    const session = columns ? readSession(columns) : null;
    if (session) sessions.push(session);
  }
  return { sessions, isWhole: false };
}

function readSession(columns: Record<string, unknown>): Session | null {
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
  sessions: readonly Session[],
  onEvent: (session: number, event: ReadEvent) => void,
): Promise<{ count: number; mayBeMore: boolean }> {
  const columns = columnsOf(damaged, 'events');
  if (!columns.has('seq')) return { count: countOf(sessions), mayBeMore: true };
  const session = columns.has('session') ? 'session' : '0 AS session';
  const further = columns.has('further') ? 'further' : 'NULL AS further';
  const select = `SELECT seq, at, server, epoch, lane, body, meta, ${session}, ${further} FROM events`;
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
  const told = Math.max(0, Number(highest ?? 0), ...sessions.map(({ lastSeq }) => lastSeq));
  const unread: number[] = [];
  let last = 0;
  const keep = (rows: Record<string, unknown>[]): void => {
    for (const row of rows) {
      const event = readEvent(row);
      if (event && keepPieces(event) && insertEvent(insert, event)) onEvent(event.session, event);
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
    (sessions.length === 0 || sessions.some(({ firstSeq, lastSeq }) => seq >= firstSeq && seq <= lastSeq));
  return { count: unread.filter(wasThere).length, mayBeMore };
}

function countOf(sessions: readonly Session[]): number {
  return sessions.reduce((sum, { firstSeq, lastSeq }) => sum + Math.max(0, lastSeq - firstSeq + 1), 0);
}

/** null where a page was overwritten with something that SQLite takes for a row. */
function readEvent(columns: Record<string, unknown>): ReadEvent | null {
  const event = columns as unknown as ReadEvent;
  if (typeof event.at !== 'number' || typeof event.server !== 'string' || typeof event.epoch !== 'number') return null;
  if (!lanes.has(event.lane) || typeof event.session !== 'number' || event.session < 0) return null;
  if (event.meta !== null && typeof event.meta !== 'string') return null;
  if (event.further !== null && typeof event.further !== 'number') return null;
  const { body } = event;
  if (body !== null && typeof body !== 'string' && !((body as unknown) instanceof Uint8Array)) return null;
  return attempt(() => fromColumns(event)) ? event : null;
}

function insertEvent(insert: Statement, event: ReadEvent): boolean {
  const { seq, at, server, epoch, lane, body, meta, session, further } = event;
  const values: SqlValue[] = [seq, at, server, epoch, lane, body, meta, session, further];
  try {
    insert.run(...values);
    return true;
  } catch (error) {
    // Only what is wrong with this one; a full disk is for the caller.
    if (/constraint|datatype|cannot store/i.test((error as Error).message)) return false;
    throw error;
  }
}

/** Rows are derived anew, since none is kept. Says how many sessions are known by their messages alone. */
function keepSessions(target: Database, sessions: readonly Session[], found: ReadonlyMap<number, Found>): number {
  const insert = target.prepare(
    `INSERT INTO sessions
       (id, name, note, kind, source, started, touched, first_seq, last_seq, active, bytes, mark, state, header)
     VALUES (?,?,?,?,?,?,?,?,?,0,?,?,NULL,?)`,
  );
  const add = (session: Session): void => {
    const { id, name, note, kind, source, started, touched, header } = session;
    const read = found.get(id);
    const firstSeq = Math.min(session.firstSeq, read?.firstSeq ?? session.firstSeq);
    const lastSeq = Math.max(session.lastSeq, read?.lastSeq ?? session.lastSeq);
    insert.run(id, name, note, kind, source, started, touched, firstSeq, lastSeq, read?.bytes ?? 0, newMark(), header);
  };
  for (const session of sessions) add(session);
  const names = new Set(sessions.map(({ id }) => id));
  const nameless = [...found].filter(([id]) => !names.has(id));
  for (const [id, { firstSeq, lastSeq, firstAt, lastAt }] of nameless) {
    const times = { started: firstAt, touched: lastAt };
    add({ id, name: '', note: '', kind: 'recorded', source: '', ...times, firstSeq, lastSeq, header: null });
  }
  return nameless.length;
}

export function tellSalvage(path: string, aside: string, salvaged: Salvaged): string {
  const { messages, sessions, lostMessages, lostNames, mayBeMore } = salvaged;
  const counted = (count: number, what: string): string =>
    `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
  const lost = [
    lostMessages > 0 ? `${counted(lostMessages, 'message')} could not be read` : '',
    lostNames > 0 ? `the name and note of ${counted(lostNames, 'session')} could not be read` : '',
    mayBeMore ? 'there may have been more at its end' : '',
  ].filter(Boolean);
  return [
    `The log file ${path} was damaged.`,
    `${counted(messages, 'message')} of ${counted(sessions, 'session')} ${messages === 1 ? 'was' : 'were'} read from it into a new log;`,
    `${lost.join(', and ') || 'none was lost'}.`,
    `The damaged file is kept as ${aside}.`,
  ].join(' ');
}
