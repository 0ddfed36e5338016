// Decodes a whole capture into one value per failure, as `misfire decode --json` prints them. Uses the pairing and the learner of
// live traffic, and adds line numbers. If a server's dialect is identified later, decodes its failures a second time, as the log
// does.

import type { CaptureEntry } from '../capture/capture.ts';
import { Learner, type LearnerOptions } from '../decode/learner.ts';
import { isHandshake } from '../ending/handshake.ts';
import type { Failure } from '../failure.ts';
import { parseJson } from '../json/json.ts';
import type { Decode, PairingParts } from './endings.ts';
import { endedConnection } from './incidents.ts';
import { firstSeq, type RowChange } from './ledger.ts';
import { Pairing } from './pairing.ts';
import { canBeReread } from './rereading.ts';

export interface DecodedLine extends Failure {
  server: string;
  /** Milliseconds since the start of the capture. */
  t: number;
  /**
   * The line of the event that showed the failure: the response, or the event that ended the call. Without one, the request's
   * line.
   */
  line: number;
  /** The line of the request; null if there is none. */
  request: number | null;
  method: string | null;
  target: string | null;
  /** A rehearsal caused it, in this way: it says nothing about the server. */
  rehearsed?: true;
  injected?: string;
  /** Other lines of the same event; absent if there are none. */
  also?: number[];
}

/** One line per failed row, in the order of the file. One event that made several rows fail has one line. */
export function decodeCapture(
  entries: readonly CaptureEntry[],
  started: number,
  options: Omit<LearnerOptions, 'onClear'> = {},
): DecodedLine[] {
  return linesOf(failedRows(entries, options), entries, started);
}

/** The same for rows that are already in memory. */
export function linesOf(
  failed: readonly FailedRow[],
  entries: readonly CaptureEntry[],
  started: number,
): DecodedLine[] {
  const kinds = new Map(entries.map(({ event, line }) => [line, event.lane === 'life' ? event.event : event.lane]));
  return onePerEvent(failed, kinds)
    .map((rows) => incidentLine(rows, started, kinds))
    .sort((one, other) => one.line - other.line || (one.request ?? 0) - (other.request ?? 0));
}

/** Each failed row, as a log has it. */
export function failedRows(
  entries: Iterable<CaptureEntry>,
  options: Omit<LearnerOptions, 'onClear'> = {},
): FailedRow[] {
  return rowsOf(entries, options, false).filter(hasFailure);
}

/** Every row, as a log has it, with its lines. */
export function readRows(entries: Iterable<CaptureEntry>, options: Omit<LearnerOptions, 'onClear'> = {}): ReadRow[] {
  return rowsOf(entries, options, true);
}

interface StepOptions extends Omit<LearnerOptions, 'onClear'> {
  /** The recording goes on: its open calls stay open. */
  isLive?: boolean;
}

/** The same in steps of some entries, for a process that has other work between them. */
export function readRowsInSteps(
  entries: Iterable<CaptureEntry>,
  options: StepOptions = {},
): Generator<void, ReadRow[]> {
  return rowsInSteps(entries, options, true);
}

