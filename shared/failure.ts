// A decoded failure: what happened, who is at fault, whether and when to retry, what to change, and the evidence. Owns the closed lists
// and the shape that the UI, `misfire decode --json` and captures share. decode/ makes it.

import type { Ending } from './ending/ending.ts';
import type { Json, JsonObject } from './json/json.ts';

export const layers = ['transport', 'protocol', 'tool'] as const;
export type Layer = (typeof layers)[number];

export const carriers = [
  'jsonrpc.error',
  'result.isError',
  'result.error',
  'structuredContent',
  'content.text',
  'http',
  'process',
  'timeout',
  'task',
] as const;
export type Carrier = (typeof carriers)[number];

export const failureClasses = [
  'parse_error',
  'invalid_request',
  'method_not_found',
  'validation',
  'unauthorized',
  'forbidden',
  'approval_required',
  'not_found',
  'conflict',
  'rate_limited',
  'timeout',
  'cancelled',
  'too_large',
  'unsupported',
  'not_ready',
  'dependency',
  'unavailable',
  'internal',
  'invalid_response',
  'connection_lost',
  'terminal',
  'unknown',
] as const;
export type FailureClass = (typeof failureClasses)[number];

export const verdicts = ['wait', 'backoff', 'after_fix', 'after_auth', 'never', 'unknown'] as const;
export type Verdict = (typeof verdicts)[number];

export const severities = ['critical', 'error', 'warning', 'note', 'info'] as const;
export type Severity = (typeof severities)[number];

export const origins = ['wire', 'http', 'process', 'local'] as const;
export type Origin = (typeof origins)[number];

export const faults = ['caller', 'server', 'upstream', 'network', 'nobody'] as const;
export type Fault = (typeof faults)[number];

/** Who has to change something. More precise than `fault`, which stays for existing readers (decode/finding/advise.ts maps them). */
export const owners = ['request', 'client', 'server', 'settings', 'upstream', 'network', 'none'] as const;
export type Owner = (typeof owners)[number];

/** How far independent kinds of evidence agree. */
export const certainties = ['certain', 'likely', 'a guess'] as const;
export type Certainty = (typeof certainties)[number];

export interface Retry {
  verdict: Verdict;
  afterMs: number | null;
  maxAttempts: number | null;
  backoff: 'fixed' | 'exponential' | null;
  /** A fraction of the wait, 0 to below 1. */
  jitter: number | null;
  /** The source of the verdict: a path into the message, or `default`. */
  source: string;
  /** The source of each value that is set: a path or `default`. */
  sources?: Partial<Record<'afterMs' | 'maxAttempts' | 'backoff' | 'jitter', string>>;
  /** A quota for this time is used up: growing waits do not help before the next one starts. */
  period?: 'day' | 'week' | 'month';
}

/** One problem with one argument. `path` is a JSON Pointer into the arguments ('' for all of them). */
export interface FieldIssue {
  path: string;
  message: string;
  code?: string;
  /** Found by Misfire's own check against the tool's schema. Omitted: the server reported it. */
  by?: 'schema';
}

/** An RFC 9457 problem document; fields of the wrong type are omitted, as the RFC requires. */
export interface Problem {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  instance?: string;
  extensions?: JsonObject;
}

export interface DialectGuess {
  id: string;
  /** 0 to 1. */
  confidence: number;
  runnerUp: { id: string; confidence: number } | null;
  /** How much this failure alone supports each dialect with marks in it, 0 to 1; a fingerprint collects these. */
  marks?: Record<string, number>;
}

/** One fact that was used. `path` leads into the message, as `result.error.code`. */
export interface Evidence {
  path: string;
  value: Json;
  means: string;
  /** The deciding evidence: one in each failure with a known class. */
  decides?: true;
}

/** A verbatim part of what was received. */
export interface Quote {
  text: string;
  /** Its path: `result.content[0].text`, `stderr[12]`. */
  path: string;
  /** Its line in that text, from 1; omitted in the first one. */
  line?: number;
  /** The server said more than this. */
  isCut?: true;
}

