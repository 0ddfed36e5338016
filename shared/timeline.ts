// The timeline's rows: one per exchange, and one for each event outside any exchange. Owns the closed list of outcomes. Rows are flat,
// small and derived; bodies stay in the store (see api.ts `body`).

import type { Actor } from './actors.ts';
import type { Ending } from './ending/ending.ts';
import type { Failure, FailureClass, Origin, Severity, Verdict } from './failure.ts';

/** How a call ended. Only `answered` is a success. */
export const outcomes = [
  'answered',
  'rpc_error',
  'tool_error',
  'error_in_result',
  'schema_violation',
  'http_failure',
  'sign_in',
  'timeout',
  'cancelled',
  'process_died',
  'noise',
  'unanswered',
] as const;
export type Outcome = (typeof outcomes)[number];

export const rowKinds = ['call', 'notification', 'stderr', 'noise', 'life', 'orphan', 'http'] as const;
export type RowKind = (typeof rowKinds)[number];

/** What a row needs of a failure; `rowDetail` returns all of it. */
export interface RowFailure {
  class: FailureClass;
  verdict: Verdict;
  afterMs: number | null;
  severity: Severity;
  origin: Origin;
  flagged: boolean;
  title: string;
  /** The finding in at most 40 characters: the second line of a row. */
  short: string;
  /** The same in at most 28, for a single line. */
  tiny: string;
}

export interface Row {
  /** `seq` of the row's first event. */
  id: number;
  /** Dense index in the log: row n of the unfiltered timeline has ord n. */
  ord: number;
  /** Grows with each change of any row; a window that knows rev N asks for later changes. */
  rev: number;
  kind: RowKind;
  server: string;
  epoch: number;
  /** `out`: sent by Misfire or the watched client. `in`: sent by the server. */
  direction: 'out' | 'in';
  /** The actor, as recorded. */
  actor: Actor;
  /** The watched client's name; null for other actors. */
  client: string | null;
  /** What a rehearsal did to it (`answer:rate_limited`). It counts against no server. */
  rehearsed: { injected: string } | null;
  /** When it was added to the recording, never before the row above it. Events reported later may have started earlier: see `beganAt`. */
  at: number;
  /** null while pending and for momentary rows. */
  endAt: number | null;
  /** Measured at the pipe or socket. */
  latencyMs: number | null;
  method: string | null;
  /** Tool, prompt, or resource URI. */
  target: string | null;
  /** The arguments, shortened to 120 characters. */
  args: string;
  /** null: pending, or not a call. */
  outcome: Outcome | null;
  pending: boolean;
  /** Two or three words: `Rate limited`, `5 tools`, `Exited 1`. */
  headline: string;
  /** One sentence or the start of the content; may be empty. */
  detail: string;
  /** The server's code as displayed, `-32602` or `404 in isError`; null if there is none. */
  code: string | null;
  failure: RowFailure | null;
  /** How it ended, and who ended it. null: it waits, was answered without a failure, or is no exchange. */
  ending: Ending | null;
  /** A success with a negative result: `valid:false`, `found:false`. */
  negative: boolean;
  /** id of the chain's first attempt; null if there is only one. */
  chain: number | null;
  /** 1 for the first attempt. */
  attempt: number;
  /** How many messages it represents: more than 1 for a burst of similar ones, from `at` to `endAt`. */
  times: number;
  /** The row that stands for its failed call (incident/failed-calls.ts); null if it did not fail. */
  incident: number | null;
  /** The cause: its group of similar failed calls; null if it did not fail. */
  group: string | null;
  /**
   * For an unmatched response: `unknown_id`, `duplicate`, `late`. For a call: what else arrived for it. `transcript`: known only from a
   * client's transcript. `joined`: also known from one. `differs`: its model received something else than the server sent; `lost`: nothing
   * of it; `arrived`: all of it. `unexpected`: no known rule of the client explains the difference.
   */
  remarks: RowRemark[];
}

/** The actual start, for an exchange that was recorded only when it was answered. */
export function beganAt({ at, endAt, latencyMs }: Pick<Row, 'at' | 'endAt' | 'latencyMs'>): number {
  return endAt === null || latencyMs === null ? at : endAt - latencyMs;
}

