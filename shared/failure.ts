// A decoded failure: what happened, whose fault, may one retry and when, what to change, and why we believe so.
// Owns the closed lists and the shape that the UI, `misfire decode --json` and captures share. Decoding is in decode/.

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

/** Who has to change something: finer than `fault`, which is kept for those who read it (decode/finding/owner.ts maps them). */
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
  /** Where the verdict came from: a path into the message, or `default`. */
  source: string;
  /** Where each figure came from, for those that are set: a path or `default`. */
  sources?: Partial<Record<'afterMs' | 'maxAttempts' | 'backoff' | 'jitter', string>>;
}

/** One thing wrong with one argument. `path` is a JSON Pointer into the arguments ('' for all of them). */
export interface FieldIssue {
  path: string;
  message: string;
  code?: string;
  /** Found by Misfire's own check of the tool's schema. Left out: the server said it. */
  by?: 'schema';
}

/** An RFC 9457 problem document; members of the wrong type are left out, as the RFC asks. */
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
  /** How far this failure alone speaks for each dialect that left marks in it, 0 to 1; a fingerprint gathers these. */
  marks?: Record<string, number>;
}

/** One fact that was used. `path` leads into the message, as `result.error.code`. */
export interface Evidence {
  path: string;
  value: Json;
  means: string;
  /** The deciding evidence: one in each failure whose class is known. */
  decides?: true;
}

/** A byte-for-byte part of what was received. */
export interface Quote {
  text: string;
  /** Where it was: `result.content[0].text`, `stderr[12]`. */
  path: string;
  /** The server said more than this. */
  isCut?: true;
}

/** Misfire's own test of the call, kept apart from what the server said. */
export interface Check {
  name: 'schema' | 'environment' | 'retry' | 'transcript' | 'path';
  /** `agrees`: it finds what the server objects to. `fails`: it finds something else. */
  result: 'agrees' | 'passes' | 'fails' | 'not possible';
  /** `nights 99 > maximum 30` */
  words: string;
}

/** One step from the request as it was sent to one that may pass. */
export interface Change {
  /** JSON Pointer into the corrected arguments. */
  path: string;
  /** Where it was before, when it has another name now. */
  was?: string;
  /** Left out: it was not sent. */
  before?: Json;
  /** Left out: it is not sent any more. */
  after?: Json;
  because: string;
  /** Whose word it is. */
  from: 'server' | 'schema';
}

/** A place in the request that needs a value which no evidence gives. */
export interface Missing {
  path: string;
  /** In words; '' when the schema says nothing. */
  wants: string;
  /** The server's own words. */
  says?: string;
  /** There is a value, and it does not fit. */
  isSent: boolean;
  /** The values that the server or the schema names, where there are several. */
  choices?: string[];
}

/** What gets the call through. */
export type Fix =
  | { kind: 'request'; changes: Change[]; missing: Missing[] }
  | { kind: 'wait'; afterMs: number | null }
  | { kind: 'setting'; variables: string[] }
  | { kind: 'sign_in' }
  | { kind: 'approval' }
  | { kind: 'report'; to: 'server' | 'client' }
  | { kind: 'none' };

/** Something wrong with the error itself, for the server's author. `id` is stable. */
export interface LintNote {
  id: string;
  severity: Severity;
  message: string;
}

/** Another possible reading, when the evidence does not decide. */
export interface Candidate {
  class: FailureClass;
  codeName: string | null;
  dialect: string;
  confidence: number;
  /** One sentence: why it could be this. */
  because: string;
}

/** What was read and decided, before it is put into the one finding that everything prints (decode/finding/finding.ts). */
export interface Judgment {
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
  /** false: the server dressed the failure as success. */
  flagged: boolean;
  /** Two or three words. */
  title: string;
  /** One plain sentence with the concrete values. */
  explanation: string;
  /** The server's own message, cleaned of prefixes; '' when it sent none. */
  message: string;
  retry: Retry;
  remedy: string[];
  issues: FieldIssue[];
  problem: Problem | null;
  dialect: DialectGuess;
  /** Ranked, when the code is ambiguous; empty when one reading is sure. */
  candidates: Candidate[];
  evidence: Evidence[];
  notes: LintNote[];
  /** What no rule understood, so that nothing is hidden: paths and values. */
  remainder: { path: string; value: Json }[];
  /** Links the server gave, as text: never opened by themselves. */
  links: { label: string; url: string }[];
}

declare const judged: unique symbol;

export interface Failure extends Judgment {
  owner: Owner;
  certainty: Certainty;
  /** At most 90 characters. Names the thing, and what to do where a person can do something. */
  sentence: string;
  /** The same in at most 40 characters, for a row. */
  short: string;
  /** The same in at most 28, for a small window. */
  tiny: string;
  /** The most specific thing that was said; null: nothing was. */
  quote: Quote | null;
  /** null: there was nothing to test. */
  check: Check | null;
  fix: Fix;
  /** Of a process that ended: its last lines of stderr. Of a call that it answered, the line that matters is in the evidence. */
  stderr: string[];
  /** Only `decode` makes one of these: what is shown of a failure cannot come from anywhere else. */
  readonly [judged]: true;
}
