// What windows are shown: servers, counters, groups of failures, recordings, batches of what changed. Plain values that travel.
// Owns these shapes; the questions that bring them are in api.ts.

import type { Actor } from '../actors.ts';
import type { ProbeView } from '../compare/probing.ts';
import type { FailureClass, Layer, Owner, Severity, Verdict } from '../failure.ts';
import type { ReplayView } from '../retry/replay.ts';
import type { AskView, SignInView } from '../server/connecting.ts';
import type { eras, ServerConfig } from '../server/server-config.ts';
import type { Row, RowEvent } from '../timeline.ts';
import type { GroupMark } from './marks.ts';
import type { PastServer } from './past-servers.ts';

export const serverStates = ['idle', 'connecting', 'connected', 'failed', 'exited', 'closing'] as const;
export type ServerState = (typeof serverStates)[number];

export interface ServerView {
  id: string;
  name: string;
  /** From 0: names the server's mark, a shape and a colour. */
  colour: number;
  state: ServerState;
  /** Why it failed or ended, in one sentence; '' otherwise. */
  reason: string;
  transport: ServerConfig['transport']['kind'];
  /** The command line or the address, as text. */
  endpoint: string;
  sample: string | null;
  /** A connection of somebody's client, which is only watched; null: one of Misfire's own. */
  watched: { client: string; server: string } | null;
  protocolVersion: string | null;
  serverInfo: { name: string; version: string } | null;
  pid: number | null;
  /** Of clients, people and the tour. `incidents`: causes of failures; `expected`: how many of those a person set aside. */
  counts: { messages: number; failures: number; incidents: number; pending: number; expected: number };
  /** Failures in each of the last 12 half minutes, oldest first. */
  recent: number[];
  dialect: { id: string; name: string; confidence: number } | null;
  /** The dialect that a person chose; null: recognised from the traffic. */
  pinnedDialect: string | null;
  callTimeoutMs: number;
  era: (typeof eras)[number];
  signIn: SignInView;
}

export interface Counters {
  rows: number;
  messages: number;
  /** Failed rows of clients, people and the tour. */
  failures: number;
  /** What made them fail: each cause counts once. */
  incidents: number;
  recovered: number;
  pending: number;
  /** How many of the incidents a person set aside: they are expected, or resolved and not back. */
  expected: number;
  /** The worst severity among the other failures. */
  worst: Severity | null;
  /** While messages are read anew, as after an update: how many there are and how many were read. Rows come meanwhile. */
  reading?: { done: number; total: number };
}

/** Failures that are the same trouble: same server, method, target, layer, and code or class. */
export interface FailureGroup {
  /** As in the filter `group:`. */
  id: string;
  server: string;
  method: string | null;
  target: string | null;
  layer: Layer | null;
  code: string | null;
  class: FailureClass | null;
  /** Of the newest failure, like all that follows up to `sentence`. */
  severity: Severity;
  verdict: Verdict | null;
  afterMs: number | null;
  /** null: an earlier version read it and kept none. */
  owner: Owner | null;
  /** The owner is what a person set; the finding itself says `foundOwner`. */
  isByHand: boolean;
  /** null: the owner is the finding's, or it had none. */
  foundOwner: Owner | null;
  /** False: it came as a success. */
  flagged: boolean;
  /** Two or three words. */
  title: string;
  sentence: string;
  newest: number;
  count: number;
  /** How often the call worked in the end. */
  recovered: number;
  firstAt: number;
  lastAt: number;
  /** How many in each of some equal stretches of the whole recording, or on each of the last 14 days (`isDaily`). */
  spark: number[];
  /** Who asked, the most frequent first. */
  by: { actor: Actor; client: string | null; count: number }[];
  /** No earlier recording had it, though its server was there. */
  isNew: boolean;
  /** What a person said about it. */
  mark: GroupMark | null;
}

/** How much happened when, in equal stretches from `from` to `to`. */
export interface Overview {
  from: number;
  to: number;
  messages: number[];
  failures: number[];
  /** By stretch: place in `severities` of the worst failure, -1 where there is none. */
  worst: number[];
  /** Rows that pass the view's filter; null without one. */
  passing: number[] | null;
}

/** One message of a row, with what it says in short. */
export interface BurstEvent extends RowEvent {
  words: string;
}

export const groupOrders = ['count', 'last', 'severity', 'cause', 'owner', 'by', 'retry'] as const;
export type GroupOrder = (typeof groupOrders)[number];

/** `unresolved`: what wants something done, also what regressed. */
export const groupTabs = ['unresolved', 'expected', 'resolved', 'all'] as const;
export type GroupTab = (typeof groupTabs)[number];