/** A person dropped its answer: the client never got it. */
export const isDropped = ({ rehearsed, failure }: Pick<Row, 'rehearsed' | 'failure'>): boolean =>
  rehearsed?.injected === 'hold:dropped' && failure === null;

/** Its headline and detail, as shown. */
export const shownWords = (row: Pick<Row, 'headline' | 'detail' | 'rehearsed' | 'failure'>) =>
  isDropped(row) ? { headline: 'Never arrived', detail: '' } : row;

export const rowRemarks = [
  'unknown_id',
  'duplicate',
  'late',
  'reused_id',
  'progress',
  'noise',
  'both',
  'recovered',
  'no_jsonrpc',
  'duplicate_keys',
  'big_number',
  'transcript',
  'joined',
  'joined_by_time',
  'differs',
  'ambiguous',
  'arrived',
  'lost',
  'unexpected',
  'never_sent',
] as const;
export type RowRemark = (typeof rowRemarks)[number];

/** One raw event of a row, body cut to a preview. */
export interface RowEvent {
  seq: number;
  at: number;
  lane: 'out' | 'in' | 'err' | 'http' | 'life' | 'seen' | 'log';
  /** Its label: `request`, `answer`, `progress`, `HTTP 429`, `exited`. */
  label: string;
  /** At most `bodyPreviewLength` characters; `body` returns the rest. */
  text: string;
  /** Full length in characters. */
  length: number;
  /** The bytes are not UTF-8, so they are also shown as hex. */
  hex?: string;
  partial?: true;
  cut?: number;
  /** The message before a person changed it while it was held, shortened like `text`. */
  original?: string;
  /** Headers and status of an HTTP exchange, as text fields. */
  http?: {
    method: string;
    url: string;
    status: number | null;
    statusText: string;
    requestHeaders: [string, string][];
    headers: [string, string][];
    error: string | null;
    /** What was sent, if it was not JSON-RPC. */
    requestBody?: string;
    startedAt: number;
    headersAt: number | null;
    endedAt: number | null;
  };
}

export const bodyPreviewLength = 20_000;

/** Whether a client followed the server's hint: one finding per gap between two attempts, or at the end of a chain. */
export interface HintJudgement {
  /** The attempt (row) with the hint. */
  row: number;
  finding: 'honoured' | 'too_early' | 'ignored' | 'must_not_repeat' | 'gave_up' | 'no_hint';
  toldMs: number | null;
  didMs: number | null;
  /** One sentence. */
  words: string;
}

/** All rows of one failed call. */
export interface IncidentView {
  /** The row that stands for it. */
  id: number;
  /** Ordered by time; only the first ones if there are very many. */
  rows: Row[];
  /** How many more there are than `rows`. */
  more: number;
  /** A later connection to this server answered; null: none so far, or the connection was not the problem (incident.ts). */
  healed: { row: number; at: number } | null;
}

/** A related row, for a response with a wrong id and its call. */
export interface StrayLink {
  row: number;
  /** One or two sentences that explain the relation. */
  words: string;
}

export interface RowDetail {
  row: Row;
  failure: Failure | null;
  /** Parameters as sent, verbatim; '' if there were none. */
  params: string;
  events: RowEvent[];
  /** Events omitted from `events` because there were too many. */
  moreEvents: number;
  /** All attempts of the chain, oldest first, if there is one. */
  attempts: Row[];
  /** Whether the caller followed the hints, one finding per gap of the chain. */
  judgements: HintJudgement[];
  /** The previous eight rows of the same server. */
  breadcrumbs: Row[];
  /** What failed together with it; null if it did not fail. */
  incident: IncidentView | null;
  /** For a call: responses with a wrong id. For such a response: calls that waited. Omitted: none. */
  strays?: StrayLink[];
  /** The version that the server reported on this connection. Omitted: unknown. */
  version?: string;
  /** For a replay: the original call, and how this one compares with it. */
  original: OriginalCall | null;
}

export interface OriginalCall {
  row: number;
  passed: boolean;
  /** null while it waits for its response. `same`: it fails, or succeeds, as before. */
  verdict: 'fixed' | 'same' | 'different' | 'worse' | null;
  because: string;
}
