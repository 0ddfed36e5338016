// The contract between the inspector and every window onto it. `renderer/` and `electron/` meet here and nowhere else.
// Owns: names, validated inputs and result types; what is shown is in views.ts. Carriers (IPC, WebSocket) are in hosts/ and shell/.
//
// Errors cross as values: every method answers `Answer<T>`. A thrown error is a bug and becomes code `internal`.

import { z } from 'zod';
import { exportFormats, reportFormats } from '../capture/format-names.ts';
import type { SpoolLimits } from '../capture/spool.ts';
import {
  type Comparison,
  compareSourceSchema,
  type RuleCode,
  ruleClassSchema,
  ruleLanguages,
  type ShapeDiff,
} from '../compare/compared.ts';
import type { Baseline, BaselineReport } from '../compare/error-contract.ts';
import { type OwnProvocation, ownProvocationSchema, type ProbeView, type ServerPlan } from '../compare/probing.ts';
import { type Failure, owners } from '../failure.ts';
import { sortKeys } from '../filter/sort-rows.ts';
import type { RetryPlan } from '../retry/planned.ts';
import {
  type AnswerDiff,
  type BulkPlan,
  policySchema,
  type ReplayDraft,
  type ReplayView,
  replayRequestSchema,
  snippetKinds,
} from '../retry/replay.ts';
import {
  type AskView,
  askAnswerSchema,
  type ClientConfig,
  type DoctorReport,
  type EraFinding,
  type FoundServer,
  type Offers,
  type SignInView,
} from '../server/connecting.ts';
import { type ServerConfig, serverConfigSchema } from '../server/server-config.ts';
import type { Row, RowDetail } from '../timeline.ts';
import type { Answer } from './answer.ts';
import { groupMarkSchema } from './marks.ts';
import {
  type ClientTarget,
  type VariableOffer,
  type VariablesChange,
  variableKeeping,
  variableNamesSchema,
  variableValuesSchema,
} from './variables.ts';
import {
  type Batch,
  type BurstEvent,
  type DialectsView,
  type ExportPreview,
  type FacetValue,
  type FailureGroup,
  type GroupFacet,
  type GroupTab,
  groupFacets,
  groupOrders,
  groupTabs,
  type Hello,
  type KeptCall,
  type Overview,
  type RecordingView,
  type Snapshot,
  type ToolView,
  type View,
} from './views.ts';
import type { AgentChange, AgentClient, UnreadableSettings, WatchChange, WatchEntry } from './watching.ts';

const id = z.number().int().nonnegative();
const serverId = z.string().min(1).max(200);

const probeSchema = z.object({
  servers: z.array(serverId).min(1).max(50),
  /** Names of tools that look destructive and may be used all the same. */
  tools: z.array(z.string().max(500)).default([]),
  /** Ids of provocations; left out: all. */
  only: z.array(z.string().max(200)).optional(),
});
const retentionSchema = z.object({
  maxBytes: z.number().int().min(1_000_000).nullable(),
  maxAgeDays: z.number().int().min(1).max(36_500).nullable(),
});
export type Retention = z.output<typeof retentionSchema>;

const exportSchema = z.object({
  format: z.enum(exportFormats),
  /** Only rows that pass; '' is the whole recording. */
  filter: z.string().max(2000),
  /** Further values to hide, each a regular expression. */
  patterns: z.array(z.string().max(500)).max(50),
  /** Kinds of secrets that a person chose to leave in. */
  keep: z.array(z.string().max(40)).max(50),
});
export type ExportOptions = z.output<typeof exportSchema>;