/** What groups can be narrowed by beside words: each with how many groups of a tab have it. */
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
   * Where the log is kept. `isRefused`: not where it should be, as the file could not be used. `isWaiting`: something is in
   * memory only, until the file takes it. `notice` says why.
   */
  store: { kind: 'sqlite' | 'memory'; path: string | null; notice: string; isRefused: boolean; isWaiting: boolean };
  /** What this host can do; the UI asks for abilities, never for the host's name. */
  abilities: { openExternal: boolean; secureStorage: boolean };
  /** Where all of it is kept. */
  dataFolder: string;
  /** What it runs on; null where that is no part of it. */
  runtime: { node: string; electron: string | null; sqlite: string | null; system: string };
  /** What a window gave to `keepPreferences` last; '' for none. */
  preferences: string;
  samples: { id: string; name: string; about: string }[];
}

export interface RecordingView {
  id: number;
  /** The name a person gave it, else when it began. */
  name: string;
  isNamed: boolean;
  note: string;
  /** `imported`: read from a file, and only read. */
  kind: 'recorded' | 'imported';
  /** The file it was read from; '' for what was recorded here. */
  source: string;
  startedAt: number;
  /** When something was last written to it. */
  touchedAt: number;
  /** About what it takes on disk. */
  bytes: number;
  rows: number;
  messages: number;
  /** Each answer and each silence that is one, as `is:failed` finds them. */
  failures: number;
  /** Their causes, as they are counted wherever people see a number of failures (filter/failure-count.ts). */
  incidents: number;
  /** How many of the incidents a person set aside. */
  expected: number;
  /** What happens now is recorded here. */
  isLive: boolean;
  isShown: boolean;
}

export interface ExportPreview {
  rows: number;
  events: number;
  /** Not everything was looked at, for it would take long. */
  cut: boolean;
  masked: { kind: string; label: string; count: number; examples: string[] }[];
}

export interface Snapshot {
  rev: number;
  recording: RecordingView;
  servers: ServerView[];
  /** The recording's own servers; null while it is live, where `servers` are its own. */
  past: PastServer[] | null;
  counters: Counters;
  /** What a person said about groups of failures. */
  marks: GroupMark[];
}

/** What changed since the last batch; at most 30 a second. `rows` may be cut: `truncated` says to ask again. */
export interface Batch {
  fromRev: number;
  rev: number;
  rows: Row[];
  truncated: boolean;
  /** null when they did not change. */
  servers: ServerView[] | null;
  counters: Counters;
  /** Replays that changed; null when none did. */
  replays: ReplayView[] | null;
  /** Probe runs that changed; null when none did. */
  probes: ProbeView[] | null;
  /** All that servers wait for a person to answer; null when that did not change. */
  asks: AskView[] | null;
  /** The recording that is shown; another than before means to begin anew. */
  recording: number;
  /** Something a person should know about where the log is kept; '' when all is well. */
  notice: string;
  /** What a person said about groups of failures; null when that did not change. */
  marks: GroupMark[] | null;
}

export interface View {
  /** Names the filter's result; '' is the unfiltered timeline. */
  view: string;
  total: number;
  /** Rows that the filter hides. */
  hidden: number;
  rev: number;
  /** Of a filtered view: how many of its rows were found looking back from when it was opened. */
  behind?: number;
  /** The newest rows of a filtered view, so that it can be shown without asking again; they are its last ones. */
  newest?: { rows: Row[]; hits?: { id: number; text: string }[] };
  /** Older rows are still being looked at: the view grows at its beginning, and its rows move down by what `behind` grows. */
  growing?: true;
  /** So many long bursts were searched for words only in part (filter/left-out.ts). */
  cutBursts?: number;
}

export interface ToolView {
  name: string;
  title: string;
  description: string;
  /** JSON text; schemas from servers can be too deep to send as values. */
  inputSchema: string;
  /** What its structured results promise to be, as JSON text; empty: nothing was promised. */
  outputSchema: string;
  hints: { readOnly: boolean | null; destructive: boolean | null; idempotent: boolean | null };
  /** Why clients must not call it; empty: they may. */
  leftOut: string;
}

/** A call that is kept to be made again. */
export interface KeptCall {
  tool: string;
  /** JSON text; empty: none were sent. */
  args: string;
  /** Members that were not kept because they look like secrets. */
  left: string[];
}

export interface DialectsView {
  dialects: { id: string; name: string; about: string; own: boolean }[];
  /** Files of a person's own that were set aside, and why. */
  problems: string[];
  /** Where a person's own files lie. */
  folder: string;
}
