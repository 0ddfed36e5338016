// Recordings of calls that ended in every way, written from the specification and from what SDKs and proxies send: who ended them.

import { expect, it } from 'vitest';
import { readCapture } from '../capture/capture.ts';
import { decodeCapture } from '../exchange/decode-capture.ts';
import type { Json, JsonObject } from '../json/json.ts';

/** A line of a capture file. */
type Line = JsonObject;
type Row = [what: string, lines: Line[], expected: Record<string, unknown>[]];

const server = 'orders';
const o = (t: number, message: JsonObject, more: JsonObject = {}): Line => ({
  ...{ t, server, lane: 'out', text: JSON.stringify({ jsonrpc: '2.0', ...message }) },
  ...more,
});
const i = (t: number, message: JsonObject, more: JsonObject = {}): Line => ({ ...o(t, message, more), lane: 'in' });
const h = (t: number, id: Json | undefined, http: JsonObject): Line => ({
  ...{ t, server, lane: 'http', ...(id === undefined ? {} : { id }) },
  http: { method: 'POST', url: 'http://127.0.0.1:3000/mcp', requestHeaders: {}, headers: {}, ...http },
});
const l = (t: number, event: string, more: JsonObject = {}): Line => ({ t, server, lane: 'life', event, ...more });

const init = (
  name = 'acme',
  protocolVersion = '2025-11-25',
  capabilities: JsonObject = { elicitation: {}, sampling: {}, roots: {} },
): Line[] => [
  l(0, 'spawned', { pid: 77 }),
  o(10, {
    id: 0,
    method: 'initialize',
    params: { protocolVersion, capabilities, clientInfo: { name, version: '1.0' } },
  }),
  i(40, {
    id: 0,
    result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'orders', version: '1' } },
  }),
  o(41, { method: 'notifications/initialized' }),
];
const initHttp = (
  name = 'acme',
  protocolVersion = '2025-06-18',
  capabilities: JsonObject = { elicitation: {} },
): Line[] => {
  const [, hello, welcome, ready] = init(name, protocolVersion, capabilities) as [Line, Line, Line, Line];
  const opened = { status: 200, headers: { 'content-type': 'application/json', 'mcp-session-id': 'abc' } };
  return [hello, h(35, 0, opened), welcome, ready, h(42, undefined, { status: 202 })];
};
/** The same handshake later, after a first attempt with the id 0. */
const again = (lines: Line[], ms: number): Line[] =>
  lines.map((line) => ({
    ...line,
    t: (line.t as number) + ms,
    ...(typeof line.text === 'string' ? { text: line.text.replace('"id":0', '"id":1') } : {}),
    ...(line.id === 0 ? { id: 1 } : {}),
  }));
const call = (
  t: number,
  id: Json,
  name = 'export_orders',
  args: JsonObject = { year: 2025 },
  _meta?: JsonObject,
): Line => o(t, { id, method: 'tools/call', params: { name, arguments: args, ...(_meta ? { _meta } : {}) } });
const text = (said: string, isError = false): JsonObject => ({
  content: [{ type: 'text', text: said }],
  ...(isError ? { isError: true } : {}),
});
const ok = (t: number, id: Json, said = '1,204 orders exported'): Line => i(t, { id, result: text(said) });
const bad = (t: number, id: Json, said: string): Line => i(t, { id, result: text(said, true) });
const err = (t: number, id: Json, code: number, message: string): Line => i(t, { id, error: { code, message } });
const cancel = (t: number, requestId: Json, reason?: string): Line =>
  o(t, { method: 'notifications/cancelled', params: { requestId, ...(reason ? { reason } : {}) } });
const prog = (t: number, progressToken: Json, progress: number, total?: number): Line =>
  i(t, { method: 'notifications/progress', params: { progressToken, progress, ...(total ? { total } : {}) } });

const meta = (capabilities: JsonObject = { elicitation: {}, sampling: {}, roots: {} }): JsonObject => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': capabilities,
  'io.modelcontextprotocol/clientInfo': { name: 'acme', version: '2' },
});
const tasksCap: JsonObject = { elicitation: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } };
const discover = (t: number): Line => o(t, { id: 0, method: 'server/discover', params: { _meta: meta() } });
const modern: Line[] = [
  l(0, 'spawned', { pid: 7 }),
  discover(5),
  i(30, { id: 0, result: { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} } } }),
];
const mcall = (t: number, id: Json, extra: JsonObject = {}, capabilities?: JsonObject): Line =>
  o(t, {
    id,
    method: 'tools/call',
    params: { name: 'pay', arguments: { order: 7 }, _meta: meta(capabilities), ...extra },
  });
