// Copies the readable data of a damaged log into a new one: recordings and events, no derived data. Skips broken pages by requesting ever
// shorter ranges. Owns no files: damaged-file.ts and open-store.ts do.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventColumns, fromColumns } from './event-columns.ts';
import { type Database, newMark, type SqlValue, type Statement } from './log-schema.ts';
import { insertPiece, selectPieces } from './long-bodies.ts';
import type { TallyEntry } from './tally.ts';

interface Salvaged {
  messages: number;
  recordings: number;
  /** Messages that are known to have existed. */
  lostMessages: number;
  /** Their recordings and times; null if none is missing or nothing is known. */
  lostFrom: { recordings: string[]; from: number | null; to: number | null } | null;
  /** Recordings whose name and note could not be read. */
  lostNames: number;
  /** Whether further losses may go unnoticed. */
  mayBeMore: boolean;
}

/** Messages read at once; each may be large. */
const few = 16;
/** How many ids are tried one by one at a broken page before reading continues. */
const idRange = 4096;
const lanes = new Set(['in', 'out', 'err', 'life', 'http', 'seen', 'log']);

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

/** `tally`: how far the log was written, if known. */
export async function salvage(
  damaged: Database | null,
  target: Database,
  tally: TallyEntry | null = null,
): Promise<Salvaged> {
  const known = damaged ? readRecordings(damaged) : { recordings: [], isWhole: false };
  const found = new Map<number, Found>();
  const lost = damaged
    ? await copyEvents(damaged, target, known.recordings, (recording, event) => note(found, recording, event))
    : { count: 0, seqs: [], mayBeMore: true };
  const lostNames = keepRecordings(target, known.recordings, found);
  const messages = [...found.values()].reduce((sum, { count }) => sum + count, 0);
  // An older page may have replaced a broken one; only the ids reveal what it lacks.
  const missing = tally === null ? lost.seqs : missingIn(target, rangesOf(known.recordings, tally));
  const lostSeqs = missing.length > lost.seqs.length ? missing : lost.seqs;
  return {
    messages,
    recordings: new Set([...found.keys(), ...known.recordings.map(({ id }) => id)]).size,
    lostMessages: Math.max(lost.count, missing.length),
    lostFrom: lostSeqs.length === 0 ? null : placeOf(target, known.recordings, lostSeqs, tally),
    lostNames,
    mayBeMore: lost.mayBeMore || (!known.isWhole && tally === null),
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
  for (let id = 0; one && id < idRange; id += 1) {
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
): Promise<{ count: number; seqs: number[]; mayBeMore: boolean }> {
  const columns = columnsOf(damaged, 'events');
  if (!columns.has('seq')) return { count: countOf(recordings), seqs: [], mayBeMore: true };
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
  const highestKnown = Math.max(0, Number(highest ?? 0), ...recordings.map(({ lastSeq }) => lastSeq));
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
  /** Halves the range until a single event cannot be read. */
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
    if (!rows && after > Math.max(highestKnown, last)) {
      mayBeMore = highest === undefined;
      break;
    }
    target.exec('BEGIN');
    if (rows) keep(rows);
    else keepBetween(after + 1, after + idRange);
    target.exec('COMMIT');
    after = rows ? Number(rows.at(-1)?.seq) : after + idRange;
    await nextTurn();
  }
  const wasThere = (seq: number): boolean =>
    seq <= Math.max(highestKnown, last) &&
    (recordings.length === 0 || recordings.some(({ firstSeq, lastSeq }) => seq >= firstSeq && seq <= lastSeq));
  const seqs = unread.filter(wasThere);
  return { count: seqs.length, seqs, mayBeMore };
}

/** The recordings that lost messages, and the times of the messages before and after. */
function placeOf(
  target: Database,
  recordings: readonly Recording[],
  lost: readonly number[],
  tally: TallyEntry | null,
): { recordings: string[]; from: number | null; to: number | null } {
  const first = lost.reduce((least, seq) => Math.min(least, seq));
  const last = lost.reduce((most, seq) => Math.max(most, seq));
  const names = recordings
    .filter(
      ({ id, firstSeq, lastSeq }) => lost.some((seq) => seq >= firstSeq && seq <= lastSeq) || id === tally?.recording,
    )
    .map(({ id, name }) => (name === '' ? `recording ${id + 1}` : `“${name}”`));
  if (tally && !recordings.some(({ id }) => id === tally.recording)) names.push(`recording ${tally.recording + 1}`);
  const from = target.prepare('SELECT at FROM events WHERE seq < ? ORDER BY seq DESC LIMIT 1').get(first)?.at;
  const to = target.prepare('SELECT at FROM events WHERE seq > ? ORDER BY seq LIMIT 1').get(last)?.at ?? tally?.at;
  return {
    recordings: names,
    from: typeof from === 'number' ? from : null,
    to: typeof to === 'number' ? to : null,
  };
}

/** The id ranges assigned to recordings, without overlaps. `tally` ends the range written last. */
function rangesOf(recordings: readonly Recording[], tally: TallyEntry | null = null): [first: number, last: number][] {
  const ends = recordings.map(({ firstSeq, lastSeq }): [number, number] => [firstSeq, lastSeq]);
  // It starts at its own beginning, or, if that cannot be read, where the others end.
  const own = recordings.find(({ id }) => id === tally?.recording);
  if (tally) ends.push([own?.firstSeq ?? Math.max(0, ...recordings.map(({ lastSeq }) => lastSeq)) + 1, tally.seq]);
  ends.sort(([one], [other]) => one - other);
  let until = 0;
  return ends.flatMap(([first, last]) => {
    const from = Math.max(first, until + 1);
    until = Math.max(until, last);
    return from <= last ? [[from, last] as [number, number]] : [];
  });
}

const countOf = (recordings: readonly Recording[]): number =>
  rangesOf(recordings).reduce((sum, [first, last]) => sum + last - first + 1, 0);

/** Larger values are not counts: a damaged file may contain any number. */
const mostMissing = 5_000_000;

function missingIn(target: Database, ranges: readonly [number, number][]): number[] {
  const missing: number[] = [];
  const between = target.prepare('SELECT seq FROM events WHERE seq >= ? AND seq <= ? ORDER BY seq');
  for (const [first, last] of ranges) {
    let next = first;
    for (const { seq } of between.all(first, last) as { seq: number }[]) {
      for (; next < seq && missing.length < mostMissing; next += 1) missing.push(next);
      next = seq + 1;
    }
    for (; next <= last && missing.length < mostMissing; next += 1) missing.push(next);
  }
  return missing;
}

/** null if a page was overwritten with something that SQLite reads as a row. */
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
    // Skips only this one; the caller handles a full disk.
    if (/constraint|datatype|cannot store/i.test((error as Error).message)) return false;
    throw error;
  }
}

/** Rows are derived again, since none is kept. Returns the number of recordings known only from their messages. */
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

function whereWords(lost: Salvaged['lostFrom']): string {
  if (lost === null) return '';
  const time = (at: number) => new Date(Math.min(Math.max(at, 0), 8.64e15)).toISOString();
  const of = lost.recordings.length === 0 ? '' : ` of ${lost.recordings.slice(0, 5).join(', ')}`;
  const more = lost.recordings.length > 5 ? ` and ${lost.recordings.length - 5} more` : '';
  const from = lost.from === null ? '' : ` from ${time(lost.from)}`;
  return `${of}${more}${from}${lost.to === null ? '' : ` to ${time(lost.to)}`}`;
}

export function tellSalvage(path: string, aside: string, salvaged: Salvaged): string {
  const { messages, recordings, lostMessages, lostFrom, lostNames, mayBeMore } = salvaged;
  const counted = (count: number, what: string): string =>
    `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
  const lost = [
    lostMessages > 0 ? `${counted(lostMessages, 'message')} could not be read${whereWords(lostFrom)}` : '',
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
