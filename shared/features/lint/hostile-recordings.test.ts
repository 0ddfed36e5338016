// Attacks of a recording on the rules of the protocol: every field of every type, nesting, names of a megabyte, names of the prototype,
// and more messages than any memory keeps. Each check ends, and what it says stays short.

import { expect, it } from 'vitest';
import type { WireEvent } from '../../wire.ts';
import { checkRecording } from './check-recording.ts';

type Step = ['in' | 'out', object | string];

const check = (steps: readonly Step[]) => {
  const entries = steps.map(([lane, message], at) => ({
    line: at + 1,
    event: {
      at,
      server: 's',
      epoch: 1,
      lane,
      text: typeof message === 'string' ? message : JSON.stringify(message),
    } as WireEvent,
  }));
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