const question: JsonObject = { method: 'elicitation/create', params: { mode: 'form', message: 'Pay 30 EUR?' } };
const asks = (t: number, id: Json, more: JsonObject = {}): Line =>
  i(t, { id, result: { resultType: 'input_required', inputRequests: { sure: question }, ...more } });
const done = (t: number, id: Json): Line => i(t, { id, result: { resultType: 'complete', ...text('paid') } });
const round = (
  t: number,
  id: Json,
  requestState?: string,
  inputResponses: JsonObject = { sure: { action: 'accept' } },
): Line => mcall(t, id, { inputResponses, ...(requestState === undefined ? {} : { requestState }) });
const elicit = (t: number): Line =>
  i(t, { id: 100, method: 'elicitation/create', params: { message: 'Delete 3 orders?' } });
const sample = (t: number): Line =>
  i(t, { id: 100, method: 'sampling/createMessage', params: { messages: [], maxTokens: 9 } });
const roots = (t: number): Line => i(t, { id: 100, method: 'roots/list' });
const reply = (t: number, id: Json, result: JsonObject): Line => o(t, { id, result });
const replyErr = (t: number, id: Json, code: number, message: string): Line => o(t, { id, error: { code, message } });

const task = (status: string, more: JsonObject = {}): JsonObject => ({
  ...{ taskId: 't1', status, createdAt: '2026-11-14T12:00:00Z', lastUpdatedAt: '2026-11-14T12:00:00Z' },
  ...{ ttlMs: 60_000, pollIntervalMs: 1000, ...more },
});
const created = (t: number, id: Json): Line => i(t, { id, result: { resultType: 'task', ...task('working') } });
const poll = (t: number, id: Json): Line =>
  o(t, { id, method: 'tasks/get', params: { taskId: 't1', _meta: meta(tasksCap) } });
const state = (t: number, id: Json, status: string, more: JsonObject = {}): Line =>
  i(t, { id, result: { resultType: 'complete', ...task(status, more) } });

const sdk = 'McpError: MCP error -32001: Request timed out';
const T = { class: 'timeout', owner: 'client', kind: 'client_timeout', by: 'client' };
const C = { kind: 'canceled', by: 'person', owner: 'none', class: 'cancelled', limitMs: null };

