// What a log is kept in: events first and verbatim, rows derived from them. Owns the interface that SQLite and memory share.
// Everything is synchronous: an event that `append` has returned is kept, whatever happens to the process next.

import { isThreaded } from '../../../../shared/actors.ts';
import type { FailureFacts } from '../../../../shared/filter/facts.ts';
import type { Filter } from '../../../../shared/filter/filter.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { StoredEvent, WireEvent } from '../../../../shared/wire.ts';
import type { Servers } from './sql-condition.ts';

/** A row with what filters need to know beside it. */
export interface FactRow extends FailureFacts {
  row: Row;
  http: number | null;
}

export interface RowPut extends FactRow {
  isNew: boolean;
  failed: boolean;
  /** The whole failure, as JSON text. */
  failure: string | null;
  /** Events that joined the row since it was last put. */
  events: readonly number[];
  /** The first of them beside the row's own, when none had joined before. */
  joined: number | null;
}

/** Figures that are kept up to date rather than counted. */
export interface LogState {
  /** The rules that rows were derived by; a change derives all of them anew. */
  rules: number;
  /** Rows cover the events up to here. */
  derivedSeq: number;
  rev: number;
  rows: number;
  messages: number;
  failures: number;
  /** Causes rather than rows: how many failures came first of all that one cause made fail. */
  incidents: number;
  recovered: number;
  pending: number;
  /** The groups of failures that are kept cover the changes up to here. */
  groupsRev?: number;
  /** Pairs, since a server in a recording may be called anything, `__proto__` too. */
  servers: [id: string, ServerState][];
}

export interface ServerState {
  epoch: number;
  messages: number;
  failures: number;
  incidents: number;
  pending: number;
}

/** A value that filters can name, and how many rows have it now. */
export interface FacetChange {
  key: string;
  value: string;
  count: number;
}

/** Something kept under a name, as JSON text; null takes it away. */
export interface Figure {
  /** `former`: the rows that a group of failures had before rows are derived again (rows/former-groups.ts). */
  kind: 'group' | 'moment' | 'former';
  name: string;
  figures: string | null;
}

export interface Question {
  filter: Filter;
  now: number;
  servers: Servers;
  /** Every value that rows have under a key; null when there are too many to know. Without it, rows are asked one by one. */
  values?: (key: string) => readonly string[] | null;
  /** For each words that the filter names: the rows of this stretch whose messages say them. Without it rows are given to be looked at. */
  saying?: ReadonlyMap<string, Uint32Array>;
  /** Groups of failures that a person marked as expected. */
  expected?: ReadonlySet<string>;
}

/** The places of rows that pass for sure, and rows that are still to be looked at. */
export interface Selection {
  ords: number[];
  candidates: FactRow[];
}

/** Rows that say some words, newest first. */
export interface Found {
  ords: Uint32Array;
  /** All rows of the stretch at or above it have been looked at. */
  from: number;
}

/** Finds rows by their words beside the recorder, which never waits for it. How, is for log/search to know. */
export interface WordSearch {
  /** Called when `notice` changes. */
  onNotice: () => void;
  /** Called after `move`: of so many pages so many are left, and the last pass took so many milliseconds. */
  onMoved: (pages: number, left: number, ms: number) => void;
  /** Something a person should know about it; '' when all is well. */
  readonly notice: string;
  /** Of its own file on disk. */
  readonly bytes: number;
  /** A recording is in use, with so many rows and changes. */
  open(recording: number, rows: number, rev: number): void;
  /** Rows of a recording were written. */
  noteWrite(recording: number): void;
  /** The log's write-ahead log has grown: what is in it is to be moved into the file. */
  move(): void;
  /** The same at once; resolves when it is done. */
  moved(): Promise<void>;
  /** The newest rows that say the words, about `most`, of those with `from` ≤ ord < `below`; null when that cannot be told. */
  find(recording: number, words: string, from: number, below: number, most: number): Promise<Found | null>;
  /** Up to this change a recording is entered. */
  entered(recording: number): number;
  /** Takes the words of a recording away and gives their room back. */
  forget(recording: number): Promise<void>;
  /** Resolves once everything is entered. */
  finish(): Promise<void>;
  /** Takes the words out of a log of an earlier version, which has them inside. */
  clearLog(): Promise<void>;
  close(): void;
}

