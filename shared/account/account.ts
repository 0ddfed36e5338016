// The decoder's input: everything known about one exchange, collected by pairing, and the known facts about the server.

import type { EndingFacts } from '../ending/ending-facts.ts';
import type { FieldIssue } from '../failure.ts';
import type { Json } from '../json/json.ts';
import type { HttpExchange } from '../wire.ts';
import type { BrokenRule } from './broken-rule.ts';
import type { ClientMistake } from './client-mistake.ts';

export interface Account extends EndingFacts {
  /** Tool, prompt or resource URI. */
  target?: string;
  http?: HttpExchange;
  /** Lines on stdout that were not JSON while the call was open. */
  noise?: readonly string[];
  /** The calling program threw this itself; it is not from the server. */
  thrown?: { name: string; message: string };
  /** Lines of stderr from the request until shortly after its end; only the last ones if there were many. */
  stderr?: readonly string[];
  /** Violations of the tool's own outputSchema (exchange/connection-facts.ts). */
  schemaIssues?: readonly FieldIssue[] | undefined;
  /**
   * The inputSchema of the called tool. If the call failed, the sent arguments (`params.arguments`) are first checked against it;
   * `facts.argumentIssues` has the violations.
   */
  inputSchema?: Json | undefined;
  /**
   * Names in the connection's newest tools/list if the called tool is missing there; undefined if it is listed or there is no
   * list.
   */
  listedTools?: readonly string[] | undefined;
  /** The server has this method: it has answered it on this connection, or declared what it needs. Only for an error. */
  isOffered?: boolean | undefined;
  /** Names in earlier answers of the connection, oldest first; only for a rejected call. */
  seenNames?: readonly SeenName[] | undefined;
  /** One side broke these rules of the protocol. The first that explains the end counts. */
  broken?: readonly BrokenRule[];
  /** The client made this mistake. The account is about it, not about a response. */
  mistake?: ClientMistake;
}

/** A name that exists on the server, and the method or tool whose answer had it. */
export interface SeenName {
  name: string;
  from: string;
}

/** The request, as far as it is known. */
interface Asked {
  method?: string | undefined;
  target?: string | null | undefined;
  params?: Json | undefined;
  http?: HttpExchange | null | undefined;
}

/**
 * An exchange with a response. Always has the same members, even if unknown: engines read objects of one shape several times
 * faster.
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
    isOffered: undefined,
    seenNames: undefined,
    wait: undefined,
  };
}

export interface DecodeContext {
  /** The server's name, for sentences. */
  server: string;
  /** When the last part of the account arrived, in ms since 1970. HTTP dates are compared with it. */
  receivedAt: number;
  /** The server's own name from the handshake. */
  serverInfo?: string;
  /** Negotiated MCP revision, if known. */
  revision?: string;
}