/** Inputs, checked at the boundary. One entry a method; `Results` below has the same keys. */
export const inputs = {
  hello: z.object({}),
  snapshot: z.object({}),
  /** A filter (see filter.ts) becomes a view; a bad one is answered with code `bad_filter`. */
  openView: z.object({
    filter: z.string().max(2000),
    /** Left out: in the order of time. */
    sort: z.object({ by: z.enum(sortKeys), isDown: z.boolean() }).optional(),
  }),
  /** Rows `from` to `from + count - 1` of a view. */
  rows: z.object({ view: z.string(), from: z.number().int().nonnegative(), count: z.number().int().min(1).max(500) }),
  /** Rows that changed after `rev`, for a window that was away. */
  changes: z.object({ rev: z.number().int().nonnegative(), limit: z.number().int().min(1).max(5000) }),
  rowDetail: z.object({ id }),
  /** The place of a row within a view, or the nearest failure before or after it. */
  locate: z.object({
    view: z.string(),
    id,
    want: z.enum(['self', 'next_failure', 'previous_failure', 'newest_failure']),
  }),
  /** Verbatim text of one event, in parts. */
  body: z.object({ seq: id, offset: z.number().int().nonnegative(), length: z.number().int().min(1).max(1_000_000) }),
  /** The messages of a row in pages, each with its first words; whole ones come by `body`. */
  rowEvents: z.object({ id, from: z.number().int().nonnegative(), count: z.number().int().min(1).max(500) }),
  /** The tool that a call names, as its server listed it in the log; nothing is sent. */
  seenTool: z.object({ id }),
  /** What was sent last to each tool of a server, and its favourites. */
  keptCalls: z.object({ server: serverId }),
  /** `keep` false: it is no favourite any more. */
  keepCall: z.object({
    server: serverId,
    tool: z.string().max(2_000),
    args: z.string().max(1_000_000),
    as: z.enum(['last', 'favourite']),
    keep: z.boolean().default(true),
  }),
  /** What a person prefers in the window; comes back with `hello`. */
  keepPreferences: z.object({ text: z.string().max(1_000_000) }),
  /** Where a moment is within a view: the first row that is not before it, or the last. */
  locateTime: z.object({ view: z.string(), at: z.number() }),
  /** Groups of failures in their order. A search that cannot be read is answered with code `bad_filter`. */
  failureGroups: z.object({
    order: z.enum(groupOrders),
    /** Upside down: what the order has last comes first. */
    isReversed: z.boolean().optional(),
    tab: z.enum(groupTabs).optional(),
    /** Words or a filter, which the newest failure of a group passes. */
    search: z.string().max(2000).optional(),
    /** Values that a group must have. */
    having: z.partialRecord(z.enum(groupFacets), z.string().max(500)).optional(),
    from: z.number().int().nonnegative(),
    count: z.number().int().min(1).max(500),
  }),
  /**
   * A group's failures are expected or resolved from now on, in every recording that is recorded here, or no longer (null);
   * with a note. What is left out stays as it was.
   */
  markGroup: z.object({
    group: z.string().min(1).max(40),
    state: z.enum(['expected', 'resolved']).nullable().optional(),
    note: z.string().max(2000).optional(),
    /** null: as the finding says. */
    owner: z.enum(owners).nullable().optional(),
    /** Instead of all three: puts the mark back as it was (null: there was none), for undo. */
    was: groupMarkSchema.nullable().optional(),
  }),
  /** The whole recording at a glance. */
  overview: z.object({ view: z.string(), buckets: z.number().int().min(1).max(2000) }),
  /** `reuse`: a server of the list that is reached in the same way is taken instead of adding another. */
  addServer: z.object({ config: serverConfigSchema, connect: z.boolean(), reuse: z.boolean().optional() }),
  removeServer: z.object({ server: serverId }),
  /** How a server is configured, its secrets left empty. */
  serverConfig: z.object({ server: serverId }),
  /** Replaces the configuration; an empty value of a secret leaves it as it is. An open connection goes on as it was. */
  changeServer: z.object({ server: serverId, config: serverConfigSchema }),
  duplicateServer: z.object({ server: serverId }),
  /** These servers as `mcpServers` JSON, without secrets; left out: all. */
  exportServers: z.object({ servers: z.array(serverId).optional() }),
  /** What a pasted text describes: a command line, an address, `mcpServers` JSON. Starts nothing. */
  readServers: z.object({ text: z.string().max(5_000_000) }),
  /** What other programs on this machine have configured. Only reads. */
  findServers: z.object({ folder: z.string().max(4000).optional() }),
  /** Which entries of other programs are watched, can be, or cannot. Only reads. */
  watchEntries: z.object({ folder: z.string().max(4000).optional() }),
  /** The exact change that watching an entry would make. */
  planWatch: z.object({ entry: z.string().max(600) }),
  /** Makes that change. */
  startWatch: z.object({ entry: z.string().max(600) }),
  /** Puts the entry back as it was. */
  undoWatch: z.object({ entry: z.string().max(600) }),
  /** Which of these variables have a value somewhere, by name only, and which client has the server. Only reads. */
  variableOffers: z.object({ server: serverId, names: variableNamesSchema }),
  /** Gives a server of one's own its variables; they count at its next start. */
  setVariables: z.object({ server: serverId, values: variableValuesSchema, keep: z.enum(variableKeeping) }),
  /** The exact change that writing them into its client's settings would make, without the values. */
  planClientVariables: z.object({ server: serverId, names: variableNamesSchema }),
  saveClientVariables: z.object({ server: serverId, values: variableValuesSchema }),
  /** Takes out, byte for byte, what was written there. */
  undoClientVariables: z.object({ server: serverId }),
  /** Which programs on this machine can have Misfire as a server (`misfire mcp`), and which do. Only reads. */
  agentClients: z.object({}),
  /** Puts the entry into a client's settings. */
  addToClient: z.object({ client: z.string().max(200) }),
  /** Takes it out again, byte for byte where nothing else changed. */
  removeFromClient: z.object({ client: z.string().max(200) }),
  /** How much of what watched clients say is kept while nobody looks; without values it is only asked. */
  spoolLimits: z.object({
    maxBytes: z.number().int().min(1_000_000).max(1e12).optional(),
    maxAgeHours: z.number().min(1).max(100_000).optional(),
  }),
  /** Asks the server, in rows that anyone can see, which era it speaks, and keeps the answer. */
  detectEra: z.object({ server: serverId }),
  /** Finds the first thing that keeps a connection from working. */
  diagnose: z.object({ server: serverId }),
  /** Gives up a diagnosis or a detection that takes too long. */
  stopDiagnosis: z.object({ server: serverId }),
  /** Begins to sign in; `signIn` of the server then says where a person goes on. */
  signIn: z.object({ server: serverId, scope: z.string().max(2000).optional() }),
  cancelSignIn: z.object({ server: serverId }),
  signOut: z.object({ server: serverId }),
  offers: z.object({ server: serverId, refresh: z.boolean() }),
  /** All that servers wait for a person to answer. */
  asks: z.object({}),
  /** `keep`: answer the same from now on, for this server. */
  answerAsk: z.object({ ask: z.string(), answer: askAnswerSchema, keep: z.boolean().default(false) }),
  /** Asks again and again how a task is, as often as the server wants, until it is over. */
  followTask: z.object({ server: serverId, taskId: z.string().max(1000) }),
  connect: z.object({ server: serverId }),
  disconnect: z.object({ server: serverId }),
  restart: z.object({ server: serverId }),
  /** Adds and connects the sample servers and lets them fail in instructive ways. */
  trySamples: z.object({}),
  tools: z.object({ server: serverId, refresh: z.boolean() }),
  /** Any request. `params` is JSON text, sent as it stands; '' sends none. */
  call: z.object({
    server: serverId,
    method: z.string().min(1).max(500),
    params: z.string().max(50_000_000),
    timeoutMs: z.number().int().min(1).max(2_147_483_647).optional(),
    /** Asks the server to report progress; adds a token to `_meta`. */
    progress: z.boolean().optional(),
    /** It repeats a recorded call. */
    again: z.boolean().optional(),
  }),
  cancel: z.object({ id }),
  dialects: z.object({}),
  /** null: recognise the server's dialect from its traffic. */
  pinDialect: z.object({ server: serverId, dialect: z.string().max(64).nullable() }),
  /** A dialect file (docs/adding-a-dialect.md); a wrong one is answered with what is wrong, a line each. */
  addDialect: z.object({ fileName: z.string().min(1).max(200), text: z.string().max(2_000_000) }),

  /** How a row would be read with this dialect beside the others; nothing is kept. */
  tryDialect: z.object({ row: id, text: z.string().max(2_000_000) }),

  /** All that a person should see before a call is tried again. */
  draftReplay: z.object({ row: id }),
  /** What a policy would do, drawn before it runs. */
  simulatePolicy: z.object({ policy: policySchema }),
  startReplay: replayRequestSchema,
  controlReplay: z.object({ replay: z.string(), action: z.enum(['pause', 'resume', 'skip', 'cancel']) }),
  replays: z.object({}),
  /** The failures of a filter, as calls that would be sent; nothing is sent. */
  planBulk: z.object({ filter: z.string().max(2000) }),
  /** Sends each planned row once, now, in order. `confirm` has the typed names of destructive tools. */
  startBulk: z.object({
    rows: z.array(id).min(1).max(1000),
    to: z.string().max(200).optional(),
    confirm: z.array(z.string()).default([]),
  }),
  diffAnswers: z.object({ before: id, after: id }),
  /** A repro set (docs/repro-sets.md) of these calls, as JSON text. */
  reproSet: z.object({ rows: z.array(id).min(1).max(1000) }),
  /** The call as code to copy; secrets are replaced by variables. */
  snippet: z.object({ row: id, kind: z.enum(snippetKinds) }),

  /** The failures that a server's documentation promises: a person's own, and those a sample comes with. */
  ownProvocations: z.object({ server: serverId }),
  /** Kept with the server; one of the same name is replaced. */
  saveProvocation: z.object({ server: serverId, provocation: ownProvocationSchema }),
  removeProvocation: z.object({ server: serverId, name: z.string().max(80) }),
  /** The dry list: nothing of it is sent, but each server is reached once more to read its schemas. */
  planProbe: probeSchema,
  startProbe: probeSchema,
  /** Adds the five samples where they are missing and probes them. */
  probeSamples: z.object({ only: z.array(z.string().max(200)).optional() }),
  stopProbe: z.object({ probe: z.string() }),
  probes: z.object({}),
  compareServers: z.object({ source: compareSourceSchema }),
  /** Two failed rows, of one server or of two. */
  diffShapes: z.object({ left: id, right: id }),
  /** Keeps the error contract that a probe run showed, to compare later runs with. */
  saveBaseline: z.object({ probe: z.string(), server: serverId }),
  compareBaseline: z.object({ probe: z.string(), server: serverId }),
  /** The error contracts of all servers of a run, to be kept as a file. */
  probeBaseline: z.object({ probe: z.string() }),
  /** Code that recognises a class on all compared servers; with the answers that it gets wrong. */
  ruleCode: z.object({ source: compareSourceSchema, class: ruleClassSchema, language: z.enum(ruleLanguages) }),
  compareReport: z.object({ source: compareSourceSchema, format: z.enum(reportFormats) }),

  // The log: recordings, captures, search.
  recordings: z.object({}),
  /** Shows another recording, in every window. */
  openRecording: z.object({ recording: id }),
  /** Begins a recording for what comes next, and shows it. */
  newRecording: z.object({ name: z.string().max(200) }),
  changeRecording: z.object({
    recording: id,
    name: z.string().max(200).optional(),
    note: z.string().max(5000).optional(),
  }),
  deleteRecording: z.object({ recording: id }),
  /** What is kept, and for how long; null is no limit. Without `rule` it only tells. */
  retention: z.object({ rule: retentionSchema.optional() }),
  /** Values that rows have under a key of the filter language, with how many have them. */
  suggest: z.object({ key: z.string().max(40), prefix: z.string().max(200) }),
  /** What an export would hold and hide. */
  previewExport: exportSchema,
  /** Begins an export; its text is then fetched with `exportPart` until that is done. */
  startExport: exportSchema,
  exportPart: z.object({ export: id }),
  cancelExport: z.object({ export: id }),
  /** Begins an import; its text then follows with `importPart`, the last one marked. */
  startImport: z.object({ name: z.string().max(500), print: z.string().max(100).optional() }),
  importPart: z.object({ import: id, text: z.string().max(4_000_000), last: z.boolean() }),
  /** Ends an import; nothing of it stays. */
  cancelImport: z.object({ import: id }),
} as const;

