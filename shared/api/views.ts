// What windows show: servers, counters, failure groups, recordings, batches of changes. Plain values that can be serialized. Owns these
// shapes; api.ts has the methods that return them.

import type { Actor } from '../actors.ts';
import type { FailureClass, Layer, Owner, Severity, Verdict } from '../failure.ts';
import type { SeenCount } from '../filter/seen-state.ts';
import type { FailedCalls } from '../incident/failed-calls.ts';
import type { SignInView } from '../server/connecting.ts';
import type { eras, ServerConfig } from '../server/server-config.ts';
import type { Row, RowEvent } from '../timeline.ts';
import type { GroupMark } from './marks.ts';
import type { PastParties } from './past-servers.ts';

const serverStates = ['idle', 'connecting', 'connected', 'failed', 'exited', 'closing'] as const;
export type ServerState = (typeof serverStates)[number];

export interface ServerView {
  id: string;
  name: string;
  /** From 0: selects the server's mark, a shape and a color. */
  colour: number;
  state: ServerState;
  /** Why it failed or ended, in one sentence; '' otherwise. */
  reason: string;
  transport: ServerConfig['transport']['kind'];
  /** The command line or the URL, as text. */
  endpoint: string;
  sample: string | null;
  /** A client's connection that is only watched; null: one of Misfire's own. */
  watched: { client: string; server: string } | null;
  protocolVersion: string | null;
  serverInfo: { name: string; version: string } | null;
  pid: number | null;
  /** From clients, the user and the tour. */
  counts: Omit<FailedCalls, 'causes'> & { messages: number; failedRows: number; pending: number };
  /** Failed calls in each of the last 12 half minutes, oldest first. */
  recent: number[];
  dialect: { id: string; name: string; confidence: number } | null;
  /** The dialect that the user chose; null: detected from the traffic. */
  pinnedDialect: string | null;
  callTimeoutMs: number;
  era: (typeof eras)[number];
  signIn: SignInView;
}

export interface Counters extends FailedCalls {
  rows: number;
  messages: number;
  /** Failed rows from clients, the user and the tour, as `is:failed` finds them. Never displayed. */
  failedRows: number;
  recovered: number;
  pending: number;
  /** The worst severity among the failed calls. */
  worst: Severity | null;
  /** What is known of the models' side; absent while nothing is known from a transcript. */
  seen?: SeenCount[];
  /** While messages are decoded again, for example after an update: how many there are and how many are done. Rows arrive meanwhile. */
  reading?: { done: number; total: number };
}

/** Similar failed calls, which have one cause: same server, method, target, layer, class, and code if there is one. */
export interface FailureGroup {
  /** As in the filter `group:`. */
  id: string;
  server: string;
  method: string | null;
  target: string | null;
  layer: Layer | null;
  code: string | null;
  class: FailureClass | null;
  /** From the newest failure, like all fields down to `sentence`. */
  severity: Severity;
  verdict: Verdict | null;
  afterMs: number | null;
  /** null: an earlier version decoded it and stored none. */
  owner: Owner | null;
  /** The owner that the user set; `foundOwner` has the finding's. */
  isByHand: boolean;
  /** null: the owner is the finding's, or the finding has none. */
  foundOwner: Owner | null;
  /** False: the server reported success. */
  flagged: boolean;
  /** Two or three words. */
  title: string;
  sentence: string;
  newest: number;
  /** Failed calls. */
  count: number;
  /** How many calls succeeded in the end. */
  recovered: number;
  firstAt: number;
  lastAt: number;
  /** Counts in equal intervals of the whole recording, or for each of the last 14 days (`isDaily`). */
  spark: number[];
  /** Callers, the most frequent first. */
  by: { actor: Actor; client: string | null; count: number }[];
  /** No earlier recording had it, although its server was in one. */
  isNew: boolean;
  /** The user's mark. */
  mark: GroupMark | null;
}

/** Activity over time, in equal intervals from `from` to `to`. */
export interface Overview {
  from: number;
  to: number;
  messages: number[];
  failures: number[];
  /** By interval: index in `severities` of the worst failure, -1 if none. */
  worst: number[];
  /** Rows that match the view's filter; null without one. */
  passing: number[] | null;
}

/** One message of a row, with a short preview. */
export interface BurstEvent extends RowEvent {
  words: string;
}

export const groupOrders = ['count', 'last', 'severity', 'cause', 'owner', 'by', 'retry'] as const;
export type GroupOrder = (typeof groupOrders)[number];

/** `unresolved`: needs action, including what regressed. */
export const groupTabs = ['unresolved', 'expected', 'resolved', 'all'] as const;
export type GroupTab = (typeof groupTabs)[number];

/** Facets that narrow groups besides words, each with the number of groups of a tab. */
export const groupFacets = ['owner', 'server', 'by', 'mark'] as const;
export type GroupFacet = (typeof groupFacets)[number];
/** Values of `mark`. */
export const groupMarks = ['regressed', 'new', 'unflagged', 'note'] as const;
export interface FacetValue {
  value: string;
  count: number;
}