export interface LogStore {
  readonly kind: 'sqlite' | 'memory';
  readonly path: string | null;
  /** Which recording of the file this is. */
  readonly recording: number;
  /** Something a person should know about where the log is kept; '' when all is well. */
  readonly notice: string;

  /** One transaction; returns each event's `seq`. */
  append(events: readonly WireEvent[]): number[];
  event(seq: number): StoredEvent | null;
  eventsAfter(seq: number, limit: number): StoredEvent[];
  lastSeq(): number;
  /** The first and the last of its own events; the last is before the first when there is none. */
  seqSpan(): [first: number, last: number];
  /** Connections that have events after `seq`. */
  connectionsAfter(seq: number): { server: string; epoch: number }[];
  /** When the last event of a connection happened that is among the newest events; null: none of them is its own. */
  lastAt(server: string, epoch: number): number | null;

  /** One transaction. */
  put(rows: readonly RowPut[], state: LogState, facets?: readonly FacetChange[], figures?: readonly Figure[]): void;
  state(): LogState | null;
  facets(): FacetChange[];
  figures(kind: Figure['kind']): { name: string; figures: string }[];
  /** Groups of failures that earlier recordings had, and the servers that those had. */
  seenEarlier(): { groups: ReadonlySet<string>; servers: ReadonlySet<string> };
  /** Forgets rows, `most` of them, to derive them again; events and `former` figures stay. True when there are more. */
  clearRows(most: number): boolean;

  row(id: number): Row | null;
  /** Rows with ord `from`, `from + 1`, …; of one kind alone where that is given. */
  rowsFrom(from: number, count: number, kind?: Row['kind']): Row[];
  rowsAt(ords: readonly number[]): Row[];
  /** Rows with `from` ≤ ord < `to` that pass a filter, as far as the store can tell by itself. */
  select(question: Question, from: number, to: number): Selection;
  /** The newest rows whose words are these, about `most`, of those with `from` ≤ ord < `below`; null when rows have to be looked at one by one. */
  find(words: string, from: number, below: number, most: number): Promise<Found | null>;
  /** Resolves once everything can be found without looking at it; for whoever measures. */
  indexed(): Promise<void>;
  /** The row's failure, as JSON text. */
  keptFailure(id: number): string | null;
  factsOf(id: number): FailureFacts | null;
  /** All events of a row, in order. */
  eventsOf(id: number): number[];
  /** Some of them, and how many there are. */
  eventPage(id: number, from: number, count: number): { seqs: number[]; total: number };
  pendingRows(): Row[];
  /** Failed rows of a group, the newest first. */
  groupRows(group: string, limit: number): Row[];
  /** The newest rows of a connection, its last bursts, and rows that later answers are judged by. */
  contextRows(server: string, epoch: number, newest: number): Row[];
  chainRows(chain: number, limit: number): Row[];
  /** Rows that one cause made fail, oldest first. */
  incidentRows(incident: number, limit: number): Row[];
  /** How many rows one cause made fail, and the place of the last; null: none. */
  incidentSize(incident: number): { rows: number; lastOrd: number } | null;
  /** The first call of a later connection that the server answered, beyond `ord`. Checks of Misfire's own are none. */
  answeredAfter(server: string, ord: number, epoch: number): Row | null;
  rowsBefore(server: string, ord: number, limit: number): Row[];
  /** Failed rows beyond `ord`, nearest first. */
  failedRows(ord: number, towards: 'newer' | 'older', limit: number, server?: string): Row[];
  /** The last lines of stderr until `at`, oldest first. */
  stderrUntil(server: string, epoch: number, at: number, limit: number): Row[];

  close(): void;
}

export const emptyState = (rules: number): LogState => ({
  rules,
  derivedSeq: 0,
  rev: 0,
  rows: 0,
  messages: 0,
  failures: 0,
  incidents: 0,
  recovered: 0,
  pending: 0,
  servers: [],
});

/** Of a row's facts those that its failure has. */
export function factsOf({ layer, carrier, dialect, problem, issues, notes, words }: FactRow): FailureFacts {
  return { layer, carrier, dialect, problem, issues, notes, words };
}

/** For stores that look at rows one by one: what `answeredAfter` looks for. */
export function isAnswerAfter(server: string, ord: number, epoch: number): (row: Row) => boolean {
  return (row) =>
    row.server === server &&
    row.ord > ord &&
    row.epoch > epoch &&
    row.outcome === 'answered' &&
    row.direction === 'out' &&
    isThreaded(row.actor);
}
