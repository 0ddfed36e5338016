// The available faults, over stdio, HTTP or both: one tool each, described for people. Owns names, arguments and their defaults;
// ../faulty-stdio, ../faulty-http and answers.ts implement them.

import { isObject, type Json, type JsonObject } from '../../../shared/json/json.ts';

type Wire = 'stdio' | 'http';

interface Fault {
  name: string;
  description: string;
  on: readonly Wire[];
  args?: Record<string, { default: number | string; description: string; enum?: string[] }>;
  outputSchema?: JsonObject;
}

const both = ['stdio', 'http'] as const;
const stdio = ['stdio'] as const;
const http = ['http'] as const;

export const menu = [
  { name: 'ok', on: both, description: 'Nothing wrong: a plain answer.' },
  {
    name: 'late',
    on: both,
    description: 'Answers, but only after a while.',
    args: { ms: { default: 2000, description: 'Milliseconds until the answer.' } },
  },
  { name: 'hang', on: both, description: 'Never answers. Other calls still work.' },
  {
    name: 'progress',
    on: both,
    description: 'Reports progress a few times, when the caller gave a progress token, then answers.',
    args: {
      steps: { default: 5, description: 'How many reports.' },
      ms: { default: 200, description: 'Milliseconds between them.' },
    },
  },
  {
    name: 'huge',
    on: both,
    description: 'A very long answer.',
    args: { megabytes: { default: 20, description: 'Its size.' } },
  },
  {
    name: 'schema_break',
    on: both,
    description: 'Promises a temperature as a number in its outputSchema and answers with a word.',
    outputSchema: {
      type: 'object',
      properties: { temperature: { type: 'number' }, unit: { type: 'string', enum: ['C', 'F'] } },
      required: ['temperature', 'unit'],
    },
  },
  { name: 'empty_error', on: both, description: 'isError, and not a word about what went wrong.' },
  { name: 'unflagged', on: both, description: 'A failure reported as success: the text says so, isError does not.' },
  { name: 'wrong_id', on: both, description: 'Answers with an id that no request had.' },
  { name: 'id_as_text', on: both, description: 'Answers with its id as a text: "7" for 7.' },
  { name: 'duplicate_answer', on: both, description: 'Answers the same call twice.' },
  { name: 'result_and_error', on: both, description: 'One answer with both a result and an error.' },

  {
    name: 'crash',
    on: stdio,
    description: 'Writes a stack trace to stderr and exits in the middle of the call.',
    args: { code: { default: 1, description: 'The exit code.' } },
  },
  {
    name: 'crash_signal',
    on: stdio,
    description: 'Is killed by a signal in the middle of the call.',
    args: { signal: { default: 'SIGKILL', enum: ['SIGKILL', 'SIGSEGV', 'SIGABRT'], description: 'Which signal.' } },
  },
  { name: 'garbage', on: stdio, description: 'Prints lines on stdout that are not JSON, then answers.' },
  { name: 'garbage_only', on: stdio, description: 'Prints lines on stdout that are not JSON, and never answers.' },
  {
    name: 'half_line',
    on: stdio,
    description: 'Writes half of the answer, no end of line, and exits.',
    args: { code: { default: 0, description: 'The exit code.' } },
  },
  {
    name: 'flood',
    on: stdio,
    description: 'Sends a great many notifications, then answers.',
    args: {
      count: { default: 10_000, description: 'How many.' },
      rate: { default: 0, description: 'How many a second; 0 is as fast as possible.' },
    },
  },
  {
    name: 'stderr_storm',
    on: stdio,
    description: 'Writes a great many lines to stderr, then answers.',
    args: { count: { default: 2000, description: 'How many.' } },
  },
  { name: 'hostile', on: stdio, description: 'Sends every frame known to upset a client, then answers.' },

  {
    name: 'rate_limited_seconds',
    on: http,
    description: 'HTTP 429 with Retry-After in seconds. Works after that time.',
    args: { seconds: { default: 2, description: 'How long to wait.' } },
  },
  {
    name: 'rate_limited_date',
    on: http,
    description: 'HTTP 429 with Retry-After as a date. Works after that time.',
    args: { seconds: { default: 2, description: 'How far away the date is, at least.' } },
  },
  {
    name: 'rate_limit_headers',
    on: http,
    description: 'HTTP 429 without Retry-After: only RateLimit headers say when. Works after that time.',
    args: {
      seconds: { default: 2, description: 'How long to wait.' },
      style: { default: 'current', enum: ['current', 'older'], description: 'RateLimit or X-RateLimit-*.' },
    },
  },
  { name: 'problem_json', on: http, description: 'HTTP 422 with a problem document (RFC 9457).' },
  { name: 'unauthorized', on: http, description: 'HTTP 401 that says where to sign in.' },
  { name: 'insufficient_scope', on: http, description: 'HTTP 403: signed in, and not allowed to do this.' },
  { name: 'session_gone', on: http, description: 'HTTP 404: the session is over, for this call and all after it.' },
  { name: 'html_500', on: http, description: 'HTTP 500 with a web page.' },
  { name: 'plain_503', on: http, description: 'HTTP 503 with a line of plain text.' },
  { name: 'cut_stream', on: http, description: 'Begins to stream, and the connection is cut before the answer.' },
  { name: 'cut_event', on: http, description: 'The connection is cut in the middle of the answer.' },
  { name: 'accepted_request', on: http, description: 'HTTP 202, as if the call had been a notification. No answer.' },
  { name: 'login_page', on: http, description: 'HTTP 200 with a sign-in page in place of the answer.' },
  { name: 'broken_json', on: http, description: 'HTTP 200 with a body that stops in the middle.' },
  { name: 'reset', on: http, description: 'Resets the connection without a word.' },
  {
    name: 'slow_headers',
    on: http,
    description: 'Nothing at all for a while, then the answer.',
    args: { ms: { default: 3000, description: 'Milliseconds until the first byte.' } },
  },
  {
    name: 'redirect',
    on: http,
    description: 'HTTP 307 to another address.',
    args: { location: { default: '/moved', description: 'Where to; /moved answers.' } },
  },
] as const satisfies readonly Fault[];

