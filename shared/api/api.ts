// The contract between the inspector and every window. `renderer/` and `electron/` meet only here. Owns names, validated inputs and
// result types; views.ts has the shapes that are shown. Transports (IPC, WebSocket) are in hosts/ and shell/.
//
// Errors cross as values: every method returns `Answer<T>`. A thrown error is a bug and becomes code `internal`.

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
import type { PastSession } from '../rehearse/preview.ts';
import { longestPlan } from '../rehearse/rehearsal-plan.ts';
import type { ReportCard } from '../report-card/card.ts';
import { cardFormats } from '../report-card/card-formats.ts';
import type { InjectedCall } from '../report-card/injected-calls.ts';
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
import type { UnknownLines } from '../transcripts/transcript-lines.ts';
import type { Answer } from './answer.ts';
import { groupMarkSchema } from './marks.ts';
import type { FollowedTranscript, TranscriptView } from './transcripts.ts';
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
  type OwnPlan,
  type RecordingView,
  type RehearsalView,
  type Snapshot,
  type ToolView,
  type View,
} from './views.ts';
import type {
  AgentChange,
  AgentClient,
  HookChange,
  HookClient,
  UnreadableSettings,
  WatchChange,
  WatchEntry,
} from './watching.ts';

const id = z.number().int().nonnegative();
const serverId = z.string().min(1).max(200);

const probeSchema = z.object({
  servers: z.array(serverId).min(1).max(50),
  /** Names of tools that look destructive and may be called anyway. */
  tools: z.array(z.string().max(500)).default([]),
  /** Ids of probes; all if omitted. */
  only: z.array(z.string().max(200)).optional(),
});
const retentionSchema = z.object({
  maxBytes: z.number().int().min(1_000_000).nullable(),
  maxAgeDays: z.number().int().min(1).max(36_500).nullable(),
});
export type Retention = z.output<typeof retentionSchema>;

const exportSchema = z.object({
  format: z.enum(exportFormats),
  /** Only matching rows; '' selects the whole recording. */
  filter: z.string().max(2000),
  /** Further values to mask, each a regular expression. */
  patterns: z.array(z.string().max(500)).max(50),
  /** Kinds of secrets that the user chose not to mask. */
  keep: z.array(z.string().max(40)).max(50),
});
export type ExportOptions = z.output<typeof exportSchema>;

