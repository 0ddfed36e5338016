// Attacks of a recording on the rules of the protocol: every field of every type, nesting, names of a megabyte, names of the prototype,
// and more messages than any memory keeps. Each check ends, and what it says stays short.

import { expect, it } from 'vitest';
import type { HttpExchange, WireEvent } from '../../wire.ts';
import { checkRecording } from './check-recording.ts';

type Step = ['in' | 'out', object | string] | ['http', Partial<HttpExchange>];

const exchange: Partial<HttpExchange> = {
  method: 'POST',
  url: 'http://127.0.0.1/mcp',
  status: 200,
  requestHeaders: { accept: 'application/json, text/event-stream' },
  headers: { 'content-type': 'application/json' },
};

const check = (steps: readonly Step[]) => {
  const entries = steps.map(([lane, message], at) => {
    const common = { at, server: 's', epoch: 1 };
    const event =
      lane === 'http'
        ? { ...common, lane, http: { ...exchange, exchange: at, startedAt: at, ...message } }
        : { ...common, lane, text: typeof message === 'string' ? message : JSON.stringify(message) };
    return { line: at + 1, event: event as WireEvent };
  });
  const { broken } = checkRecording(entries);
  return {
    rules: broken.map(({ rule }) => rule),
    longest: Math.max(0, ...broken.flatMap(({ rows }) => rows.map(({ how }) => how.length))),
  };
};
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
};
const ask = (id: unknown, method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { ...params, _meta: meta },
});
const nested = (levels: number, key: string) => `${`{"${key}":`.repeat(levels)}1${'}'.repeat(levels)}`;

const values = [null, true, -1, 1.5, 'x', [], [null], {}, [[[]]], '__proto__', 'constructor'];
const methods =
  'initialize server/discover tools/list tools/call prompts/get resources/list resources/read completion/complete ping tasks/get tasks/update tasks/cancel subscriptions/listen roots/list elicitation/create sampling/createMessage toString constructor __proto__/list'.split(
    ' ',
  );
const fields =
  'tools resources content contents messages inputRequests inputResponses nextCursor cursor task taskId status capabilities _meta completion roots notifications uri name ttlMs supportedVersions requestedSchema url mode'.split(
    ' ',
  );

it('fields of wrong types, in requests, answers and errors of both sides', () => {
  let id = 0;
  const steps = methods.flatMap((method, first) =>
    fields.flatMap((field, second): Step[] => {
      id += 1;
      const value = values[(first + second) % values.length];
      const lanes = second % 2 === 0 ? (['out', 'in'] as const) : (['in', 'out'] as const);
      return [
        [lanes[0], { jsonrpc: '2.0', id, method, params: { [field]: value } }],
        [lanes[1], { jsonrpc: '2.0', id, result: { [field]: value, resultType: 'complete' } }],
        [lanes[1], { jsonrpc: '2.0', id, error: value }],
        [lanes[1], { jsonrpc: '2.0', method: `notifications/${method}`, params: value }],
      ];
    }),
  );
  const { rules, longest } = check(steps);
  expect(rules).toContain('give-params-as-an-object');
  expect(longest).toBeLessThan(300);
});

it.each(['_meta', 'content', 'capabilities', 'inputRequests', 'tools'])('%s of 20,000 levels', (key) => {
  const deep = nested(20_000, key === 'tools' ? 'properties' : 'a');
  const value = key === 'tools' ? `[{"name":"a","inputSchema":{"type":"object","properties":${deep}}}]` : deep;
  const { longest } = check([
    ['out', ask(1, 'tools/list')],
    [
      'in',
      `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"public","${key}":${value}}}`,
    ],
    ['out', `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"${key}":${value}}}`],
  ]);
  expect(longest).toBeLessThan(300);
});

it('a question of a task that is nested 20,000 levels deep', () => {
  const question = `{"q":{"method":"elicitation/create","params":{"message":"a","requestedSchema":${nested(20_000, 'a')}}}}`;
  const answer = (id: number): Step => [
    'in',
    `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete","taskId":"t","status":"input_required","inputRequests":${question}}}`,
  ];
  const { rules } = check([
    ['out', ask(1, 'tasks/get', { taskId: 't' })],
    answer(1),
    ['out', ask(2, 'tasks/get', { taskId: 't' })],
    answer(2),
  ]);
  expect(rules).not.toContain('ask-each-thing-of-a-task-under-its-own-key');
});

it('names, ids and cursors of a megabyte', () => {
  const big = 'x'.repeat(1_000_000);
  const { rules, longest } = check([
    ['out', ask(big, big, { cursor: big })],
    ['in', { jsonrpc: '2.0', id: big, result: { resultType: big } }],
    ['in', { jsonrpc: '2.0', method: `notifications/${big}`, params: { progressToken: big, progress: 1 } }],
    ['out', ask(2, 'tools/list')],
    ['in', { jsonrpc: '2.0', id: 2, result: { tools: [{ name: big }], _meta: { [`${'a.'.repeat(500_000)} `]: 1 } } }],
    ['in', { jsonrpc: '2.0', id: `${big}y`, result: {} }],
  ]);
  expect(rules).toContain('name-metadata-with-valid-keys');
  expect(longest).toBeLessThan(300);
});

it('names of the prototype are names like any other', () => {
  const { rules } = check([
    ['out', ask(1, 'tools/list')],
    [
      'in',
      '{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"public","tools":[{"name":"__proto__","inputSchema":{"type":"object"}},{"name":"constructor","inputSchema":{"type":"object"}}]}}',
    ],
    ['out', ask(2, 'tools/call', { name: '__proto__' })],
    ['in', { jsonrpc: '2.0', id: 2, result: { resultType: 'complete', content: [{ type: '__proto__' }] } }],
  ]);
  expect(rules).toEqual(['use-the-content-types-of-the-revision']);
});

it.each([
  ['a megabyte', 'x'.repeat(1_000_000)],
  ['quotes that never close', `Bearer ${'error="'.repeat(100_001)}`],
  ['escaped quotes', `Bearer error="${'\\"'.repeat(100_000)}`],
  ['names without values', `Bearer ${'error='.repeat(100_000)}`],
  ['names of a megabyte', `Bearer ${'a'.repeat(500_000)}=${'b'.repeat(500_000)}`],
  ['names of the prototype', 'Bearer __proto__="x", constructor=y, toString="invalid_token"'],
])('a challenge of %s', (_, challenge) => {
  const { rules, longest } = check([
    ['out', ask(1, 'tools/call', { name: 'pay' })],
    ['http', { status: 403, headers: { 'www-authenticate': challenge } }],
    ['out', ask(2, 'tools/call', { name: 'pay' })],
    ['http', { status: 403, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }],
  ]);
  expect(rules.filter((rule) => rule.startsWith('refuse-tokens'))).toEqual(['refuse-tokens-with-their-status']);
  expect(longest).toBeLessThan(300);
});

it('headers, times of tokens and metadata that are made to break the rules about tokens', () => {
  const token = { token: 1, firstSeenAt: 0 };
  const headers = Object.fromEntries([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
  const metadata = {
    method: 'GET',
    url: `http://127.0.0.1/.well-known/oauth-protected-resource?${'a/'.repeat(100_000)}`,
  };
  const { rules, longest } = check([
    ['out', ask(1, 'tools/call', { name: 'pay' })],
    ['http', { status: 401, headers, credential: { ...token, expiresAt: -1e308 } }],
    ['out', ask(2, 'tools/call', { name: 'pay' })],
    ['http', { requestHeaders: headers, credential: { ...token, expiresAt: -1e308 } }],
    ['http', { ...metadata, body: nested(20_000, 'authorization_servers') }],
    ['http', { ...metadata, body: '{"__proto__":{"authorization_servers":["a"]}}' }],
    ['http', { ...metadata, body: '['.repeat(1_000_000) }],
  ]);
  expect(rules).toEqual(
    expect.arrayContaining(['challenge-a-refused-token', 'refuse-expired-tokens', 'name-an-authorization-server']),
  );
  expect(longest).toBeLessThan(300);
});