function rowsOf(
  entries: Iterable<CaptureEntry>,
  options: Omit<LearnerOptions, 'onClear'>,
  keepsAll: boolean,
): ReadRow[] {
  const steps = rowsInSteps(entries, options, keepsAll);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function* rowsInSteps(
  entries: Iterable<CaptureEntry>,
  { isLive = false, ...options }: StepOptions,
  keepsAll: boolean,
): Generator<void, ReadRow[]> {
  const clear = new Set<string>();
  const learner = new Learner({ ...options, onClear: (server) => clear.add(server) });
  const decodeAgain: Decode = (account, context, server) => learner.decodeAgain(account, context, server);
  const decode: Decode = (account, context, server) => learner.decode(account, context, server);
  const { tools } = learner;
  const changes = yield* pairAll(entries, { decode, decodeAgain, tools }, keepsAll, isLive);
  if (clear.size > 0) {
    const again = yield* pairAll(entries, { decode: decodeAgain, tools }, keepsAll, isLive);
    for (const [id, change] of again)
      if (clear.has(change.row.server) && canBeReread(change.row)) changes.set(id, change);
  }
  return [...changes.values()];
}

export interface ReadRow extends Pick<RowChange, 'row' | 'shownBy' | 'http' | 'events'> {
  failure: Failure | null;
}

export type FailedRow = ReadRow & { failure: Failure };

const hasFailure = (one: ReadRow): one is FailedRow => one.failure !== null;

/**
 * Rows that failed because a connection ended or was never opened are printed once. Each error response has a line of its own, except
 * the last rejected handshake, which explains the missing connection.
 */
function onePerEvent(failed: readonly FailedRow[], kinds: ReadonlyMap<number, string>): FailedRow[][] {
  const events = new Map<string, FailedRow[]>();
  const handshakes = new Map<string, string>();
  for (const one of failed) {
    const { row, http } = one;
    const connection = `${row.epoch}\n${row.server}`;
    const isAnswer = isAnswered(kinds.get(shownAt(one)));
    const own = String(row.id);
    if (isAnswer && isHandshake(row.method)) handshakes.set(connection, own);
    // A retry that ended its connection too is another event of the same failed call.
    const ended = !isAnswer && endedConnection({ row, http }) ? `${row.incident}\n${connection}` : own;
    // A question that the client refused is a part of the call that asked it.
    const isPart = row.kind === 'call' && row.direction === 'in' && row.incident !== row.id;
    const event = isPart
      ? String(row.incident)
      : kinds.get(shownAt(one)) === 'connect_failed'
        ? (handshakes.get(connection) ?? ended)
        : ended;
    const known = events.get(event);
    if (known) known.push(one);
    else events.set(event, [one]);
  }
  return [...events.values()];
}

function isAnswered(kind: string | undefined): boolean {
  return kind === 'in' || kind === 'http';
}

/** Printed at the line of the response, of `connect_failed`, or of the end, under the first call that failed. */
function incidentLine(rows: readonly FailedRow[], started: number, kinds: ReadonlyMap<number, string>): DecodedLine {
  const ranked = rows.map((one) => ({ one, line: shownAt(one), rank: rankOf(kinds.get(shownAt(one))) }));
  const [first] = [...ranked].sort((a, b) => a.rank - b.rank || a.line - b.line);
  const { one: shown, line } = first as (typeof ranked)[number];
  const asked = rows.find(({ row }) => row.kind === 'call') ?? shown;
  const printed = { ...lineOf(asked, started), ...shown.failure, line, t: lineOf(shown, started).t };
  const lines = rows.flatMap((one) => (one === asked ? [shownAt(one)] : [shownAt(one), firstSeq(one.row.id)]));
  const also = [...new Set(lines)].filter((other) => other !== line && other !== printed.request).sort((a, b) => a - b);
  return also.length === 0 ? printed : { ...printed, also };
}

function shownAt({ row, shownBy }: FailedRow): number {
  return shownBy ?? firstSeq(row.id);
}

function rankOf(kind: string | undefined): number {
  const at = ['in', 'http', 'connect_failed', 'spawn_failed', 'exited'].indexOf(kind ?? '');
  return at < 0 ? 5 : at;
}

/** A few milliseconds of work. */
const entriesInStep = 100;

/** Each failed row, or every row, in its final state. */
function* pairAll(
  entries: Iterable<CaptureEntry>,
  parts: PairingParts,
  keepsAll: boolean,
  isLive: boolean,
): Generator<void, Map<number, ReadRow>> {
  const pairing = new Pairing(parts);
  const last = new Map<number, ReadRow>();
  let taken = 0;
  const collect = (): void => {
    for (const { row, shownBy, http, failure: drained, events: fresh } of pairing.drain()) {
      const known = last.get(row.id);
      const failure = drained === 'as before' ? (known?.failure ?? null) : drained;
      const events = known?.events ?? [];
      for (const line of fresh) events.push(line);
      if (failure === null && !keepsAll) last.delete(row.id);
      else last.set(row.id, { row, shownBy, http, failure, events });
    }
  };
  for (const { event, line } of entries) {
    const stored = { ...event, seq: line };
    pairing.take(
      event.lane === 'in' || event.lane === 'out'
        ? { event: stored, message: parseJson(event.text) }
        : { event: stored },
    );
    if (pairing.changed > 100) collect();
    taken += 1;
    if (taken % entriesInStep === 0) yield;
  }
  if (!isLive) pairing.endOpen();
  collect();
  return last;
}

function lineOf({ row, shownBy, failure }: FailedRow, started: number): DecodedLine {
  const first = firstSeq(row.id);
  return {
    server: row.server,
    t: round((row.endAt ?? row.at) - started),
    line: shownBy ?? first,
    request: row.kind === 'call' || row.kind === 'notification' ? first : null,
    method: row.method,
    target: row.target,
    ...(row.rehearsed === null ? {} : { rehearsed: true as const, injected: row.rehearsed.injected }),
    ...failure,
  };
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
