// Errors that reach every model: `import { toolError, rpcError, problem } from 'misfire/errors'`. For authors of servers. Pure, and
// without the decoder. docs/errors.md explains it.

import type { JsonObject } from '../json/json.ts';
import { asSentence } from '../text/as-sentence.ts';
import {
  classesOf,
  dialectMembers,
  type ErrorDialect,
  errorDialects,
  issuesOf,
  problemMembers,
  rpcCode,
  statuses,
} from './error-dialects.ts';
import { checkFacts, type ErrorFacts, errorText, waits } from './error-facts.ts';

export type { ErrorDialect } from './error-dialects.ts';
export type { ErrorFacts, ReportedClass } from './error-facts.ts';

export interface ErrorOptions {
  /** Whose fields are added. Default: plain MCP. */
  dialect?: ErrorDialect;
}

export interface ToolErrorOptions extends ErrorOptions {
  /** Only for tools without an `outputSchema`: SDKs validate structured content against it even in errors, and reject the result. */
  structured?: boolean;
}

export interface ToolErrorResult {
  [member: string]: unknown;
  content: { type: 'text'; text: string }[];
  isError: true;
  structuredContent?: Record<string, unknown>;
  _meta: Record<string, unknown>;
}

const toolFailure = 'io.modelcontextprotocol/toolFailure';

/** The result of a failed tool call. Return it from the tool. */
export function toolError(
  facts: ErrorFacts,
  { dialect = 'mcp', structured = false }: ToolErrorOptions = {},
): ToolErrorResult {
  check(facts, dialect);
  const text = errorText(facts);
  const fields = machineMembers(facts);
  const result: ToolErrorResult = {
    content: [{ type: 'text', text }],
    isError: true,
    ...dialectMembers(dialect, facts),
    _meta: { [toolFailure]: fields },
  };
  // Codex passes on structured content instead of the text, so both say the same.
  if (structured) result.structuredContent = { error: text, ...fields };
  return result;
}

export interface RpcError {
  code: number;
  message: string;
  data: Record<string, unknown>;
}

/** The `error` of a JSON-RPC response. For requests that reach no tool: most clients drop its data, and some its code. */
export function rpcError(facts: ErrorFacts, { dialect = 'mcp' }: ErrorOptions = {}): RpcError {
  check(facts, dialect);
  const code = facts.code ?? rpcCode(dialect, facts.class);
  return { code, message: errorText({ ...facts, fields: [] }), data: machineMembers(facts) };
}

export interface ProblemResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** An HTTP response with a problem document (RFC 9457), for failures before MCP starts: sign-in, rate limits, outages. */
export function problem(facts: ErrorFacts, { dialect = 'mcp' }: ErrorOptions = {}): ProblemResponse {
  check(facts, dialect);
  const headers: Record<string, string> = { 'content-type': 'application/problem+json' };
  // Whole seconds, never earlier than requested (RFC 9110, section 10.2.3).
  if (facts.retry) headers['retry-after'] = String(Math.ceil(facts.retry.afterMs / 1000));
  const body = { ...problemMembers(facts), ...machineMembers(facts) };
  return { status: statuses[facts.class], headers, body: JSON.stringify(body) };
}

/** For programs: the content of the sentence as fields. */
function machineMembers(facts: ErrorFacts): JsonObject {
  const { class: failureClass, sentence, retry, code } = facts;
  return {
    class: failureClass,
    error_class: failureClass,
    message: asSentence(sentence),
    retryable: waits(failureClass),
    ...(code === undefined ? {} : { code }),
    ...(retry ? { retry_after_ms: retry.afterMs } : {}),
    ...issuesOf(facts),
  };
}

function check(facts: ErrorFacts, dialect: ErrorDialect): void {
  checkFacts(facts);
  if (!errorDialects.includes(dialect))
    throw new TypeError(`Unknown dialect "${dialect}". Known: ${errorDialects.join(', ')}.`);
  const known = classesOf(dialect);
  if (!known.includes(facts.class))
    throw new TypeError(
      `${dialect} has no word for ${facts.class}. It has: ${known.join(', ')}. Leave the dialect out.`,
    );
}
