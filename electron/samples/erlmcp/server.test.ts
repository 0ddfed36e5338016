// erlmcp as a real process: every code of the reference by `raise`, and the natural failures by the calls that trigger them.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../shared/json/json.ts';
import { initialize, type StdioPeer, startStdio } from '../testing/peer.ts';
import { codes, severityOf } from './codes.ts';

let peer: StdioPeer;
beforeAll(async () => {
  peer = await startStdio('erlmcp');
});
afterAll(async () => {
  expect(await peer.stop()).toEqual({ code: 0, signal: null });
});

// Listed here and not read from the table, so that the test notices a code missing from the table.
const reference = [
  -32700, -32600, -32601, -32602, -32603, -32001, -32002, -32003, -32004, -32005, -32006, -32007, -32008, -32009,
  -32010, -32011, -32012, -32013, -32014, -32015, -32021, -32022, -32023, -32025, -32029, -32031, -32032, -32033,
  -32034, -32043, -32044, -32046, -32051, -32052, -32053, -32054, -32056, -32061, -32062, -32063, -32071, -32072,
  -32081, -32083, -32084, -32085, -32091, -32092, -32094, -32110, -32111, -32112, -32113, 1090, 1091, 1095,
];

test('the table has each code of the reference and no other', () => {
  expect([...codes.keys()].sort()).toEqual([...reference].sort());
});

test.each(reference)('raise %i', async (code) => {
  const { message, data } = codes.get(code)!;
  expect(await peer.call('raise', { code })).toEqual({
    jsonrpc: '2.0',
    id: expect.any(Number),
    error: { code, message, ...(data === undefined ? {} : { data }) },
  });
  await expect.poll(peer.stderr).toContain(`[${severityOf(code)}] Sending error: ${code} `);
});

test('severities follow the table of the reference', () => {
  expect([-32700, -32600, -32603].map(severityOf)).toEqual(['critical', 'critical', 'critical']);
  expect([-32601, -32602, -32001, -32010].map(severityOf)).toEqual(['error', 'error', 'error', 'error']);
  expect([-32011, -32034, -32072].map(severityOf)).toEqual(['warning', 'warning', 'warning']);
  expect([-32081, -32094, -32110, 1090].map(severityOf)).toEqual(['info', 'info', 'info', 'info']);
});

const logs = 'logs://{date}';
const oldCursor = Buffer.from('2:1000').toString('base64url');
const natural: [code: number, method: string, params: JsonObject | undefined, data: Json | undefined][] = [
  [-32601, 'nonexistent/method', undefined, { method: 'nonexistent/method' }],
  [-32602, 'resources/read', {}, { details: 'Missing required parameter: uri' }],
  [-32602, 'tools/call', {}, { details: 'Missing required parameter: name' }],
  [-32001, 'resources/read', { uri: 'mcp://nonexistent' }, { uri: 'mcp://nonexistent' }],
  [-32002, 'tools/call', { name: 'nonexistent_tool' }, { tool: 'nonexistent_tool' }],
  [-32003, 'prompts/get', { name: 'nonexistent_prompt' }, { prompt: 'nonexistent_prompt' }],
  [-32004, 'logging/setLevel', { level: 'debug' }, { capability: 'logging' }],
  [-32021, 'completion/complete', { ref: { type: 'ref/resource', uri: 'x://{y}' } }, { uri_template: 'x://{y}' }],
  [-32022, 'resources/read', { uri: 'not-a-valid-uri' }, { uri: 'not-a-valid-uri', reason: 'missing_scheme' }],
  [-32023, 'resources/read', { uri: 'mcp://%zz' }, undefined],
  [
    -32025,
    'resources/read',
    { uri: 'file:///etc/passwd' },
    { uri: 'file:///etc/passwd', required_permission: 'read:protected' },
  ],
  [-32029, 'resources/read', { uri: 'logs://' }, { uri_template: logs, reason: 'missing_variable: date' }],
  [
    -32031,
    'tools/call',
    { name: 'database_query', arguments: { sql: 'select 1' } },
    { tool: 'database_query', reason: 'connection_timeout' },
  ],
  [
    -32032,
    'tools/call',
    { name: 'long_operation', arguments: { timeout_ms: 5 } },
    { tool: 'long_operation', timeout_ms: 5 },
  ],
  [
    -32034,
    'tools/call',
    { name: 'calculate', arguments: { a: 1 } },
    { tool: 'calculate', details: 'Missing required parameter: b' },
  ],
  [-32043, 'prompts/get', { name: 'write_essay' }, { prompt: 'write_essay', argument: 'topic' }],
  [-32044, 'prompts/get', { name: 'write_essay', arguments: { topic: ' ' } }, undefined],
  [-32052, 'tools/call', { name: 'admin_tool' }, { operation: 'tools/call:admin_tool', required_role: 'admin' }],
  [-32071, 'resources/list', { cursor: 'invalid_cursor_string' }, { cursor: 'invalid_cursor_string' }],
  [-32072, 'resources/list', { cursor: oldCursor }, { cursor: oldCursor, ttl_seconds: 300 }],
  [-32081, 'tasks/get', { taskId: 'task-123' }, { taskId: 'task-123' }],
  [-32110, 'completion/complete', { ref: { type: 'ref/prompt', name: 'none' } }, undefined],
  [-32111, 'completion/complete', { ref: { type: 'ref/none' } }, undefined],
  [-32112, 'completion/complete', { ref: { type: 'ref/prompt', name: 'write_essay' } }, undefined],
  [-32113, 'completion/complete', { ref: { type: 'ref/resource', uri: logs } }, undefined],
];

