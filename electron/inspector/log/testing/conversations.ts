// For tests only: short conversations in which something goes wrong, one for each kind of failure.

import {
  type EventDraft,
  error,
  http,
  into,
  life,
  out,
  request,
  result,
  stderr,
} from '../../../../shared/exchange/event-fixtures.ts';

const marked = [
  [-32010, 'Rate limit exceeded', { limit: 5, window: 60, retry_after: 7 }],
  [-32031, 'Tool execution failed', { tool: 'db', reason: 'connection_timeout' }],
  [-32043, 'Prompt argument missing', { prompt: 'essay', argument: 'topic' }],
  [-32010, 'Something new', null],
] as const;
const erlmcp: EventDraft[] = marked.flatMap(([code, message, data], id) => [
  request(id),
  into({ jsonrpc: '2.0', id, error: { code, message, data } }),
]);
const titled = (id: number, title: string) =>
  into({ jsonrpc: '2.0', id, error: { code: -32000, message: 'no', data: { type: 'https://x.example/t', title } } });

export const conversations: readonly [string, readonly EventDraft[]][] = [
  ['each failure of a server whose dialect becomes clear', erlmcp],
  ['a title that is not the first', [request(1), titled(1, 'One'), request(2), titled(2, 'Two')]],
  [
    'the members of a batch',
    [
      out([
        { id: 1, method: 'tools/call', params: { name: 'a' } },
        { id: 2, method: 'ping' },
      ]),
      into([
        { id: 2, error: { code: -32601, message: 'no' } },
        { id: 1, error: { code: -32602, message: 'bad' } },
      ]),
    ],
  ],
  ['an unmatched response', [error(9), error(null), request(1), error(1), error(1)]],
  ['a response that comes too late', [request(1), life('timeout', { id: 1, afterMs: 5 }), error(1)]],
  ['an error sent by the client', [into({ id: 5, method: 'roots/list' }), out({ id: 5, error: { code: -32601 } })]],
  [
    'a response after much progress',
    [
      request(1, 'tools/call', { name: 'a', _meta: { progressToken: 1 } }),
      ...Array.from({ length: 1500 }, (_, progress) =>
        into({ method: 'notifications/progress', params: { progressToken: 1, progress } }),
      ),
      error(1),
    ],
  ],
  [
    'a response to a further round',
    [
      request(1),
      result(1, { resultType: 'input_required', requestState: 'x', inputRequests: {} }),
      request(2, 'tools/call', { name: 'get', arguments: { gtin: '0061' }, requestState: 'x' }),
      error(2),
    ],
  ],
  [
    'a response on the HTTP+SSE stream',
    [
      http(200, { exchange: 1, method: 'GET', headers: { 'content-type': 'text/event-stream' } }),
      into('/messages', { via: 1, sse: { event: 'endpoint' } }),
      out({ id: 1, method: 'ping' }, { via: 2 }),
      http(200, { exchange: 2, id: 1, body: 'Accepted' }),
      into({ id: 1, error: { code: -32603, message: 'no' } }, { via: 1 }),
    ],
  ],
  [
    'a second status on HTTP+SSE',
    [
      into('/messages', { via: 9, sse: { event: 'endpoint' } }),
      out({ id: 1, method: 'ping' }, { via: 1 }),
      http(200, { exchange: 1, body: 'Accepted' }),
      http(404, { exchange: 1, body: 'Gone' }),
    ],
  ],
  [
    'a response that corrects a guessed end',
    [
      out({ id: 1, method: 'tools/call', params: { name: 'a' } }, { via: 1 }),
      http(503, { exchange: 1 }),
      stderr('meanwhile'),
      into({ id: 1, result: { resultType: 'input_required', requestState: 'x' } }),
      out({ id: 2, method: 'ping' }, { via: 2 }),
      http(503, { exchange: 2 }),
      stderr('meanwhile'),
      into({ id: 2, error: { code: -32603, message: 'no' } }),
    ],
  ],
  [
    'a response on the stream of another exchange',
    [
      http(200, { exchange: 1, method: 'GET', headers: { 'x-request-id': '7', 'retry-after': '9' } }),
      out({ id: 1, method: 'ping' }),
      into({ id: 1, error: { code: -32603, message: 'no' } }, { via: 1 }),
    ],
  ],
  [
    'an HTTP error status',
    [
      out({ id: 1, method: 'ping' }, { via: 1 }),
      http(429, { exchange: 1, id: 1, body: 'Slow down', headers: { 'retry-after': '30' } }),
      out({ id: 2, method: 'ping' }, { via: 2 }),
      http(503, { exchange: 2, id: 2 }),
      http(500, { exchange: 3, method: 'GET', body: '<h1>Oops</h1>' }),
      http(401, { exchange: 4, method: 'DELETE' }),
      into({ error: { code: -32001, message: 'who?' } }, { via: 4 }),
      out({ id: 3, method: 'ping' }, { via: 5 }),
      http(401, { exchange: 5, id: 3, headers: { 'www-authenticate': 'Bearer' } }),
      into({ id: null, error: { code: -32001, message: 'Sign in' } }, { via: 5 }),
    ],
  ],
  [
    'a response that violates the output schema',
    [
      request(1, 'tools/list', {}),
      result(1, { tools: [{ name: 'get', outputSchema: { type: 'object', required: ['n'] } }] }),
      request(2),
      result(2, { structuredContent: {} }),
      request(3),
      result(3, { structuredContent: { n: 1, error: { code: 503, message: 'Down' } } }),
    ],
  ],
  [
    'calls without a response',
    [request(1), into('oops'), stderr('boom'), request(2), life('exited', { code: 3 }), request(4)],
  ],
  ['an unsolicited result', [result(9, { isError: true, content: [{ type: 'text', text: 'HTTP 503' }] })]],
  [
    'a server that names itself',
    [
      request(1, 'initialize', {}),
      result(1, { protocolVersion: '2025-11-25', serverInfo: { name: 'erlmcp-demo' } }),
      request(2),
      error(2, -32001, 'Oops'),
    ],
  ],
  ['a truncated response', [request(1), into('{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"te')]],
  [
    'arguments that violate the listed schema',
    [
      request(1, 'tools/list', {}),
      result(1, { tools: [{ name: 'get', inputSchema: { type: 'object', required: ['n'] } }] }),
      request(2),
      result(2, {
        isError: true,
        content: [{ type: 'text', text: "TypeError: Cannot read properties of undefined (reading 'n')" }],
      }),
    ],
  ],
];
