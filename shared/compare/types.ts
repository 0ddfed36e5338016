// The same mistake on every server: the words that windows, the inspector and the command line share about it.
// Owns types and input schemas. Which mistakes there are is in provocations.ts, what they show in comparison.ts.

import { z } from 'zod';
import type { Carrier, Failure, FailureClass, Verdict } from '../failure.ts';
import { failureClasses } from '../failure.ts';
import type { Json } from '../json.ts';

/** What any MCP server can meet. The names stay the same: baselines and scripts keep them. */
export const standardIds = [
  'unknown-method',
  'unknown-tool',
  'missing-argument',
  'wrong-type',
  'extra-argument',
  'out-of-enum',
  'null-for-object',
  'empty-string',
  'oversized-string',
  'bad-cursor',
  'unknown-resource',
  'malformed-uri',
  'unknown-prompt',
  'missing-prompt-argument',
  'cancelled-call',
  'before-handshake',
  'unsupported-version',
  'wrong-jsonrpc-version',
  'null-id',
  'batch',
  'malformed-json',
  'missing-credentials',
  'wrong-credentials',
  'wrong-content-type',
  'missing-session',
] as const;
export type StandardId = (typeof standardIds)[number];

/** A failure that a server's own documentation promises, as a call and a name. Saved with the server. */
export const ownProvocationSchema = z.object({
  name: z.string().trim().min(1, 'The provocation needs a name.').max(80),
  method: z.string().min(1, 'The method is empty.').max(500),
  /** JSON text, sent as it stands; '' sends none. */
  params: z.string().max(1_000_000),
});
export type OwnProvocation = z.infer<typeof ownProvocationSchema>;

/** What the specification asks for, in our words. */
export interface Expectation {
  /** The revision it is taken from; null when nothing is prescribed. */
  revision: string;
  /** The section's name. */
  section: string;
  sentence: string;
  /** Any one of these keeps it; none at all: nothing is prescribed. */
  accepts: Accepted[];
}

export type Accepted =
  | { as: 'protocol_error'; codes: number[] }
  | { as: 'tool_error' }
  | { as: 'status'; statuses: number[] }
  | { as: 'result' }
  | { as: 'silence' };

export interface ProvocationInfo {
  /** A standard id, or `own:` and the name in lower case. */
  id: string;
  name: string;
  kind: 'standard' | 'own';
  expects: Expectation | null;
}

/** One line of the dry list: what would be sent to one server, or why it would not. */
export interface PlannedProvocation extends ProvocationInfo {
  /** `call`: an ordinary request. `raw`: a text that breaks the protocol. `bare`: before the handshake. `http`: with other headers. */
  way: 'call' | 'raw' | 'bare' | 'http';
  method: string;
  /** The tool, prompt or address it names. */
  target: string | null;
  /** What is sent, as text: params, or the whole message for `raw` and `bare`. */
  sends: string;
  /** HTTP headers that are changed; null leaves one out. Values that stand for credentials are made up. */
  headers: Record<string, string | null>;
  /** Why it is safe to send, in one sentence. */
  safe: string;
  /** Why it is left out; '' when it will be sent. */
  leftOut: string;
}

export interface ServerPlan {
  server: string;
  name: string;
  revision: string | null;
  provocations: PlannedProvocation[];
  /** Tools that are not touched because they look destructive; name one to include it. */
  spared: { tool: string; because: string }[];
  /** Why nothing can be planned, in one sentence; '' when it can. */
  problem: string;
}

export const probeStates = ['running', 'done', 'stopped'] as const;
export interface ProbeServerView {
  server: string;
  name: string;
  state: 'waiting' | 'connecting' | 'running' | 'done' | 'failed' | 'stopped';
  /** Why it failed, in one sentence. */
  problem: string;
  /** Sent and judged. */
  done: number;
  /** To be sent; 0 until it is planned. */
  total: number;
  leftOut: number;
  /** The name of what is being tried. */
  current: string;
}

export interface ProbeView {
  id: string;
  state: (typeof probeStates)[number];
  startedAt: number;
  endedAt: number | null;
  servers: ProbeServerView[];
  done: number;
  total: number;
  /** One sentence: how far it is, or what came of it. */
  words: string;
}

/** What came back, as it crossed. */
export interface Answered {
  /** The JSON-RPC message; null when none came. */
  message: Json | null;
  status: number | null;
  headers: Record<string, string>;
  /** A body that was no JSON-RPC. */
  body: string | null;
}

/** What one server did with one provocation. */
export interface Observation {
  server: string;
  provocation: ProvocationInfo;
  /** `silent`: nothing came back, and the server was still there. `left_out`: not sent. */
  state: 'failed' | 'passed' | 'silent' | 'left_out';
  /** The row in the log. */
  row: number | null;
  failure: Failure | null;
  answered: Answered;
  /** What else to say: why it was left out, or what it did instead of failing. */
  why: string;
}

export interface RetryUnit {
  /** The member or header that carries the wait: `retry_after_ms`. */
  field: string;
  unit: 'seconds' | 'milliseconds';
  value: string;
}

