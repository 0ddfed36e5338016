// Platica as a real process: every status of its catalog, its protocol errors, and argument validation.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json/json.ts';
import { type HttpPeer, startHttp } from '../testing/peer.ts';

let peer: HttpPeer;
beforeAll(async () => {
  peer = await startHttp('platica', { authorization: 'Bearer pl_key_demo' });
});
afterAll(async () => {
  expect(await peer.stop()).toEqual({ code: 0, signal: null });
});

const workspace = 'ws_north';

const failures: [code: number, error: string, tool: string, args: JsonObject, more: JsonObject][] = [
  [
    400,
    'Invalid arguments',
    'create_client',
    { client: { name: 'Kim', phone: '12' }, workspace },
    { errors: [{ field: 'phone', message: expect.any(String) }] },
  ],
  [400, 'Must specify a valid workspace', 'list_clients', {}, {}],
  [401, 'Unauthorized', 'with_key', { key: 'pl_key_disabled' }, {}],
  [403, 'Forbidden', 'list_clients', { workspace: 'ws_west' }, {}],
  [404, 'Client not found', 'get_client', { id: 'cl_9', workspace }, {}],
  [422, 'Agent cannot be started', 'start_agent', { id: 'ag_lost' }, {}],
  [500, 'Internal error', 'get_report', { kind: 'weekly' }, {}],
];

test.each(failures)('%i %s from %s %j', async (code, error, tool, args, more) => {
  const { result } = await peer.call(tool, args);
  const body = { code, error, details: expect.any(String), ...more };
  expect(result).toEqual({
    isError: true,
    content: [{ type: 'text', text: expect.any(String) }],
    structuredContent: body,
  });
  expect(JSON.parse((result as { content: { text: string }[] }).content[0]!.text)).toEqual(body);
});

test('a body that is not JSON is passed on as text only', async () => {
  expect((await peer.call('get_report', { kind: 'yearly' })).result).toEqual({
    isError: true,
    content: [{ type: 'text', text: 'upstream connect error or disconnect before headers' }],
  });
});

test('argument validation lists path: message and the issues', async () => {
  const { result } = await peer.call('create_client', { client: { name: '', tags: ['a', 1] } });
  const { content, structuredContent } = result as unknown as {
    content: { text: string }[];
    structuredContent: { issues: { path: (string | number)[]; message: string; code: string }[] };
  };
  expect(result).toMatchObject({ isError: true });
  expect(structuredContent.issues.map(({ path, code }) => [path.join('.'), code])).toEqual([
    ['client.name', 'too_small'],
    ['client.phone', 'invalid_type'],
    ['client.tags.1', 'invalid_type'],
  ]);
  expect(content[0]!.text).toBe(
    structuredContent.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
  );
});

test.each([
  ['no header', { authorization: '' }],
  ['another kind of key', { authorization: 'Bearer sk_123' }],
  ['no Bearer', { authorization: 'pl_key_demo' }],
])('-32001 for %s', async (_what, headers) => {
  const response = await peer.post({ jsonrpc: '2.0', id: 7, method: 'tools/list' }, headers);
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({
    jsonrpc: '2.0',
    error: { code: -32001, message: expect.stringMatching(/^Unauthorized: missing or invalid Authorization header/) },
    id: 7,
  });
});

test('with_key gets the same -32001', async () => {
  expect(await peer.call('with_key', { key: '' })).toMatchObject({ error: { code: -32001 } });
  expect(await peer.call('with_key', { key: 'pl_key_demo' })).toMatchObject({ result: { structuredContent: {} } });
});

test.each(['GET', 'DELETE'])('-32000 for %s', async (method) => {
  const response = await fetch(peer.url, { method, headers: { authorization: 'Bearer pl_key_demo' } });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  expect(await response.json()).toMatchObject({ error: { code: -32000 }, id: null });
});

test('-32602 and -32603', async () => {
  expect(await peer.request('tools/call', { arguments: {} })).toMatchObject({ error: { code: -32602 } });
  expect(await peer.call('nothing')).toMatchObject({ error: { code: -32602 } });
  expect(await peer.call('summarize_chats')).toMatchObject({ error: { code: -32603 } });
});

test.each<[string, JsonObject]>([
  ['list_workspaces', {}],
  ['list_clients', { workspace }],
  ['get_client', { id: 'cl_1', workspace }],
  ['start_agent', { id: 'ag_ready' }],
  ['get_report', { kind: 'daily' }],
])('%s %j works', async (tool, args) => {
  const { result } = await peer.call(tool, args);
  expect(result).toHaveProperty('structuredContent');
  expect(result).not.toHaveProperty('isError');
});