export interface Results {
  hello: Hello;
  snapshot: Snapshot;
  openView: View;
  /** `hits`: where the messages of a row say the filter's words, for rows that do not show them themselves. */
  rows: Pick<View, 'total' | 'rev' | 'behind' | 'growing' | 'cutBursts'> & {
    rows: Row[];
    hits?: { id: number; text: string }[];
  };
  changes: { rows: Row[]; rev: number; truncated: boolean };
  rowDetail: RowDetail;
  locate: { index: number; id: number } | null;
  body: { text: string; length: number; hex: string | null };
  rowEvents: { events: BurstEvent[]; total: number };
  keptCalls: { last: KeptCall[]; favourites: KeptCall[] };
  keepCall: null;
  keepPreferences: null;
  /** null: no call of a tool, or its server has not listed it. */
  seenTool: ToolView | null;
  locateTime: { index: number; id: number } | null;
  failureGroups: {
    groups: FailureGroup[];
    total: number;
    isNew: number;
    /** How many failures all groups hold at this moment, and how many more are set aside: a head over groups must not mix two. */
    failures: number;
    expected: number;
    from: number;
    to: number;
    /** How many groups of each tab the search finds. */
    tabs: Record<GroupTab, number>;
    /** Of the tab, without the search. */
    facets: Record<GroupFacet, FacetValue[]>;
    /** The trend of each group has one bar for each of the last 14 days. */
    isDaily: boolean;
    /** How many failures the found groups of the tab have. */
    found: number;
  };
  markGroup: null;
  /** null: nothing has happened yet. */
  overview: Overview | null;
  addServer: { server: string };
  removeServer: null;
  serverConfig: { config: ServerConfig; kept: { where: 'system' | 'file' | 'memory'; words: string } };
  changeServer: null;
  duplicateServer: { server: string };
  /** `leftOut`: names of those that this form cannot say. */
  exportServers: { text: string; leftOut: string[] };
  readServers: { servers: FoundServer[]; problems: string[] };
  findServers: { configs: ClientConfig[] };
  watchEntries: { entries: WatchEntry[]; unreadable: UnreadableSettings[] };
  planWatch: WatchChange;
  startWatch: WatchEntry;
  /** `exact`: the very bytes are back; else only the command of the entry is. */
  undoWatch: { exact: boolean };
  /** `client`: null where no client has this server. */
  variableOffers: { offers: VariableOffer[]; client: ClientTarget | null };
  setVariables: null;
  planClientVariables: VariablesChange;
  saveClientVariables: ClientTarget;
  undoClientVariables: ClientTarget;
  agentClients: { clients: AgentClient[] };
  addToClient: AgentChange;
  removeFromClient: { exact: boolean };
  /** `problem`: why nothing is kept, or some could not be; '' otherwise. */
  spoolLimits: SpoolLimits & { problem: string };
  detectEra: EraFinding;
  diagnose: DoctorReport;
  stopDiagnosis: null;
  signIn: SignInView;
  cancelSignIn: null;
  signOut: null;
  offers: Offers;
  asks: { asks: AskView[] };
  answerAsk: null;
  followTask: { id: number };
  connect: null;
  disconnect: null;
  restart: null;
  trySamples: { servers: string[] };
  /** `asked`: the row of Misfire's question, also where that was asked before. */
  tools: { tools: ToolView[]; problem: string; asked: number | null };
  /** The row of the call, as soon as it was sent. */
  call: { id: number };
  cancel: null;
  dialects: DialectsView;
  pinDialect: null;
  addDialect: null;
  /** null: nothing failed. */
  tryDialect: { failure: Failure | null };
  draftReplay: ReplayDraft;
  simulatePolicy: RetryPlan;
  /** Code `needs_confirmation` when the guard was not answered. */
  startReplay: { replay: string };
  controlReplay: null;
  replays: { replays: ReplayView[] };
  planBulk: BulkPlan;
  startBulk: { bulk: string };
  diffAnswers: AnswerDiff;
  reproSet: { text: string };
  snippet: { text: string; language: string };
  ownProvocations: { provocations: (OwnProvocation & { from: 'person' | 'sample' })[] };
  saveProvocation: null;
  removeProvocation: null;
  planProbe: { plans: ServerPlan[] };
  startProbe: { probe: string };
  probeSamples: { probe: string };
  stopProbe: null;
  probes: { probes: ProbeView[] };
  compareServers: Comparison;
  diffShapes: ShapeDiff;
  saveBaseline: { words: string };
  compareBaseline: BaselineReport;
  probeBaseline: { baseline: Baseline };
  ruleCode: RuleCode;
  compareReport: { text: string; fileName: string; type: string };