export interface Hello {
  version: string;
  /**
   * Where the log is stored. `isRefused`: elsewhere than configured, because the file could not be used. `isWaiting`: some of it is in
   * memory until the file can be written. `notice` gives the reason.
   */
  store: { kind: 'sqlite' | 'memory'; path: string | null; notice: string; isRefused: boolean; isWaiting: boolean };
  /** What this host can do; the UI asks for abilities, never for the host's name. */
  abilities: { openExternal: boolean; secureStorage: boolean };
  /** The data folder. */
  dataFolder: string;
  /** Versions of the runtime; null for those not in use. */
  runtime: { node: string; electron: string | null; sqlite: string | null; system: string };
  /** What a window last passed to `keepPreferences`; '' for none. */
  preferences: string;
  samples: { id: string; name: string; about: string }[];
}

export interface RecordingView {
  id: number;
  /** The name the user gave it, otherwise when it started. */
  name: string;
  isNamed: boolean;
  note: string;
  /** `imported`: read from a file, and read-only. */
  kind: 'recorded' | 'imported';
  /** The file it was read from; '' if recorded here. */
  source: string;
  startedAt: number;
  /** When it was last written to. */
  touchedAt: number;
  /** Approximate size on disk. */
  bytes: number;
  rows: number;
  messages: number;
  /** null: an earlier version counted differently; the recording is counted again when it is opened. */
  counted: FailedCalls | null;
  /** New messages are recorded here. */
  isLive: boolean;
  isShown: boolean;
}

export interface ExportPreview {
  rows: number;
  events: number;
  /** Only part was examined, because the rest would take too long. */
  cut: boolean;
  masked: { kind: string; label: string; count: number; examples: string[] }[];
}

export interface Snapshot {
  rev: number;
  recording: RecordingView;
  servers: ServerView[];
  /** The recording's own servers and clients; null while it is live, because `servers` has them. */
  past: PastParties | null;
  counters: Counters;
  /** The user's marks on failure groups. */
  marks: GroupMark[];
}

export interface View {
  /** Identifies the filter's result; '' is the unfiltered timeline. */
  view: string;
  total: number;
  /** Rows that the filter hides. */
  hidden: number;
  rev: number;
  /** For a filtered view: how many of its rows the backward search has found since it opened. */
  behind?: number;
  /** The newest rows of a filtered view, to show without another request; they are its last ones. */
  newest?: { rows: Row[]; hits?: { id: number; text: string }[] };
  /** The search of older rows continues: the view grows at its start, and its rows move down by the growth of `behind`. */
  growing?: true;
  /** This many long bursts were searched only in part (filter/left-out.ts). */
  cutBursts?: number;
}

export interface ToolView {
  name: string;
  title: string;
  description: string;
  /** JSON text; schemas from servers can be too deep to send as values. */
  inputSchema: string;
  /** The output schema as JSON text; empty if there is none. */
  outputSchema: string;
  hints: { readOnly: boolean | null; destructive: boolean | null; idempotent: boolean | null };
  /** Why clients must not call it; empty: they may. */
  leftOut: string;
  /** Clients that do not offer it to their model, by their rules. */
  notOffered: { by: string; why: string; fix: string }[];
}

/** A call saved to be made again. */
export interface KeptCall {
  tool: string;
  /** JSON text; empty if none were sent. */
  args: string;
  /** Fields that were not saved because they look like secrets. */
  left: string[];
}

export interface DialectsView {
  dialects: { id: string; name: string; about: string; own: boolean }[];
  /** The user's own files that were rejected, and why. */
  problems: string[];
  /** The folder of the user's own files. */
  folder: string;
}

/** A plan of your own, in a file of the data folder. It may be invalid: people edit it. */
export interface OwnPlan {
  /** Its name without `.json`. */
  file: string;
  text: string;
}

/** A rehearsal that is on: started here, or by `misfire rehearse` with the same data folder. */
export interface RehearsalView {
  name: string;
  title: string;
  startedAt: number;
  endsAt: number;
  /** Calls that it touched so far, in the live recording. */
  injected: number;
  /** How many it touches at most; null: no limit but the time. */
  atMost: number | null;
  /** Started by this Misfire, not by a command. */
  isOwn: boolean;
}

/** A part of an import was read. `recording` is set when everything is. */
/** What became of the calls of a transcript beside the watched traffic. */
export interface JoinedCalls {
  joined: number;
  /** Those that were not joined, the most frequent reason first. */
  apart: { why: string; count: number }[];
}

export interface ImportedPart {
  recording: RecordingView | null;
  /** Of a transcript. */
  calls?: JoinedCalls;
  problems: { line: number; message: string }[];
  format: string;
}