export type FaultName = (typeof menu)[number]['name'];

export function listFaults(wire: Wire): JsonObject {
  const faults = (menu as readonly Fault[]).filter((fault) => fault.on.includes(wire));
  return { tools: faults.map(describe) };
}

function describe({ name, description, args = {}, outputSchema }: Fault): JsonObject {
  return {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(args).map(([key, arg]) => [
          key,
          { type: typeof arg.default === 'number' ? 'integer' : 'string', ...(arg as JsonObject) },
        ]),
      ),
    },
    ...(outputSchema ? { outputSchema } : {}),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

export interface Order {
  name: FaultName;
  id: Json;
  progressToken: Json | undefined;
  number(arg: string): number;
  word(arg: string): string;
}

/** The fault that a `tools/call` requests; null if this wire does not have it. Arguments of the wrong type get their default. */
export function readOrder(wire: Wire, id: Json, params: unknown): Order | null {
  if (!isObject(params)) return null;
  const fault = (menu as readonly Fault[]).find((item) => item.name === params.name && item.on.includes(wire));
  if (!fault) return null;
  const given = isObject(params.arguments) ? params.arguments : {};
  const arg = (name: string) => {
    const fallback = fault.args?.[name]?.default;
    if (fallback === undefined) throw new Error(`${fault.name} has no argument ${name}`);
    return typeof given[name] === typeof fallback ? given[name]! : fallback;
  };
  const meta = params._meta;
  return {
    name: fault.name as FaultName,
    id,
    progressToken: isObject(meta) ? meta.progressToken : undefined,
    number: (name) => Number(arg(name)),
    word: (name) => String(arg(name)),
  };
}