/** Misfire's own test of the call, separate from the server's message. */
export interface Check {
  name: 'schema' | 'environment' | 'retry' | 'transcript' | 'path';
  /** `agrees`: it finds what the server rejects. `fails`: it finds something else. */
  result: 'agrees' | 'passes' | 'fails' | 'not possible';
  /** `nights 99 > maximum 30` */
  words: string;
}

/** One change from the sent request to one that may succeed. */
export interface Change {
  /** JSON Pointer into the corrected arguments. */
  path: string;
  /** The old path, if it was renamed. */
  was?: string;
  /** Omitted: it was not sent. */
  before?: Json;
  /** Omitted: it is no longer sent. */
  after?: Json;
  because: string;
  /** The source of the change. */
  from: 'server' | 'schema';
  /** Other values fit as well: a person looks at it before it is sent. */
  isGuess?: true;
}

/** A path in the request that needs a value, which no evidence provides. */
export interface Missing {
  path: string;
  /** In words; '' if the schema says nothing. */
  wants: string;
  /** The server's message. */
  says?: string;
  /** A value exists but is invalid. */
  isSent: boolean;
  /** The values that the server or the schema names, if there are several. */
  choices?: string[];
}

/** A word of a server's command that names what does not exist. */
export interface WrongWord {
  kind: 'package' | 'folder' | 'path' | 'script' | 'program' | 'working_folder';
  /** As the server, its runner or the system writes it. */
  name: string;
  /** An existing file with a similar name. */
  nearest?: string;
}

/** What makes the call succeed. */
export type Fix =
  | { kind: 'request'; changes: Change[]; missing: Missing[] }
  | { kind: 'wait'; afterMs: number | null }
  | { kind: 'setting'; variables: string[]; wrong?: WrongWord }
  | { kind: 'sign_in' }
  | { kind: 'approval' }
  | { kind: 'report'; to: 'server' | 'client' }
  | { kind: 'none' };

/** A problem of the error itself, for the server's author. `id` is stable. */
export interface LintNote {
  id: string;
  severity: Severity;
  message: string;
}

/** Another possible meaning, if the evidence does not decide. */
export interface Candidate {
  class: FailureClass;
  codeName: string | null;
  dialect: string;
  confidence: number;
  /** One sentence: why it could be this. */
  because: string;
}

declare const judged: unique symbol;

/** The finding that everything prints (decode/finding/finding.ts makes it). */
export interface Failure {
  layer: Layer;
  carrier: Carrier;
  origin: Origin;
  class: FailureClass;
  fault: Fault;
  /** The server's own code: JSON-RPC number, HTTP status or word. */
  code: number | string | null;
  codeName: string | null;
  category: string | null;
  severity: Severity;
  /** false: the server reported the failure as success. */
  flagged: boolean;
  /** Two or three words. */
  title: string;
  /** One plain sentence with concrete values. */
  explanation: string;
  /** The server's message, without prefixes; '' if it sent none. */
  message: string;
  retry: Retry;
  remedy: string[];
  issues: FieldIssue[];
  problem: Problem | null;
  dialect: DialectGuess;
  /** Ranked, if the code is ambiguous; empty if one meaning is certain. */
  candidates: Candidate[];
  evidence: Evidence[];
  notes: LintNote[];
  /** Unrecognized fields, so that nothing is hidden: paths and values. */
  remainder: { path: string; value: Json }[];
  /** Links from the server, as text: never opened automatically. */
  links: { label: string; url: string }[];
  owner: Owner;
  certainty: Certainty;
  /** How the exchange ended, and who ended it; null if it is about no exchange. */
  ending: Ending | null;
  /** At most 90 characters. Names the subject, and what to do if the user can act. */
  sentence: string;
  /** The same in at most 40 characters, for a row. */
  short: string;
  /** The same in at most 28, for a small window. */
  tiny: string;
  /** The most specific text; null if there is none. */
  quote: Quote | null;
  /** null: there was nothing to test. */
  check: Check | null;
  fix: Fix;
  /** For a process that exited: its last stderr lines. For an answered call, the evidence has the relevant line. */
  stderr: string[];
  /** Only `decode` creates these, so that everything shown about a failure comes from there. */
  readonly [judged]: true;
}
