// The timeline's rows: one exchange a row, and everything that belongs to no exchange a row of its own.
// Owns the closed list of outcomes. Rows are flat, small and derived; bodies stay in the store (see api.ts `body`).

import type { Actor } from './actors.ts';
import type { Failure, FailureClass, Origin, Severity, Verdict } from './failure.ts';

/** How a call ended. Only `answered` is good news. */
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

/** What a row needs of a failure; the whole of it comes with `rowDetail`. */
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
  /** The same in at most 28, where there is one line. */
  tiny: string;
}

export interface Row {
  /** `seq` of the row's first event. */
  id: number;
  /** Dense place in the log: row n of the unfiltered timeline has ord n. */
  ord: number;
  /** Grows with each change of any row; a window that knows rev N asks for what came after it. */
  rev: number;
  kind: RowKind;
  server: string;
  epoch: number;
  /** `out`: asked by us or the watched client. `in`: asked by the server. */
  direction: 'out' | 'in';
  /** Who asked, as recorded. */
  actor: Actor;
  /** The watched client's name; null where the actor is none. */
  client: string | null;
  /** A rehearsal touched it, in this way (`answer:rate_limited`): it counts against nobody. */
  rehearsed: { injected: string } | null;
  /** When it came into the recording, never before the row above it. What was told of late began earlier: see `beganAt`. */
  at: number;
  /** null while pending and for rows that are a moment. */
  endAt: number | null;
  /** Measured at the pipe or socket. */
  latencyMs: number | null;
  method: string | null;
  /** Tool, prompt, or resource URI. */
  target: string | null;
  /** The arguments in short, at most 120 characters. */
  args: string;
  /** null: pending, or not a call. */
  outcome: Outcome | null;
  pending: boolean;
  /** Two or three words: `Rate limited`, `5 tools`, `Exited 1`. */
  headline: string;
  /** One sentence or the first words of the content; may be empty. */
  detail: string;
  /** The server's code as shown, `-32602` or `404 in isError`; null where there is none. */
  code: string | null;
  failure: RowFailure | null;
  /** A success whose payload says no: `valid:false`, `found:false`. */
  negative: boolean;
  /** id of the chain's first attempt; null when there is only one. */
  chain: number | null;
  /** 1 for the first attempt. */
  attempt: number;
  /** How many messages it stands for: more than 1 where a burst of alike ones became one row, from `at` to `endAt`. */
  times: number;
  /** The row that failed first of all that one cause made fail; null for what did not fail. */
  incident: number | null;
  /** Names the group of alike failures that it belongs to, its incident's; null for what did not fail. */
  group: string | null;
  /**
   * Of an orphan: `unknown_id`, `duplicate`, `late`. Of a call: what else arrived for it. `transcript`: known from a client's transcript
   * alone. `joined`: also known from one; `differs`: there its model got something else than the server said.
   */
  remarks: RowRemark[];
}

/** When what the row tells of began: an exchange that was known only once it was answered, earlier than its row came. */
export function beganAt({ at, endAt, latencyMs }: Pick<Row, 'at' | 'endAt' | 'latencyMs'>): number {
  return endAt === null || latencyMs === null ? at : endAt - latencyMs;
}

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
] as const;
export type RowRemark = (typeof rowRemarks)[number];

/** One raw event of a row, body cut to a preview. */
export interface RowEvent {
  seq: number;
  at: number;
  lane: 'out' | 'in' | 'err' | 'http' | 'life' | 'seen' | 'log';
  /** What it is, in words: `request`, `answer`, `progress`, `HTTP 429`, `exited`. */
  label: string;
  /** At most `bodyPreviewLength` characters; the rest by `body`. */
  text: string;
  /** Full length in characters. */
  length: number;
  /** The bytes are not UTF-8: shown as hex too. */
  hex?: string;
  partial?: true;
  cut?: number;
  /** Headers and status of an HTTP exchange, as text fields. */
  http?: {
    method: string;
    url: string;
    status: number | null;
    statusText: string;
    requestHeaders: [string, string][];
    headers: [string, string][];
    error: string | null;
    /** What was sent, where that was no JSON-RPC. */
    requestBody?: string;
    startedAt: number;
    headersAt: number | null;
    endedAt: number | null;
  };
}

export const bodyPreviewLength = 20_000;

/** Did a client do what the server told it? One finding a gap between two attempts, or at the end of a chain. */
export interface HintJudgement {
  /** The attempt (row) that the hint came with. */
  row: number;
  finding: 'honoured' | 'too_early' | 'ignored' | 'must_not_repeat' | 'gave_up' | 'no_hint';
  toldMs: number | null;
  didMs: number | null;
  /** One sentence. */
  words: string;
}

/** What one cause made fail. */
export interface IncidentView {
  /** The row that failed first. */
  id: number;
  /** In the order of time; the first ones where there are very many. */
  rows: Row[];
  /** How many more there are than `rows`. */
  more: number;
  /** A later connection to this server answered; null: none so far, or the connection was not the trouble (incident.ts). */
  healed: { row: number; at: number } | null;
}

/** Another row that an answer with a wrong id and its call have to do with. */
export interface StrayLink {
  row: number;
  /** One or two sentences that say how. */
  words: string;
}

export interface RowDetail {
  row: Row;
  failure: Failure | null;
  /** Parameters as sent, verbatim text; '' when there were none. */
  params: string;
  events: RowEvent[];
  /** Events left out of `events` because there were too many. */
  moreEvents: number;
  /** All attempts of the chain, oldest first, when there is one. */
  attempts: Row[];
  /** Whether whoever called did as told, one finding per gap of the chain. */
  judgements: HintJudgement[];
  /** The eight rows of the same server before it. */
  breadcrumbs: Row[];
  /** What failed together with it; null for what did not fail. */
  incident: IncidentView | null;
  /** Of a call: answers with a wrong id. Of such an answer: calls that waited. Left out: none. */
  strays?: StrayLink[];
  /** Which version the server said it was, on this connection. Left out: not known. */
  version?: string;
  /** Of a replay: the call that was sent again, and how this one compares with it. */
  original: OriginalCall | null;
}

export interface OriginalCall {
  row: number;
  passed: boolean;
  /** null while it waits for its answer. `same`: it fails, or passes, as before. */
  verdict: 'fixed' | 'same' | 'different' | 'worse' | null;
  because: string;
}