test.each(natural)('%i from %s %j', async (code, method, params, data) => {
  expect(await peer.request(method, params)).toEqual({
    jsonrpc: '2.0',
    id: expect.any(Number),
    error: { code, message: codes.get(code)!.message, ...(data === undefined ? {} : { data }) },
  });
});

test('a second subscription is refused', async () => {
  const uri = 'mcp://config';
  expect(await peer.request('resources/subscribe', { uri })).toMatchObject({ result: {} });
  expect(await peer.request('resources/subscribe', { uri })).toMatchObject({
    error: { code: -32006, data: { uri, reason: 'already_subscribed' } },
  });
});

test('a rate limit holds until retry_after', async () => {
  const call = { query: 'held', retry_after: 600 };
  const limited = { error: { code: -32010, data: { limit: 1, window: 600, retry_after: expect.any(Number) } } };
  expect(await peer.call('search_logs', call)).toMatchObject(limited);
  expect(await peer.call('search_logs', call)).toMatchObject(limited);
});

test('a rate limit ends at retry_after', async () => {
  const call = { retry_after: 1 };
  const limited = { error: { code: -32010, data: { limit: 1, window: 1, retry_after: 1 } } };
  expect(await peer.call('search_logs', call)).toMatchObject(limited);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(await peer.call('search_logs', call)).toMatchObject({
    result: { content: [{ text: '3 lines with "error"' }] },
  });
});

test('valid calls are answered', async () => {
  expect(await peer.call('calculate', { a: 19, b: 23 })).toMatchObject({ result: { content: [{ text: '42' }] } });
  expect(await peer.request('resources/read', { uri: 'mcp://motd' })).toMatchObject({ result: { contents: [{}] } });
  const page = await peer.request('resources/list', {});
  const { nextCursor } = page!.result as JsonObject;
  expect(await peer.request('resources/list', { cursor: nextCursor! })).toMatchObject({
    result: { resources: [{ uri: 'mcp://motd' }] },
  });
  const ref = { type: 'ref/prompt', name: 'write_essay' };
  expect(await peer.request('completion/complete', { ref, argument: { name: 'topic', value: 'r' } })).toMatchObject({
    result: { completion: { values: ['rivers', 'roads', 'rust'] } },
  });
});

test('before the handshake, in an old version, and for lines that are not requests', async () => {
  const raw = await startStdio('erlmcp', { handshake: false });
  expect(await raw.request('tools/list')).toMatchObject({
    error: { code: -32005, data: { phase: 'pre_initialization' } },
  });
  expect(await raw.request('initialize', { ...initialize, protocolVersion: '2020-01-01' })).toMatchObject({
    error: { code: -32061, data: { requested_version: '2020-01-01' } },
  });
  raw.sendLine('{"jsonrpc":');
  raw.sendLine('{"jsonrpc":"2.0"}');
  const answers = (code: number) => raw.lines.find((line) => line.includes(`"code":${code}`));
  expect(JSON.parse(String(await answers(-32700)))).toMatchObject({ id: null, error: { data: expect.any(String) } });
  expect(JSON.parse(String(await answers(-32600)))).toMatchObject({
    id: null,
    error: { data: expect.any(String) },
  });
  await raw.stop();
});