/** Inputs, validated at the boundary. One entry per method; `Results` below has the same keys. */
export const inputs = {
  hello: z.object({}),
  snapshot: z.object({}),
  /** Opens a view for a filter (see filter.ts); an invalid filter returns code `bad_filter`. */
  openView: z.object({
    filter: z.string().max(2000),
    /** Ordered by time if omitted. */
    sort: z.object({ by: z.enum(sortKeys), isDown: z.boolean() }).optional(),
  }),
  /** Rows `from` to `from + count - 1` of a view. */
  rows: z.object({ view: z.string(), from: z.number().int().nonnegative(), count: z.number().int().min(1).max(500) }),
  /** Rows that changed after `rev`, for a window that was disconnected. */
  changes: z.object({ rev: z.number().int().nonnegative(), limit: z.number().int().min(1).max(5000) }),
  rowDetail: z.object({ id }),
  /** The index of a row within a view, or the nearest failure before or after it. */
  locate: z.object({
    view: z.string(),
    id,
    want: z.enum(['self', 'next_failure', 'previous_failure', 'newest_failure']),
  }),
  /** Verbatim text of one event, in chunks. */
  body: z.object({ seq: id, offset: z.number().int().nonnegative(), length: z.number().int().min(1).max(1_000_000) }),
  /** The messages of a row in pages, each with a preview; `body` returns whole ones. */
  rowEvents: z.object({ id, from: z.number().int().nonnegative(), count: z.number().int().min(1).max(500) }),
  /** The tool that a call names, as its server listed it in the log; sends nothing. */
  seenTool: z.object({ id }),
  /** The last call to each tool of a server, and its favorites. */
  keptCalls: z.object({ server: serverId }),
  /** `keep` false removes the favorite. */
  keepCall: z.object({
    server: serverId,
    tool: z.string().max(2_000),
    args: z.string().max(1_000_000),
    as: z.enum(['last', 'favourite']),
    keep: z.boolean().default(true),
  }),
  /** The user's preferences for the window; returned by `hello`. */
  keepPreferences: z.object({ text: z.string().max(1_000_000) }),
  /** The index of a moment within a view: the first row that is not before it, or the last. */
  locateTime: z.object({ view: z.string(), at: z.number() }),
  /** Failure groups, sorted. An invalid search returns code `bad_filter`. */
  failureGroups: z.object({
    order: z.enum(groupOrders),
    /** Reverses the order. */
    isReversed: z.boolean().optional(),
    tab: z.enum(groupTabs).optional(),
    /** Words or a filter that the newest failure of a group must match. */
    search: z.string().max(2000).optional(),
    /** Values that a group must have. */
    having: z.partialRecord(z.enum(groupFacets), z.string().max(500)).optional(),
    from: z.number().int().nonnegative(),
    count: z.number().int().min(1).max(500),
  }),
  /**
   * Marks a group as expected or resolved in every recording made here, or removes the mark (null); with a note. Omitted fields stay
   * unchanged.
   */
  markGroup: z.object({
    group: z.string().min(1).max(40),
    state: z.enum(['expected', 'resolved']).nullable().optional(),
    note: z.string().max(2000).optional(),
    /** null: the owner from the finding. */
    owner: z.enum(owners).nullable().optional(),
    /** Instead of all three: restores the previous mark (null: there was none), for undo. */
    was: groupMarkSchema.nullable().optional(),
  }),
  /** Summary of the whole recording. */
  overview: z.object({ view: z.string(), buckets: z.number().int().min(1).max(2000) }),
  /** `reuse`: returns a listed server with the same endpoint instead of adding another. */
  addServer: z.object({ config: serverConfigSchema, connect: z.boolean(), reuse: z.boolean().optional() }),
  removeServer: z.object({ server: serverId }),
  /** A server's configuration with its secrets left empty. */
  serverConfig: z.object({ server: serverId }),
  /** Replaces the configuration; an empty secret keeps its value. An open connection keeps its old configuration. */
  changeServer: z.object({ server: serverId, config: serverConfigSchema }),
  duplicateServer: z.object({ server: serverId }),
  /** These servers as `mcpServers` JSON, without secrets; all if omitted. */
  exportServers: z.object({ servers: z.array(serverId).optional() }),
  /** What a pasted text describes: a command line, an address, `mcpServers` JSON. Starts nothing. */
  readServers: z.object({ text: z.string().max(5_000_000) }),
  /** What other programs on this machine have configured. Read-only. */
  findServers: z.object({ folder: z.string().max(4000).optional() }),
  /** Which entries of other programs are watched, can be, or cannot. Read-only. */
  watchEntries: z.object({ folder: z.string().max(4000).optional() }),
  /** The exact change that watching an entry would make. */
  planWatch: z.object({ entry: z.string().max(600) }),
  /** Makes that change. */
  startWatch: z.object({ entry: z.string().max(600) }),
  /** Puts the entry back as it was. */
  undoWatch: z.object({ entry: z.string().max(600) }),
  /** Which of these variables have a value, by name only, and which client has the server. Read-only. */
  variableOffers: z.object({ server: serverId, names: variableNamesSchema }),
  /** Sets the variables of a server that Misfire runs; they apply at its next start. */
  setVariables: z.object({ server: serverId, values: variableValuesSchema, keep: z.enum(variableKeeping) }),
  /** The exact change that writing them to its client's settings would make, without the values. */
  planClientVariables: z.object({ server: serverId, names: variableNamesSchema }),
  saveClientVariables: z.object({ server: serverId, values: variableValuesSchema }),
  /** Removes, byte for byte, what was written there. */
  undoClientVariables: z.object({ server: serverId }),
  /** Which programs on this machine can use Misfire as a server (`misfire mcp`), and which do. Read-only. */
  agentClients: z.object({}),
  /** Adds the entry to a client's settings. */
  addToClient: z.object({ client: z.string().max(200) }),
  /** Removes it again, byte for byte where nothing else changed. */
  removeFromClient: z.object({ client: z.string().max(200) }),
  /** Which programs on this machine can report their calls to `misfire hook`, and which do. Read-only. */
  hookClients: z.object({}),
  /** The exact change that setting up the hook would make. */
  planHook: z.object({ client: z.string().max(200) }),
  /** Makes that change. */
  setUpHook: z.object({ client: z.string().max(200) }),
  /** Removes the hook again, byte for byte where nothing else changed. */
  undoHook: z.object({ client: z.string().max(200) }),
  /** How much of watched clients' traffic is recorded in the background; without values it only reads the setting. */
  spoolLimits: z.object({
    maxBytes: z.number().int().min(1_000_000).max(1e12).optional(),
    maxAgeHours: z.number().min(1).max(100_000).optional(),
  }),
  /** Detects which era the server speaks, in visible rows, and saves the result. */
  detectEra: z.object({ server: serverId }),
  /** Finds the first problem that keeps a connection from working. */
  diagnose: z.object({ server: serverId }),
  /** Cancels a diagnosis or detection. */
  stopDiagnosis: z.object({ server: serverId }),
  /** Starts signing in; `signIn` of the server then says where the user continues. */
  signIn: z.object({ server: serverId, scope: z.string().max(2000).optional() }),
  cancelSignIn: z.object({ server: serverId }),
  signOut: z.object({ server: serverId }),
  offers: z.object({ server: serverId, refresh: z.boolean() }),
  /** All server requests that wait for an answer from the user. */
  asks: z.object({}),
  /** `keep`: give this server the same answer from now on. */
  answerAsk: z.object({ ask: z.string(), answer: askAnswerSchema, keep: z.boolean().default(false) }),
  /** Polls a task at the server's interval until it ends. */
  followTask: z.object({ server: serverId, taskId: z.string().max(1000) }),
  connect: z.object({ server: serverId }),
  disconnect: z.object({ server: serverId }),
  restart: z.object({ server: serverId }),
  /** Adds and connects the sample servers and makes them fail in instructive ways. */
  trySamples: z.object({}),
  tools: z.object({ server: serverId, refresh: z.boolean() }),
  /** Any request. `params` is JSON text, sent verbatim; '' sends none. */
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
  /** null: detect the server's dialect from its traffic. */
  pinDialect: z.object({ server: serverId, dialect: z.string().max(64).nullable() }),
  /** A dialect file (docs/adding-a-dialect.md); an invalid one returns its errors, one per line. */
  addDialect: z.object({ fileName: z.string().min(1).max(200), text: z.string().max(2_000_000) }),

  /** How a row would be decoded with this dialect added; saves nothing. */
  tryDialect: z.object({ row: id, text: z.string().max(2_000_000) }),

  /** Everything the user should see before retrying a call. */
  draftReplay: z.object({ row: id }),
  /** A preview of what a policy would do. */
  simulatePolicy: z.object({ policy: policySchema }),
  startReplay: replayRequestSchema,
  controlReplay: z.object({ replay: z.string(), action: z.enum(['pause', 'resume', 'skip', 'cancel']) }),
  replays: z.object({}),
  /** The failures that match a filter, as calls to send; sends nothing. */
  planBulk: z.object({ filter: z.string().max(2000) }),
  /** Sends each planned row once, in order. `confirm` has the typed names of destructive tools. */
  startBulk: z.object({
    rows: z.array(id).min(1).max(1000),
    to: z.string().max(200).optional(),
    confirm: z.array(z.string()).default([]),
  }),
  diffAnswers: z.object({ before: id, after: id }),
  /** A repro set (docs/repro-sets.md) of these calls, as JSON text. */
  reproSet: z.object({ rows: z.array(id).min(1).max(1000) }),
  /** The call as code to copy; variables replace secrets. */
  snippet: z.object({ row: id, kind: z.enum(snippetKinds) }),

  /** The failures that a server's documentation promises: those the user added and those of a sample. */
  ownProvocations: z.object({ server: serverId }),
  /** Stored with the server; replaces one of the same name. */
  saveProvocation: z.object({ server: serverId, provocation: ownProvocationSchema }),
  removeProvocation: z.object({ server: serverId, name: z.string().max(80) }),
  /** The dry run: sends none of the probes, but connects to each server to read its schemas. */
  planProbe: probeSchema,
  startProbe: probeSchema,
  /** Adds missing samples and probes all five. */
  probeSamples: z.object({ only: z.array(z.string().max(200)).optional() }),
  stopProbe: z.object({ probe: z.string() }),
  probes: z.object({}),
  /** Your own plans, as they were written. */
  rehearsalPlans: z.object({}),
  /** `replaces`: the file of the plan that was edited. */
  savePlan: z.object({ text: z.string().min(1).max(longestPlan), replaces: z.string().max(80).nullable() }),
  removePlan: z.object({ file: z.string().min(1).max(80) }),
  /** Which watched clients called which servers, newest first, and the last session of a pair; null: any. */
  pastSessions: z.object({ client: z.string().max(200).nullable(), server: z.string().max(200).nullable() }),
  rehearsal: z.object({}),
  /** A ready plan by its name, or the JSON text of a plan. */
  startRehearsal: z.object({ plan: z.string().min(1).max(longestPlan) }),
  stopRehearsal: z.object({}),
  /** Calls of the shown recording that a rehearsal touched, from this time on; the newest last. */
  rehearsedCalls: z.object({ since: z.number() }),
  /** Of the clients in the recording that is shown. */
  reportCards: z.object({}),
  reportCardFile: z.object({ format: z.enum(cardFormats) }),
  compareServers: z.object({ source: compareSourceSchema }),
  /** Two failed rows, of the same server or of two. */
  diffShapes: z.object({ left: id, right: id }),
  /** Saves the error contract of a probe run as a baseline for later runs. */
  saveBaseline: z.object({ probe: z.string(), server: serverId }),
  compareBaseline: z.object({ probe: z.string(), server: serverId }),
  /** The error contracts of all servers of a run, to save as a file. */
  probeBaseline: z.object({ probe: z.string() }),
  /** Code that recognizes a class on all compared servers, with the answers it gets wrong. */
  ruleCode: z.object({ source: compareSourceSchema, class: ruleClassSchema, language: z.enum(ruleLanguages) }),
  compareReport: z.object({ source: compareSourceSchema, format: z.enum(reportFormats) }),

  // The log: recordings, captures, search.
  recordings: z.object({}),
  /** Shows another recording in every window. */
  openRecording: z.object({ recording: id }),
  /** Starts a new recording and shows it. */
  newRecording: z.object({ name: z.string().max(200) }),
  changeRecording: z.object({
    recording: id,
    name: z.string().max(200).optional(),
    note: z.string().max(5000).optional(),
  }),
  deleteRecording: z.object({ recording: id }),
  /** Retention limits; null is no limit. Without `rule` it only reads them. */
  retention: z.object({ rule: retentionSchema.optional() }),
  /** Values that rows have for a key of the filter language, with counts. */
  suggest: z.object({ key: z.string().max(40), prefix: z.string().max(200) }),
  /** What an export would contain and mask. */
  previewExport: exportSchema,
  /** Starts an export; `exportPart` then fetches its text until it is done. */
  startExport: exportSchema,
  exportPart: z.object({ export: id }),
  cancelExport: z.object({ export: id }),
  /** Starts an import; `importPart` then sends its text and marks the last part. */
  startImport: z.object({ name: z.string().max(500), print: z.string().max(100).optional() }),
  importPart: z.object({ import: id, text: z.string().max(4_000_000), last: z.boolean() }),
  /** Cancels an import and discards it. */
  cancelImport: z.object({ import: id }),
  /** Transcripts of other programs on this machine. Reads names, sizes and times, but no contents. */
  transcripts: z.object({}),
  /** Reads one of them to count its calls and failures; saves nothing. */
  countTranscript: z.object({ file: z.string().max(4000) }),
  /** Starts to read one into a recording; `transcriptPart` continues until it is done, `cancelImport` cancels it. */
  readTranscript: z.object({ file: z.string().max(4000) }),
  transcriptPart: z.object({ import: id }),
  /** Transcripts that were read and still grow. */
  followedTranscripts: z.object({}),
  /** Its recording stays as it is. */
  stopFollowing: z.object({ recording: id }),
  /** Lines of the recording's transcript that Misfire does not understand. */
  unknownLines: z.object({ recording: id }),
} as const;