  recordings: { recordings: RecordingView[] };
  openRecording: RecordingView;
  newRecording: RecordingView;
  changeRecording: RecordingView;
  deleteRecording: null;
  retention: Retention;
  /** `about`: what a value means, where it does not say so itself. */
  suggest: { values: { value: string; count: number; about?: string | undefined }[] };
  previewExport: ExportPreview;
  startExport: { export: number; fileName: string; mediaType: string };
  exportPart: { text: string; done: boolean; masked: number };
  cancelExport: null;
  /** `known`: the recording that a file with the same contents was imported to before. */
  startImport: { import: number; known: RecordingView | null };
  /** The last part answers with the recording that was made of it. */
  importPart: { recording: RecordingView | null; problems: { line: number; message: string }[]; format: string };
  cancelImport: null;
}

export type Method = keyof typeof inputs;
export const methods = Object.keys(inputs) as Method[];

/** What a caller passes. */
export type Input<M extends Method> = z.input<(typeof inputs)[M]>;
/** What the inspector receives, defaults filled in. */
export type Checked<M extends Method> = z.output<(typeof inputs)[M]>;

/** How one method is answered. */
export type Ask<M extends Method> = (input: Checked<M>) => Promise<Answer<Results[M]>>;

/** What the inspector is to its doors. */
export type InspectorApi = { [M in Method]: Ask<M> };

/** What a window offers to the inspector. */
export interface WindowApi {
  batch(batch: Batch): void;
}

export { type Answer, type ApiError, done, errorCodes, refused } from './answer.ts';
