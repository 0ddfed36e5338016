// Types and input schemas for provoking failures: what is sent to which server, the progress of a run, and the results. Windows,
// the inspector and the command line share them. provocations.ts has the mistakes.

import type { Failure } from '../../failure.ts';
import type { Json } from '../../json/json.ts';

/** Mistakes that apply to any MCP server. The names are fixed: baselines and scripts use them. */
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

/** What the specification requires, in our words. */
export interface Expectation {
  /** The revision it is taken from; null when nothing is prescribed. */
  revision: string;
  /** The section's name. */
  section: string;
  sentence: string;
  /** Any one of these satisfies it; none: nothing is prescribed. */
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

/** One line of the dry list: what would be sent to one server, or why not. */
export interface PlannedProvocation extends ProvocationInfo {
  /**
   * `call`: an ordinary request. `raw`: a text that violates the protocol. `bare`: before the handshake. `http`: with other
   * headers.
   */
  way: 'call' | 'raw' | 'bare' | 'http';
  method: string;
  /** The tool, prompt or URI that it names. */
  target: string | null;
  /** The sent text: params, or the whole message for `raw` and `bare`. */
  sends: string;
  /** Changed HTTP headers; null removes one. Credential values are invented. */
  headers: Record<string, string | null>;
  /** Why it is safe to send, in one sentence. */
  safe: string;
  /** Why it is left out; '' if it will be sent. */
  leftOut: string;
}

export interface ServerPlan {
  server: string;
  name: string;
  revision: string | null;
  provocations: PlannedProvocation[];
  /** Tools that are not used because they look destructive; name one to include it. */
  spared: { tool: string; because: string }[];
  /** Why nothing can be planned, in one sentence; '' if it can. */
  problem: string;
}

const probeStates = ['running', 'done', 'stopped'] as const;
export interface ProbeServerView {
  server: string;
  name: string;
  state: 'waiting' | 'connecting' | 'running' | 'done' | 'failed' | 'stopped';
  /** Why it failed, in one sentence. */
  problem: string;
  /** Sent and evaluated. */
  done: number;
  /** To be sent; 0 until it is planned. */
  total: number;
  leftOut: number;
  /** The name of the current mistake. */
  current: string;
}

export interface ProbeView {
  id: string;
  /** Tools that the user allowed although they look destructive. */
  tools: string[];
  state: (typeof probeStates)[number];
  startedAt: number;
  endedAt: number | null;
  servers: ProbeServerView[];
  done: number;
  total: number;
  /** One sentence: the progress, or the result. */
  words: string;
}

/** The response as received. */
export interface Answered {
  /** The JSON-RPC message; null if there was none. */
  message: Json | null;
  status: number | null;
  headers: Record<string, string>;
  /** A body that was not JSON-RPC. */
  body: string | null;
}

/** What one server did with one provocation. */
export interface Observation {
  server: string;
  provocation: ProvocationInfo;
  /** `silent`: there was no response, and the server was still running. `left_out`: not sent. */
  state: 'failed' | 'passed' | 'silent' | 'left_out';
  /** The row in the log. */
  row: number | null;
  failure: Failure | null;
  answered: Answered;
  /** A remark: why it was left out, or what the server did instead of failing. */
  why: string;
}