/** `recording` is set when everything is read. */
interface ImportedPart {
  recording: RecordingView | null;
  problems: { line: number; message: string }[];
  format: string;
}

export interface Results {
  hello: Hello;
  snapshot: Snapshot;
  openView: View;
  /** `hits`: where a row's messages match the filter's words, for rows that do not show the match. */
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
  /** null: not a tool call, or its server has not listed the tool. */
  seenTool: ToolView | null;
  locateTime: { index: number; id: number } | null;
  failureGroups: {
    groups: FailureGroup[];
    total: number;
    isNew: number;
    /** Failures in all groups at this moment, and how many more are expected. One snapshot, so that a heading never mixes two. */
    failures: number;
    expected: number;
    from: number;
    to: number;
    /** How many groups of each tab match the search. */
    tabs: Record<GroupTab, number>;
    /** For the tab, without the search. */
    facets: Record<GroupFacet, FacetValue[]>;
    /** Each group's trend has one bar for each of the last 14 days. */
    isDaily: boolean;
    /** How many failures the matching groups of the tab have. */
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
  /** `leftOut`: names of servers that this format cannot express. */
  exportServers: { text: string; leftOut: string[] };
  readServers: { servers: FoundServer[]; problems: string[] };
  findServers: { configs: ClientConfig[] };
  watchEntries: { entries: WatchEntry[]; unreadable: UnreadableSettings[] };
  planWatch: WatchChange;
  startWatch: WatchEntry;
  /** `exact`: the file has its original bytes again; otherwise only the entry's command is restored. */
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
  hookClients: { clients: HookClient[] };
  planHook: HookChange;
  setUpHook: HookChange;
  undoHook: { exact: boolean };
  /** `problem`: why nothing, or not everything, was recorded; '' otherwise. */
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
  /** `asked`: the row of Misfire's request, even if it was sent before. */
  tools: { tools: ToolView[]; problem: string; asked: number | null };
  /** The row of the call, as soon as it is sent. */
  call: { id: number };
  cancel: null;
  dialects: DialectsView;
  pinDialect: null;
  addDialect: null;
  /** null: nothing failed. */
  tryDialect: { failure: Failure | null };
  draftReplay: ReplayDraft;
  simulatePolicy: RetryPlan;
  /** Code `needs_confirmation` if the guard was not answered. */
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
  rehearsalPlans: { plans: OwnPlan[]; folder: string | null };
  savePlan: OwnPlan;
  removePlan: { text: string };
  pastSessions: { pairs: { client: string; server: string }[]; session: PastSession | null };
  rehearsal: { running: RehearsalView | null };
  startRehearsal: RehearsalView;
  stopRehearsal: null;
  rehearsedCalls: { calls: InjectedCall[] };
  reportCards: { cards: ReportCard[] };
  reportCardFile: { text: string; fileName: string; type: string };
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
  /** `about`: what a value means, if the value does not say so. */
  suggest: { values: { value: string; count: number; about?: string | undefined }[] };
  previewExport: ExportPreview;
  startExport: { export: number; fileName: string; mediaType: string };
  /** `share`: how far the whole export is, from 0 to 1. The text of a part may be empty. */
  exportPart: { text: string; done: boolean; masked: number; share: number };
  cancelExport: null;
  /** `known`: the recording that an earlier import of the same file created. */
  startImport: { import: number; known: RecordingView | null };
  /** The last part returns the new recording. */
  importPart: ImportedPart;
  cancelImport: null;
  transcripts: { transcripts: TranscriptView[] };
  countTranscript: { calls: number; failures: number; unknown: number };
  readTranscript: { import: number; known: RecordingView | null; size: number };
  /** `bytes`: read so far. */
  transcriptPart: ImportedPart & { bytes: number };
  followedTranscripts: { followed: FollowedTranscript[] };
  stopFollowing: null;
  unknownLines: { lines: UnknownLines[] };
}

export type Method = keyof typeof inputs;
export const methods = Object.keys(inputs) as Method[];

/** What a caller passes. */
export type Input<M extends Method> = z.input<(typeof inputs)[M]>;
/** What the inspector receives, with defaults filled in. */
export type Checked<M extends Method> = z.output<(typeof inputs)[M]>;

/** The handler of one method. */
export type Ask<M extends Method> = (input: Checked<M>) => Promise<Answer<Results[M]>>;

/** The inspector as its hosts see it. */
export type InspectorApi = { [M in Method]: Ask<M> };

/** What a window exposes to the inspector. */
export interface WindowApi {
  batch(batch: Batch): void;
}

export { type Answer, type ApiError, done, errorCodes, refused } from './answer.ts';
