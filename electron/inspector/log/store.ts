// What a log is kept in: events first and verbatim, rows derived from them. Owns the interface that SQLite and memory share.
// Everything is synchronous: an event that `append` has returned is kept, whatever happens to the process next.

import type { FailureFacts } from '../../../shared/filter/facts.ts';
import type { Filter } from '../../../shared/filter/filter.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { StoredEvent, WireEvent } from '../../../shared/wire.ts';
import type { Servers } from './sql-condition.ts';
import type { WordHits } from './word-hits.ts';

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
  kind: 'group' | 'moment';
  name: string;
  figures: string | null;
}

export interface Question {
  filter: Filter;
  now: number;
  servers: Servers;
  /** Every value that rows have under a key; null when there are too many to know. Without it, rows are asked one by one. */
  values?: (key: string) => readonly string[] | null;
  /** For each words that the filter names: the rows of this stretch and below `indexed` that say them. */
  saying?: ReadonlyMap<string, Uint32Array>;
  indexed?: number;
  /** Groups of failures that a person marked as expected. */
  expected?: ReadonlySet<string>;
}

/** The places of rows that pass for sure, and rows that are still to be looked at. */
export interface Selection {
  ords: number[];
  candidates: FactRow[];
}

/** The index of texts, built bit by bit. `rows`: how many there are. */
export interface Texts {
  /** What was written is on its way into the file: it comes to its end sooner when words wait for it. */
  readonly shouldWait: boolean;
  /** Rows that words are not found in yet. */
  missing(rows: number): number;
  /** Works for about `budgetMs`; false when nothing is left to do. */
  step(rows: number, budgetMs: number): boolean;
  /** Rows below this place are in it. */
  readonly indexed: number;
  /** Looks for the rows below `indexed` that say the words; null when there is no word in them. */
  find(words: string): WordHits | null;
}

export interface LogStore {
  readonly kind: 'sqlite' | 'memory';
  readonly path: string | null;
  /** Which session of the file this is. */
  readonly session: number;
  /** Searching the messages themselves; null where that cannot be done. */
  readonly texts: Texts | null;
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

  /** One transaction. */
  put(rows: readonly RowPut[], state: LogState, facets?: readonly FacetChange[], figures?: readonly Figure[]): void;
  state(): LogState | null;
  facets(): FacetChange[];
  figures(kind: Figure['kind']): { name: string; figures: string }[];
  /** Groups of failures that earlier sessions had, and the servers that those had. */
  seenEarlier(): { groups: ReadonlySet<string>; servers: ReadonlySet<string> };
  /** Forgets rows, `most` of them, to derive them anew; events stay. True when there are more. */
  clearRows(most: number): boolean;

  row(id: number): Row | null;
  /** Rows with ord `from`, `from + 1`, … */
  rowsFrom(from: number, count: number): Row[];
  rowsAt(ords: readonly number[]): Row[];
  /** Rows with `from` ≤ ord < `to` that pass a filter, as far as the store can tell by itself. */
  select(question: Question, from: number, to: number): Selection;
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
