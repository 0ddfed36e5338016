// A decoded failure: what happened, whose fault, may one retry and when, what to change, and why we believe so.
// Owns the closed lists and the shape that the UI, `misfire decode --json` and captures share. Decoding is in decode/.

import type { Json, JsonObject } from './json.ts';

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
}

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
