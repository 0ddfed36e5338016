// What the decoder is given: all that is known about one exchange, gathered by pairing, and what is known of the server.

import type { FieldIssue } from '../failure.ts';
import type { Json } from '../json/json.ts';
import type { HttpExchange } from '../wire.ts';
import type { ClientMistake } from './client-mistake.ts';

export interface Account {
  method?: string;
  /** The server asked, or was meant to have asked, and the client answered. */
  isFromServer?: true;
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
    /** An existing file with nearly the name of the script that was to be run. */
    nearest?: string;
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
    why: 'stream_cut' | 'closed' | 'refused' | 'unready' | 'too_long' | 'no_response';
    message?: string;
    /** What ended the process of a server whose connection was closed. */
    signal?: string;
    /** No process was started for it: the server is reached by an address. */
    byAddress?: true;
  };
  /** The program that made the call threw this itself: no server said it. */
  thrown?: { name: string; message: string };
  /** Answers that came for this call and did not reach it: under another id, without one, or after its end. */
  strays?: readonly Stray[];
  /** Lines of stderr from the request until shortly after its end; the last ones where there were many. */
  stderr?: readonly string[];
  /** Where the answer breaks the tool's own outputSchema (exchange/connection-facts.ts). */
  schemaIssues?: readonly FieldIssue[] | undefined;
  /**
   * What the called tool lists as its inputSchema. When the call failed, the arguments that were sent (`params.arguments`) are
   * checked against it before anything is judged, and what does not fit is in `facts.argumentIssues`.
   */
  inputSchema?: Json | undefined;
  /** Names in the connection's newest tools/list, where the called tool is not among them; undefined: none was listed, or it is. */
  listedTools?: readonly string[] | undefined;
  /** The client did this wrong: the account is about that, and not about an answer. */
  mistake?: ClientMistake;
  /** What the client calls itself, where the account is about it. */
  client?: string;
}

/** An answer that no call took, held against a call that waited. */
export interface Stray {
  kind: 'other_type' | 'no_id' | 'unknown_id' | 'late';
  /** Its id as it was written; null: it had none. */
  id: string | null;
  /** How long after the call had ended it came; 0 while the call was open. */
  lateMs: number;
  /** Verbatim. */
  text: string;
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
export function answered(answer: NonNullable<Account['answer']>, { method, target, params, http }: Asked): Account {
  return {
    method,
    target: target ?? undefined,
    params,
    answer,
    http: http ?? undefined,
    schemaIssues: undefined,
    inputSchema: undefined,
    listedTools: undefined,
  };
}

export interface DecodeContext {
  /** The server's name, for sentences. */
  server: string;
  /** When the last part of the account arrived, ms since 1970: HTTP dates are measured against it. */
  receivedAt: number;
  /** The name that the server gave itself in the handshake. */
  serverInfo?: string;
  /** Negotiated MCP revision, if known. */
  revision?: string;
}