export interface Cell {
  server: string;
  state: Observation['state'] | 'not_seen';
  row: number | null;
  carrier: Carrier | null;
  /** The carrier as a cell says it: `error`, `isError`, `HTTP 401`, `silent`. */
  where: string;
  /** The server's own code; null where it has none. */
  code: string | null;
  /** What it is called: the code's name, else the title. */
  called: string;
  class: FailureClass | null;
  /** What the class comes to for this mistake; rows agree or not by this. */
  meaning: FailureClass | null;
  verdict: Verdict | null;
  /** Whether a client may try again, in a few words: `fix request`, `after 30 s`, `never`. */
  retry: string;
  unit: RetryUnit | null;
  conformance: { verdict: 'kept' | 'broken' | 'open'; sentence: string };
  /** One sentence for cells that hold no failure. */
  why: string;
}

export const rowVerdicts = ['agree', 'shapes', 'codes', 'units', 'meanings', 'one', 'none'] as const;
export interface ComparedRow {
  id: string;
  name: string;
  kind: 'standard' | 'own' | 'class';
  expects: Expectation | null;
  cells: Cell[];
  /** `shapes`: one meaning in several shapes. `codes`: a code means something else on another server. `one`: a single failure. */
  verdict: { kind: (typeof rowVerdicts)[number]; words: string; more: string };
}

export interface Clash {
  kind: 'code' | 'unit' | 'carrier' | 'meaning';
  /** What clashes: `-32001`, `retry_after`. */
  about: string;
  words: string;
  servers: string[];
}

export interface MemberUse {
  /** `error.data.retry_after`; list places are written `[]`, JSON inside a text after `›`. */
  path: string;
  /** In the order of the compared servers. */
  use: ('always' | 'sometimes' | 'never')[];
}

export const criteria = ['code', 'class', 'retry', 'fields', 'docs', 'discreet'] as const;
export type Criterion = (typeof criteria)[number];

export interface ComparedServer {
  id: string;
  name: string;
  colour: number;
  /** How it speaks of failures, in a few words: its dialect, else its usual carrier. */
  style: string;
  revision: string | null;
  failures: number;
  /** How much of what a client author needs its failures bring: `met` of `of`. */
  tally: { criterion: Criterion; met: number; of: number }[];
  clear: number;
  clearOf: number;
  kept: number;
  broken: number;
  /** Why it could not be tried; '' when it could. */
  problem: string;
}

export interface Comparison {
  source: 'probe' | 'traffic';
  servers: ComparedServer[];
  rows: ComparedRow[];
  clashes: Clash[];
  members: MemberUse[];
  /** Members beyond the limit that are not listed. */
  moreMembers: number;
  /** Classes that a rule can be written for, most servers first. */
  classes: { class: FailureClass; servers: number; failures: number }[];
  /** One sentence over all. */
  words: string;
}

export const compareSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('probe'), probe: z.string().min(1).max(200) }),
  /** What the log holds of these servers; none: of all. */
  z.object({ kind: z.literal('traffic'), servers: z.array(z.string().min(1).max(200)).max(50) }),
]);
export type CompareSource = z.infer<typeof compareSourceSchema>;

export interface ShapeSide {
  row: number;
  server: string;
  headline: string;
}

export interface ShapeDiff {
  left: ShapeSide;
  right: ShapeSide;
  /** Class, code, carrier, retry, …: what the failures mean, side by side. */
  facts: { name: string; left: string; right: string; same: boolean }[];
  /** Members of the answers with their types; null: not there. */
  members: { path: string; left: string | null; right: string | null; same: boolean }[];
  /** `Same meaning, other shape.` */
  words: string;
}

/** The error contract of one server: what a client may rely on. No times, no texts that vary. */
export const baselineEntrySchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['failed', 'passed', 'silent']),
  carrier: z.string().nullable(),
  class: z.string().nullable(),
  code: z.union([z.number(), z.string()]).nullable(),
  verdict: z.string().nullable(),
  unit: z.string().nullable(),
  /** `path: type`, sorted. */
  members: z.array(z.string()),
});
export type BaselineEntry = z.infer<typeof baselineEntrySchema>;

export const baselineSchema = z.object({
  misfireBaseline: z.literal(1),
  servers: z.array(
    z.object({
      name: z.string(),
      revision: z.string().nullable(),
      provocations: z.array(baselineEntrySchema),
    }),
  ),
});
export type Baseline = z.infer<typeof baselineSchema>;

export interface ContractChange {
  server: string;
  provocation: string;
  kind: 'changed' | 'added' | 'removed';
  words: string;
}

export interface BaselineReport {
  /** null: nothing was saved for this server. */
  savedAt: number | null;
  changes: ContractChange[];
  words: string;
}

export const ruleLanguages = ['typescript', 'python'] as const;
export type RuleLanguage = (typeof ruleLanguages)[number];
export const ruleClassSchema = z.enum(failureClasses);

export interface RuleCode {
  language: RuleLanguage;
  class: FailureClass;
  /** '' when there is none to show; `problem` then says why. */
  code: string;
  /** How many recorded failures it was run against, and how many of them are of the class. */
  checked: number;
  matched: number;
  problem: string;
}

export const reportFormats = ['md', 'csv', 'json', 'html'] as const;
export type ReportFormat = (typeof reportFormats)[number];
