// The storage of a log: events first and verbatim, rows derived from them. Owns the interface that SQLite and memory share. Everything is
// synchronous: once `append` returns, an event survives the end of the process.

import { isThreaded } from '../../../../shared/actors.ts';
import type { Filter } from '../../../../shared/filter/filter.ts';
import type { FailureFacts } from '../../../../shared/filter/row-facts.ts';
import type { SeenCount } from '../../../../shared/filter/seen-state.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { StoredEvent, WireEvent } from '../../../../shared/wire.ts';
import type { Servers } from './sql-condition.ts';

/** A row plus the facts that filters need. */
export interface FactRow extends FailureFacts {
  row: Row;
  http: number | null;
}

export interface RowPut extends FactRow {
  isNew: boolean;
  failed: boolean;
  /** The complete failure, as JSON text. */
  failure: string | null;
  /** Events that joined the row since it was last stored. */
  events: readonly number[];
  /** The first of them beside the row's own, if none had joined before. */
  joined: number | null;
}

/** Running counters. */
export interface LogState {
  /** The rules that derived the rows; a change derives all of them again. */
  rules: number;
  /** Rows cover the events up to here. */
  derivedSeq: number;
  rev: number;
  rows: number;
  messages: number;
  failedRows: number;
  failedCalls: number;
  /** Groups of the failed calls. */
  causes: number;
  recovered: number;
  pending: number;
  /** Calls by client and by what their models got. */
  seen?: SeenCount[];
  /** The stored failure groups cover the changes up to here. */
  groupsRev?: number;
  /** Pairs, since a server in a recording may have any name, even `__proto__`. */
  servers: [id: string, StoredServerState][];
  /** Clients that are named in the events. Missing in a log of earlier rules. */
  clients?: [name: string, ClientState][];
}

export interface StoredServerState {
  epoch: number;
  messages: number;
  failedRows: number;
  failedCalls: number;
  pending: number;
}

export interface ClientState {
  messages: number;
}

/** A value that filters can name, and its current number of rows. */
export interface FacetChange {
  key: string;
  value: string;
  count: number;
}

/** A named value as JSON text; null deletes it. */
export interface Figure {
  /** `former`: the rows of a failure group before rows are derived again (rows/former-groups.ts). */
  kind: 'group' | 'moment' | 'former';
  name: string;
  figures: string | null;
}

export interface StoreQuestion {
  filter: Filter;
  now: number;
  servers: Servers;
  /** Every value that rows have for a key; null if there are too many. Without it, each row is checked. */
  values?: (key: string) => readonly string[] | null;
  /** For each phrase in the filter: the rows of this range whose messages contain it. Without it, rows are returned to be scanned. */
  saying?: ReadonlyMap<string, Uint32Array>;
  /** Failure groups that the user marked as expected. */
  expected?: ReadonlySet<string>;
}

/** Positions of rows that certainly pass, and rows that must still be scanned. */
export interface Selection {
  ords: number[];
  candidates: FactRow[];
}

/** Rows that contain some words, newest first. */
export interface FoundRows {
  ords: Uint32Array;
  /** All rows of the range at or above it have been checked. */
  from: number;
}

/** Finds rows by their words, independently of the recorder, which never waits for it. log/search implements it. */
export interface WordSearch {
  /** Called when `notice` changes. */
  onNotice: () => void;
  /** Called after `move`: the number of pages, the number left, and the duration of the last pass in milliseconds. */
  onMoved: (pages: number, left: number, ms: number) => void;
  /** A notice for the user; '' if all is well. */
  readonly notice: string;
  /** Size of its own file on disk. */
  readonly bytes: number;
  /** A recording is in use, with this number of rows and changes. */
  open(recording: number, rows: number, rev: number): void;
  /** Rows of a recording were written. */
  noteWrite(recording: number): void;
  /** The log's write-ahead log has grown and should be checkpointed. */
  move(): void;
  /** The same at once; resolves when done. */
  moved(): Promise<void>;
  /** The newest rows that contain the words, about `most`, with `from` ≤ ord < `below`; null if the search cannot answer. */
  find(recording: number, words: string, from: number, below: number, most: number): Promise<FoundRows | null>;
  /** A recording is indexed up to this change. */
  entered(recording: number): number;
  /** Deletes the words of a recording and frees their space. */
  forget(recording: number): Promise<void>;
  /** Resolves once everything is indexed. */
  finish(): Promise<void>;
  /** Removes the words from a log of an earlier version, which has them inside. */
  clearLog(): Promise<void>;
  close(): void;
}

