// Writes the failure that a plan asks for, as a server of that error model would. The decoder reads it back (generate.test.ts).

import type { ErrorDialect } from '../../errors/error-dialects.ts';
import type { ErrorFacts, ReportedClass } from '../../errors/error-facts.ts';
import { type ProblemResponse, problem, rpcError, toolError } from '../../errors/errors.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import { type AnswerDialect, dialectFor, isProtocolClass, type ProtocolClass } from './answer-pairs.ts';
import type { Injection } from './rehearsal-plan.ts';

export type AnswerInjection = Extract<Injection, { answer: string }>;

/** The call that is answered. */
export interface AnsweredCall {
  tool: string;
  arguments: JsonObject;
  /** SDKs check structured content against it, also in errors. */
  hasOutputSchema: boolean;
}

export type Generated = { result: JsonObject } | { error: JsonObject } | { http: ProblemResponse };

/** `own`: the error model of the server. `canHttp`: false over stdio, where there is no status. */
export function generate(answer: AnswerInjection, call: AnsweredCall, own: AnswerDialect, canHttp = true): Generated {
  const wanted = answer.dialect === undefined || answer.dialect === 'own' ? own : answer.dialect;
  const dialect = dialectFor(answer.answer, wanted === 'http' && !canHttp ? 'mcp' : wanted);
  if (answer.answer === 'unknown') return { result: { content: [], isError: true } };
  if (isProtocolClass(answer.answer)) return { error: protocolError(answer.answer, answer) };
  const facts = factsOf(answer.answer, answer, call);
  if (dialect === 'http') return { http: problemAnswer(facts, answer) };
  if (dialect === 'json-rpc') return { error: withSeconds(rpcError(facts) as unknown as JsonObject, answer, 'data') };
  return { result: toolAnswer(facts, dialect, answer, call) };
}

/** A process without HTTP has no session and no token of its own: it reports the end in its answer. */
export function endedOverLines(end: 'session' | 'sign-in', call: AnsweredCall, own: AnswerDialect): Generated {
  if (end === 'session') return { error: { code: -32001, message: lostSession } };
  return generate({ answer: 'unauthorized' }, call, own, false);
}

export const lostSession = 'Session not found. Start a new session.';

function toolAnswer(facts: ErrorFacts, dialect: ErrorDialect, answer: AnswerInjection, call: AnsweredCall): JsonObject {
  // Only plain MCP has structured content: the error models put their members beside the content.
  const structured = dialect === 'mcp' && !call.hasOutputSchema;
  const made = toolError(facts, { dialect, structured }) as unknown as JsonObject;
  return structured ? withSeconds(made, answer, 'structuredContent') : withSeconds(made, answer, '_meta');
}

/** The wait also in words and in the body: many clients pass on only those. */
function problemAnswer(facts: ErrorFacts, { waitMs }: AnswerInjection): ProblemResponse {
  if (waitMs === undefined) return problem(facts);
  const seconds = waitMs / 1000;
  const made = problem({ ...facts, sentence: `${facts.sentence} Retry after ${seconds} s.` });
  return { ...made, body: JSON.stringify({ ...JSON.parse(made.body), retry_after: seconds }) };
}

/** `retry_after`, in seconds, beside the milliseconds: many clients read only that. */
function withSeconds(made: JsonObject, { waitMs }: AnswerInjection, place: string): JsonObject {
  if (waitMs === undefined) return made;
  return { ...made, [place]: { ...(made[place] as JsonObject), retry_after: waitMs / 1000 } };
}

function factsOf(failureClass: ReportedClass, answer: AnswerInjection, call: AnsweredCall): ErrorFacts {
  const { waitMs, code, sentence } = answer;
  const field = failureClass === 'validation' ? (answer.field ?? Object.keys(call.arguments)[0]) : undefined;
  return {
    class: failureClass,
    sentence: sentence ?? sentences[failureClass](call.tool),
    ...(field === undefined ? {} : { fields: [{ path: field, message: objectionTo(call.arguments[field]) }] }),
    ...(waitMs === undefined ? {} : { retry: { afterMs: waitMs } }),
    ...(code === undefined ? {} : { code }),
  };
}

function objectionTo(value: Json | undefined): string {
  if (value === undefined) return 'is required';
  if (typeof value === 'number') return `must not be ${value}`;
  return typeof value === 'string' && value !== '' ? 'has a value that is not allowed' : 'must not be empty';
}

/** What a server would say. Short, and in words that the class is known by. */
const sentences: Record<ReportedClass, (tool: string) => string> = {
  validation: (tool) => `Invalid arguments for ${tool}.`,
  unauthorized: () => 'The sign-in has expired. Sign in again.',
  forbidden: (tool) => `You do not have permission to call ${tool}.`,
  approval_required: (tool) => `A person has to approve ${tool} first.`,
  not_found: () => 'The requested item was not found.',
  conflict: () => 'The item was changed in the meantime.',
  rate_limited: () => 'Rate limit exceeded. Too many requests.',
  timeout: (tool) => `${tool} timed out upstream.`,
  too_large: () => 'The request is too large.',
  unsupported: (tool) => `${tool} is not supported here.`,
  not_ready: () => 'The server is still starting.',
  dependency: () => 'The upstream service failed.',
  unavailable: () => 'The service is temporarily unavailable.',
  internal: () => 'Internal error.',
  terminal: () => 'The operation failed permanently. Do not retry.',
};

/** JSON-RPC 2.0, section 5.1; -32800 is what MCP servers took over from LSP. */
const protocolErrors: Record<ProtocolClass, { code: number; message: string }> = {
  parse_error: { code: -32700, message: 'Parse error' },
  invalid_request: { code: -32600, message: 'Invalid Request' },
  method_not_found: { code: -32601, message: 'Method not found' },
  cancelled: { code: -32800, message: 'Request cancelled' },
};

function protocolError(failureClass: ProtocolClass, { code, sentence }: AnswerInjection): JsonObject {
  const usual = protocolErrors[failureClass];
  return { code: code ?? usual.code, message: sentence ?? usual.message };
}
