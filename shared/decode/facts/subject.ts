// What the decoder is given: all that is known about one exchange, gathered by pairing, and what is known of the server.

import type { Dialect } from '../../dialects/schema.ts';
import type { FieldIssue } from '../../failure.ts';
import type { Json } from '../../json.ts';
import type { HttpExchange } from '../../wire.ts';
import type { Fingerprint } from './fingerprint.ts';

export interface Subject {
  method?: string;
  /** Tool, prompt or resource URI. */
  target?: string;
  params?: Json;
  /** The answer: parsed and verbatim. Any JSON, also one that breaks JSON-RPC. */
  answer?: { value: Json; text: string };
  http?: HttpExchange;
  /** The process ended, or never began, while the call was open. */
  process?: {
    code: number | null;
    signal: string | null;
    stderr: readonly string[];
    spawnError?: string;
    /** It left with 0, but calls were open. */
    awaited?: true;
    /** It had not answered the handshake yet. */
    isStart?: boolean;
  };
  /** Misfire stopped waiting; `message` says which limit it was, where there are several. */
  timeout?: { afterMs: number; message?: string };
  /** Someone cancelled the call before an answer came. */
  cancelled?: { reason?: string };
  /** Lines on stdout that were not JSON while the call was open. */
  noise?: readonly string[];
  /** No answer and none will come: the stream was cut, or the connection was closed. */
  unanswered?: {
    why: 'stream_cut' | 'closed' | 'refused' | 'unready' | 'too_long';
    message?: string;
    /** No process was started for it: the server is reached by an address. */
    byAddress?: true;
  };
  /** Where the answer breaks the tool's own outputSchema (exchange/connection-facts.ts). */
  schemaIssues?: readonly FieldIssue[] | undefined;
  /**
   * What the called tool lists as its inputSchema. When the call failed, the arguments that were sent (`params.arguments`) are
   * checked against it before anything is judged, and what does not fit is in `facts.argumentIssues`.
   */
  inputSchema?: Json | undefined;
}

/** What was asked, as far as anybody knows. */
interface Asked {
  method?: string | undefined;
  target?: string | null | undefined;
  params?: Json | undefined;
  http?: HttpExchange | null | undefined;
}

/**
 * An exchange that was answered, with the same members whatever is known of it: subjects would come in as many shapes as there
 * are ways to leave something out, and engines read objects of one shape several times as fast.
 */
export function answered(answer: NonNullable<Subject['answer']>, { method, target, params, http }: Asked): Subject {
  return {
    method,
    target: target ?? undefined,
    params,
    answer,
    http: http ?? undefined,
    schemaIssues: undefined,
    inputSchema: undefined,
  };
}

export interface DecodeContext {
  /** The server's name, for sentences. */
  server: string;
  /** When the last part of the subject arrived, ms since 1970: HTTP dates are measured against it. */
  receivedAt: number;
  /** The name that the server gave itself in the handshake. */
  serverInfo?: string;
  /** Negotiated MCP revision, if known. */
  revision?: string;
}

export interface DecodeOptions extends DecodeContext {
  /** What the connection has shown so far. */
  fingerprint?: Fingerprint;
  /** A dialect that a person chose for this server. */
  pinnedDialect?: string;
  /** Built-in ones and those a person added; the built-in ones when left out. */
  dialects?: readonly Dialect[];
}