const rows: Row[] = [
  [
    'the client stops at 60 s, and the answer comes 20 s later',
    [...init('opencode'), call(100, 1), cancel(60_100, 1, sdk), ok(80_100, 1)],
    [
      {
        ...T,
        afterMs: 60_000,
        limitMs: 60_000,
        lateMs: 20_000,
        sentence: 'opencode timed out after 60.0 s. The server answered 20 s later.',
      },
    ],
  ],
  [
    'the reason is of the Rust SDK',
    [...init('codex-mcp-client', '2025-06-18'), call(100, 1), cancel(120_101, 1, 'request timeout')],
    [{ ...T, limitMs: 120_000, sentence: /Codex timed out/ }],
  ],
  [
    'the reason is of the Rust SDK, at the 8 s that a user has set',
    [...init('codex-mcp-client', '2025-06-18'), call(100, 1), cancel(8_139, 1, 'MCP request cancelled by caller')],
    [{ ...C, by: 'client' }],
  ],
  [
    'the reason is of the Go SDK: its deadline',
    [...init('go-host'), call(100, 1), cancel(30_101, 1, 'context deadline exceeded')],
    [{ ...T, limitMs: 30_000 }],
  ],
  [
    'the reason is of the Go SDK: canceled',
    [...init('go-host'), call(100, 1), cancel(12_401, 1, 'context canceled')],
    [{ ...C, afterMs: 12_301 }],
  ],
  [
    'progress starts the limit again',
    [
      ...init(),
      call(100, 1, undefined, undefined, { progressToken: 1 }),
      prog(50_100, 1, 1, 3),
      prog(100_100, 1, 2, 3),
      cancel(160_102, 1, sdk),
    ],
    [{ ...T, afterMs: 160_002, limitMs: 60_000, explanation: /progress 2 times, and none in the last (60 s|1 min)/ }],
  ],
  [
    'progress does not lift the total limit',
    [
      ...init(),
      call(100, 1, undefined, undefined, { progressToken: 1 }),
      ...[20, 40, 60, 80, 100].map((s) => prog(s * 1000 + 100, 1, s)),
      cancel(120_101, 1, 'McpError: MCP error -32001: Maximum total timeout exceeded'),
    ],
    [{ ...T, limitMs: 120_000 }],
  ],
  [
    'the late answer is an error',
    [...init(), call(100, 1), cancel(60_100, 1, sdk), bad(61_100, 1, 'Database is locked')],
    [{ ...T, lateMs: 1000, explanation: /answered 1 s later, with an error/ }],
  ],
  [
    'the server acknowledges the cancellation',
    [...init(), call(100, 1), cancel(60_100, 1, sdk), err(60_103, 1, 0, 'Request cancelled')],
    [{ ...T, lateMs: null }],
  ],
  ['the answer crosses the cancellation', [...init(), call(100, 1), ok(60_098, 1), cancel(60_100, 1, sdk)], []],
  [
    'the cancellation is first by 3 ms',
    [...init(), call(100, 1), cancel(60_100, 1, sdk), ok(60_103, 1)],
    [{ ...T, lateMs: 3 }],
  ],
  ['a second answer comes', [...init(), call(100, 1), ok(900, 1), ok(950, 1)], []],
  [
    'over HTTP with a posted cancellation',
    [
      ...initHttp('opencode'),
      call(100, 1),
      h(130, 1, { status: 200, headers: { 'content-type': 'text/event-stream' } }),
      cancel(60_100, 1, sdk),
      h(60_110, undefined, { status: 202 }),
      ok(62_100, 1),
    ],
    [{ ...T, lateMs: 2000 }],
  ],
  [
    'the HTTP library of the client times out',
    [...initHttp(), call(100, 1), h(300_110, 1, { status: null, error: 'HeadersTimeoutError: Headers Timeout Error' })],
    [{ ...T, limitMs: 300_000 }],
  ],
  [
    'the client aborts its fetch',
    [...initHttp(), call(100, 1), h(60_110, 1, { status: null, error: 'AbortError: This operation was aborted' })],
    [{ by: 'client' }],
  ],
  [
    'a proxy answers 504 with a page',
    [
      ...initHttp(),
      call(100, 1),
      h(60_110, 1, {
        status: 504,
        headers: { server: 'nginx/1.25', 'content-type': 'text/html' },
        body: '<html><head><title>504 Gateway Time-out</title></head><body><center><h1>504 Gateway Time-out</h1></center><hr><center>nginx/1.25</center></body></html>',
      }),
    ],
    [{ kind: 'cut', by: 'network', afterMs: 60_010, lateMs: null }],
  ],
  [
    'a proxy reaches no server',
    [
      ...initHttp(),
      call(100, 1),
      h(150, 1, {
        status: 503,
        headers: { server: 'envoy', 'content-type': 'text/plain' },
        body: 'upstream connect error or disconnect/reset before headers. reset reason: connection termination',
      }),
    ],
    [{ kind: 'cut', by: 'network' }],
  ],
  [
    'the server itself answers 503',
    [
      ...initHttp(),
      call(100, 1),
      h(150, 1, {
        status: 503,
        headers: { 'content-type': 'application/json', 'retry-after': '5' },
        body: '{"error":"maintenance"}',
      }),
    ],
    [{ kind: 'answered', by: 'server' }],
  ],
  [
    'a proxy cuts an idle stream',
    [
      ...initHttp(),
      call(100, 1),
      h(130, 1, { status: 200, headers: { 'content-type': 'text/event-stream' }, exchange: 9 }),
      l(60_130, 'stream_ended', { via: 9, clean: false }),
    ],
    [{ kind: 'cut', by: 'network', afterMs: 60_030 }],
  ],
  [
    'a broken stream is resumed',
    [
      ...initHttp(),
      call(100, 1),
      h(130, 1, { status: 200, headers: { 'content-type': 'text/event-stream' }, exchange: 9 }),
      i(140, { method: 'notifications/message', params: { level: 'info', data: 'x' } }, { via: 9, sse: { id: 'ev1' } }),
      l(30_130, 'stream_ended', { via: 9, clean: false }),
      h(31_200, undefined, {
        method: 'GET',
        status: 200,
        requestHeaders: { 'last-event-id': 'ev1' },
        headers: { 'content-type': 'text/event-stream' },
        exchange: 10,
      }),
      ok(33_000, 1),
    ],
    [],
  ],
  [
    'the session has ended',
    [
      ...initHttp(),
      call(100, 1),
      h(130, 1, {
        status: 404,
        headers: { 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}',
      }),
    ],
    [{ kind: 'answered', by: 'server', owner: 'client' }],
  ],
  [
    'the client deletes its session during a call',
    [
      ...initHttp(),
      call(100, 1),
      h(130, 1, { status: 200, headers: { 'content-type': 'text/event-stream' } }),
      h(5_000, undefined, { method: 'DELETE', status: 200 }),
    ],
    [{ kind: 'cut', by: 'client' }],
  ],
  [
    'the system kills the server',
    [...init(), call(100, 1), l(9_260, 'exited', { code: null, signal: 'SIGKILL' })],
    [{ kind: 'died', by: 'server' }],
  ],
  [
    'a container kills the server',
    [...init(), call(100, 1), l(9_260, 'exited', { code: 137, signal: null })],
    [{ kind: 'died', by: 'server' }],
  ],
  [
    'Ctrl-C ends the server',
    [...init(), call(100, 1), l(9_260, 'exited', { code: null, signal: 'SIGINT' })],
    [{ kind: 'died', by: 'person', owner: 'none' }],
  ],
  [
    'SIGTERM ends the server',
    [...init(), call(100, 1), l(9_260, 'exited', { code: null, signal: 'SIGTERM' })],
    [{ kind: 'died' }],
  ],
  [
    'the client closes stdin during a call',
    [
      ...init(),
      call(100, 1),
      l(9_260, 'closed', { closedBy: 'client' }),
      l(9_300, 'exited', { code: 0, signal: null }),
    ],
    [{ kind: 'cut', by: 'client' }],
  ],
  [
    'the server exits with 0 without an open call',
    [...init(), call(100, 1), ok(150, 1), l(9_260, 'exited', { code: 0, signal: null })],
    [],
  ],
  [
    'a rule declines, and the server names the user',
    [
      ...init(),
      call(100, 1, 'delete_orders', {}),
      elicit(150),
      reply(153, 100, { action: 'decline' }),
      bad(160, 1, 'The user declined the request.'),
    ],
    [{ kind: 'auto_declined', by: 'client', owner: 'client', certainty: 'likely' }],
  ],
  [
    'a person declines, and the tool accepts that',
    [
      ...init(),
      call(100, 1, 'delete_orders', {}),
      elicit(150),
      reply(8_150, 100, { action: 'decline' }),
      ok(8_160, 1, 'Nothing was deleted, as you wished.'),
    ],
    [],
  ],
  [
    'a decline has no part in a 429',
    [
      ...init(),
      call(100, 1),
      elicit(150),
      reply(152, 100, { action: 'decline' }),
      bad(160, 1, '429 Too Many Requests'),
    ],
    [{ class: 'rate_limited', kind: 'answered' }],
  ],
  [
    'the client answers a question with “Method not found”',
    [
      ...init('acme', '2025-11-25', {}),
      call(100, 1, 'delete_orders', {}),
      elicit(150),
      replyErr(152, 100, -32601, 'Method not found'),
      bad(160, 1, 'MCP error -32601: Method not found'),
    ],
    [{ method: 'tools/call', kind: 'answered', by: 'server' }],
  ],
  [
    'a person rejects sampling',
    [
      ...init(),
      call(100, 1, 'summarize', {}),
      sample(150),
      replyErr(6_150, 100, -1, 'User rejected sampling request'),
      bad(6_160, 1, 'Sampling failed: User rejected sampling request'),
    ],
    [{ kind: 'declined', by: 'person', owner: 'none' }],
  ],
  [
    'a rule rejects sampling',
    [
      ...init(),
      call(100, 1, 'summarize', {}),
      sample(150),
      replyErr(152, 100, -1, 'User rejected sampling request'),
      bad(160, 1, 'Sampling failed: User rejected sampling request'),
    ],
    [{ kind: 'auto_declined', by: 'client', owner: 'client' }],
  ],
  [
    'roots/list is never answered',
    [...init(), call(100, 1, 'scan', {}), roots(150), l(9_150, 'closed', { closedBy: 'client' })],
    [{ kind: 'not_continued', by: 'client', owner: 'client' }],
  ],
  [
    'the server stops waiting for the answer to its question',
    [
      ...init(),
      call(100, 1, 'x', {}),
      elicit(150),
      i(30_150, { method: 'notifications/cancelled', params: { requestId: 100, reason: 'Request timed out' } }),
      bad(30_160, 1, 'Elicitation timed out after 30 s'),
    ],
    [{ method: 'tools/call' }],
  ],
  [
    'the server exits with 0 while it waits for input',
    [...modern, mcall(100, 1), asks(150, 1), l(9_150, 'exited', { code: 0 })],
    [{ kind: 'not_continued', by: 'client', owner: 'client' }],
  ],
  [
    'the next round lacks an answer',
    [
      ...modern,
      mcall(100, 1),
      asks(150, 1, { requestState: 'a' }),
      round(5_000, 2, 'a', {}),
      err(5_010, 2, -32602, 'Missing input response: sure'),
    ],
    [{ owner: 'client' }],
  ],
  [
    'the limit counts from the newest round',
    [...modern, mcall(100, 1), asks(150, 1), round(5_000, 2), cancel(65_001, 2, 'Request timed out')],
    [{ ...T, limitMs: 60_000 }],
  ],
  [
    'the next round has the same id',
    [...modern, mcall(100, 1), asks(150, 1), round(5_000, 1), err(5_100, 1, -32600, 'Duplicate request id')],
    [{ owner: 'client' }],
  ],
  [
    'an older client gets input_required',
    [...init('acme', '2025-11-25'), call(100, 1), asks(150, 1), l(900, 'closed', { closedBy: 'client' })],
    [{ owner: 'server' }],
  ],
  [
    'the client does not declare the mode of the question',
    [
      ...modern,
      mcall(100, 1, {}, { elicitation: { form: {} } }),
      i(150, {
        id: 1,
        result: {
          resultType: 'input_required',
          inputRequests: {
            a: { method: 'elicitation/create', params: { mode: 'url', url: 'https://x.example', message: 'Sign in' } },
          },
        },
      }),
      l(900, 'closed', { closedBy: 'client' }),
    ],
    [{ owner: 'server' }],
  ],
  [
    'a changed requestState is accepted',
    [...modern, mcall(100, 1), asks(150, 1, { requestState: 'abc' }), round(5_000, 2, 'abX'), done(5_010, 2)],
    [],
  ],
  [
    'a changed requestState has no part in a 429',
    [
      ...modern,
      mcall(100, 1),
      asks(150, 1, { requestState: 'abc' }),
      round(5_000, 2, 'abX'),
      i(5_010, { id: 2, result: { resultType: 'complete', ...text('429 Too Many Requests', true) } }),
    ],
    [{ class: 'rate_limited' }],
  ],
  [
    'the client cancels a task',
    [
      ...modern,
      mcall(100, 1, {}, tasksCap),
      created(150, 1),
      o(5000, { id: 2, method: 'tasks/cancel', params: { taskId: 't1', _meta: meta(tasksCap) } }),
      i(5010, { id: 2, result: { resultType: 'complete' } }),
      poll(6200, 3),
      state(6210, 3, 'cancelled'),
    ],
    [{ method: 'tools/call', kind: 'canceled', by: 'person', owner: 'none' }],
  ],
  [
    'the server cancels a task',
    [
      ...modern,
      mcall(100, 1, {}, tasksCap),
      created(150, 1),
      poll(6200, 3),
      state(6210, 3, 'cancelled', { statusMessage: 'The server is shutting down' }),
    ],
    [{ method: 'tools/call', kind: 'canceled', by: 'server', owner: 'server' }],
  ],
  [
    'a canceled task is polled again',
    [
      ...modern,
      mcall(100, 1, {}, tasksCap),
      created(150, 1),
      poll(6200, 3),
      state(6210, 3, 'cancelled'),
      poll(7300, 4),
      state(7310, 4, 'cancelled'),
    ],
    [{ kind: 'canceled', by: 'server' }],
  ],
  [
    'a task waits for input that never comes',
    [
      ...modern,
      mcall(100, 1, {}, tasksCap),
      created(150, 1),
      poll(1200, 2),
      state(1210, 2, 'input_required', {
        inputRequests: { q: { method: 'elicitation/create', params: { message: 'Sure?' } } },
      }),
      l(9000, 'closed', { closedBy: 'client' }),
    ],
    [{ method: 'tools/call', kind: 'not_continued', by: 'client', owner: 'client' }],
  ],
  [
    'a rule declines the question of a task',
    [
      ...modern,
      mcall(100, 1, {}, tasksCap),
      created(150, 1),
      poll(1200, 2),
      state(1210, 2, 'input_required', {
        inputRequests: { q: { method: 'elicitation/create', params: { message: 'Sure?' } } },
      }),
      o(1213, {
        id: 3,
        method: 'tasks/update',
        params: { taskId: 't1', inputResponses: { q: { action: 'decline' } }, _meta: meta(tasksCap) },
      }),
      i(1220, { id: 3, result: { resultType: 'complete' } }),
      poll(2300, 4),
      state(2310, 4, 'completed', { result: text('Not allowed: declined', true) }),
    ],
    [{ method: 'tools/call', kind: 'auto_declined', owner: 'client' }],
  ],
  [
    'a person answers the question of a task',
    [
      ...modern,
      mcall(100, 1, {}, tasksCap),
      created(150, 1),
      poll(1200, 2),
      state(1210, 2, 'input_required', {
        inputRequests: { q: { method: 'elicitation/create', params: { message: 'Sure?' } } },
      }),
      o(9213, {
        id: 3,
        method: 'tasks/update',
        params: { taskId: 't1', inputResponses: { q: { action: 'accept', content: {} } }, _meta: meta(tasksCap) },
      }),
      i(9220, { id: 3, result: { resultType: 'complete' } }),
      poll(10_300, 4),
      state(10_310, 4, 'completed', { result: text('done') }),
    ],
    [],
  ],
  [
    'the client closes while its task works',
    [
      ...modern,
      mcall(100, 1, {}, tasksCap),
      created(150, 1),
      poll(1200, 2),
      state(1210, 2, 'working'),
      l(9000, 'closed', { closedBy: 'client' }),
    ],
    [],
  ],
  [
    'a task has expired',
    [
      ...modern,
      mcall(100, 1, {}, tasksCap),
      created(150, 1),
      poll(90_000, 3),
      err(90_010, 3, -32602, 'Failed to retrieve task: Task has expired'),
    ],
    [{ class: 'not_found' }],
  ],
  [
    'a server never answers server/discover',
    [l(0, 'spawned'), discover(5), cancel(5_005, 0, 'Request timed out'), l(5_010, 'closed', { closedBy: 'client' })],
    [{ class: 'unsupported', kind: 'client_timeout' }],
  ],
  [
    'the client falls back after its timeout',
    [
      l(0, 'spawned'),
      discover(5),
      cancel(5_005, 0, 'Request timed out'),
      ...again(init().slice(1), 5_010),
      call(11_000, 2),
      ok(11_010, 2),
    ],
    [],
  ],
  [
    'the client falls back after the server exited',
    [l(0, 'spawned'), discover(5), l(50, 'exited', { code: 1 }), ...again(init(), 100), call(300, 2), ok(310, 2)],
    [],
  ],
  [
    'the client falls back over HTTP',
    [
      discover(5),
      h(9, 0, {
        status: 400,
        headers: { 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: Server not initialized"},"id":null}',
      }),
      ...again(initHttp(), 0),
      call(300, 2),
      h(305, 2, { status: 200, headers: { 'content-type': 'application/json' } }),
      ok(310, 2),
    ],
    [],
  ],
  [
    'an older call meets a newer server',
    [
      l(0, 'spawned'),
      call(5, 1),
      err(9, 1, -32602, 'Missing required _meta field io.modelcontextprotocol/protocolVersion'),
    ],
    [{ class: 'unsupported', owner: 'client' }],
  ],
  [
    'a newer client forgets its version once',
    [
      ...modern,
      call(100, 1),
      err(110, 1, -32602, 'Missing required _meta field io.modelcontextprotocol/protocolVersion'),
    ],
    [{ owner: 'client' }],
  ],
];

it.each(rows)('%s', (_what, lines, expected) => {
  const { entries, started, problems } = readCapture(lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(problems).toEqual([]);
  const found = decodeCapture(entries, started).map((line) => ({ ...line, ...line.ending }));
  expect(found).toMatchObject(
    expected.map((one) =>
      Object.fromEntries(
        Object.entries(one).map(([key, value]) => [
          key,
          value instanceof RegExp ? expect.stringMatching(value) : value,
        ]),
      ),
    ),
  );
});