export interface LogStore {
  readonly kind: 'sqlite' | 'memory';
  readonly path: string | null;
  /** Which recording of the file this is. */
  readonly recording: number;
  /** A notice for the user about where the log is stored; '' if all is well. */
  readonly notice: string;
  /** Events that the file did not take and that are in memory; omitted: none. */
  readonly heldEvents?: number;

  /** One transaction; returns each event's `seq`. */
  append(events: readonly WireEvent[]): number[];
  event(seq: number): StoredEvent | null;
  eventsAfter(seq: number, limit: number): StoredEvent[];
  lastSeq(): number;
  /** The first and last of its own events; the last is before the first if there are none. */
  seqSpan(): [first: number, last: number];
  /** Connections that have events after `seq`. */
  connectionsAfter(seq: number): { server: string; epoch: number }[];
  /** Time of a connection's last event among the newest events; null if it has none there. */
  lastAt(server: string, epoch: number): number | null;

  /** One transaction. */
  put(rows: readonly RowPut[], state: LogState, facets?: readonly FacetChange[], figures?: readonly Figure[]): void;
  state(): LogState | null;
  facets(): FacetChange[];
  figures(kind: Figure['kind']): { name: string; figures: string }[];
  /** Failure groups of earlier recordings, and the servers of those recordings. */
  seenEarlier(): { groups: ReadonlySet<string>; servers: ReadonlySet<string> };
  /** Deletes up to `most` rows, to derive them again; events and `former` counters stay. Returns true if there are more. */
  clearRows(most: number): boolean;

  row(id: number): Row | null;
  /** Rows with ord `from`, `from + 1`, …; only of one kind if given. */
  rowsFrom(from: number, count: number, kind?: Row['kind']): Row[];
  rowsAt(ords: readonly number[]): Row[];
  /** Rows with `from` ≤ ord < `to` that pass a filter, as far as the store can decide. */
  select(question: StoreQuestion, from: number, to: number): Selection;
  /** The newest rows with these words, about `most`, with `from` ≤ ord < `below`; null if rows must be scanned one by one. */
  find(words: string, from: number, below: number, most: number): Promise<FoundRows | null>;
  /** Resolves once everything can be found without a scan; for benchmarks. */
  indexed(): Promise<void>;
  /** The row's failure, as JSON text. */
  keptFailure(id: number): string | null;
  factsOf(id: number): FailureFacts | null;
  /** All events of a row, in order. */
  eventsOf(id: number): number[];
  /** A page of them, and the total. */
  eventPage(id: number, from: number, count: number): { seqs: number[]; total: number };
  /** All events of each of these rows, in one read. Rows with many or long events, or in memory, are left out. */
  eventsOfMany(ids: readonly number[]): Map<number, StoredEvent[]>;
  pendingRows(): Row[];
  /** Failed rows of a group, newest first. */
  groupRows(group: string, limit: number): Row[];
  /** The newest rows of a connection, its last bursts, and rows that affect how later responses are decoded. */
  contextRows(server: string, epoch: number, newest: number): Row[];
  chainRows(chain: number, limit: number): Row[];
  /** Rows of one failed call, oldest first. */
  incidentRows(incident: number, limit: number): Row[];
  /** Number of rows of one failed call, and the position of the last; null if there are none. */
  incidentSize(incident: number): { rows: number; lastOrd: number } | null;
  /** The first call of a later connection, after `ord`, that the server answered. Misfire's own checks do not count. */
  answeredAfter(server: string, ord: number, epoch: number): Row | null;
  rowsBefore(server: string, ord: number, limit: number): Row[];
  /** Failed rows beyond `ord`, nearest first. */
  failedRows(ord: number, towards: 'newer' | 'older', limit: number, server?: string): Row[];
  /** The last stderr lines up to `at`, oldest first. */
  stderrUntil(server: string, epoch: number, at: number, limit: number): Row[];

  close(): void;
}

export const emptyState = (rules: number): LogState => ({
  rules,
  derivedSeq: 0,
  rev: 0,
  rows: 0,
  messages: 0,
  failedRows: 0,
  failedCalls: 0,
  causes: 0,
  recovered: 0,
  pending: 0,
  servers: [],
});

/** The facts of a row that belong to its failure. */
export function factsOf({ layer, carrier, dialect, problem, issues, notes, words }: FactRow): FailureFacts {
  return { layer, carrier, dialect, problem, issues, notes, words };
}

/** For stores that scan row by row: the row `answeredAfter` looks for. */
export function isAnswerAfter(server: string, ord: number, epoch: number): (row: Row) => boolean {
  return (row) =>
    row.server === server &&
    row.ord > ord &&
    row.epoch > epoch &&
    row.outcome === 'answered' &&
    row.direction === 'out' &&
    isThreaded(row.actor);
}
