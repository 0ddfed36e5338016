// qaqnuz as a real process: the five classes, with and without the envelope, hints, and refusals that reveal nothing.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json/json.ts';
import { type HttpPeer, startHttp } from '../testing/peer.ts';

let peer: HttpPeer;
beforeAll(async () => {
  peer = await startHttp('qaqnuz', { authorization: 'Bearer qz_demo_key' });
});
afterAll(async () => {
  expect(await peer.stop()).toEqual({ code: 0, signal: null });
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const failures: [errorClass: string, tool: string, args: JsonObject, sentence: RegExp, hint: JsonObject | null][] = [
  [
    'retryable',
    'send_invoice',
    { id: 'INV-1', retry_after_ms: 60_000 },
    /rate limit/i,
    { retry_after_ms: expect.any(Number), max_attempts: 3, backoff: 'exponential' },
  ],
  [
    'retryable',
    'sync_contacts',
    { retry_after_ms: 60_000 },
    /try again/,
    { retry_after_ms: expect.any(Number), max_attempts: 1, backoff: 'fixed', jitter: 0.2 },
  ],
  ['retryable', 'sync_contacts', { retry_after_ms: 60_000, hint: false }, /try again/, null],
  [
    'dependency',
    'convert_amount',
    { jitter: 0.5 },
    /depends on/,
    { retry_after_ms: 2000, max_attempts: 5, backoff: 'exponential', jitter: 0.5 },
  ],
  ['terminal', 'void_invoice', { id: 'INV-1041' }, /cannot/, null],
  ['permission', 'delete_workspace', {}, /approval/, null],
];

test.each(failures)('%s from %s %j', async (error_class, tool, args, sentence, hint) => {
  const bare = { content: [{ type: 'text', text: expect.stringMatching(sentence) }], isError: true };
  expect((await peer.call(tool, args)).result).toEqual(bare);
  const { result } = await peer.call(tool, { ...args, envelope: true });
  const sanitized_error = (result as { content: { text: string }[] }).content[0]!.text;
  expect(result).toEqual({
    ...bare,
    structuredContent: { error_class, sanitized_error, ...(hint ? { retry_hint: hint } : {}) },
  });
});

test('validation names the fields and nothing else', async () => {
  expect((await peer.call('create_invoice', { amount: -5, envelope: true })).result).toEqual({
    content: [{ type: 'text', text: 'The arguments are not valid. Please check: customer, amount.' }],
    isError: true,
    structuredContent: {
      error_class: 'validation',
      sanitized_error: 'The arguments are not valid. Please check: customer, amount.',
    },
  });
  expect((await peer.call('create_invoice', { customer: 'Sam', amount: -5 })).result).not.toHaveProperty(
    'structuredContent',
  );
});

test('sending is limited twice, each time as long as hinted, then works', async () => {
  const call = { id: 'INV-2', retry_after_ms: 150, envelope: true };
  const hinted = (ms: number) => ({
    result: { isError: true, structuredContent: { retry_hint: { retry_after_ms: ms } } },
  });
  expect(await peer.call('send_invoice', call)).toMatchObject(hinted(150));
  await wait(155);
  expect(await peer.call('send_invoice', call)).toMatchObject(hinted(300));
  await wait(305);
  expect((await peer.call('send_invoice', call)).result).toMatchObject({ structuredContent: { sent: true } });
  const held = { ...call, id: 'INV-3', retry_after_ms: 600_000 };
  expect(await peer.call('send_invoice', held)).toMatchObject(hinted(600_000));
  expect(await peer.call('send_invoice', held)).toMatchObject({ result: { isError: true } });
});

test('a tool out of scope gives the same response as a tool that does not exist', async () => {
  const hidden = await peer.call('admin_export');
  expect(hidden.result).toEqual((await peer.call('no_such_tool')).result);
  expect(hidden.result).toEqual({
    content: [{ type: 'text', text: 'You do not have permission to call this tool.' }],
    isError: true,
  });
  expect(await peer.call('no_such_tool', { envelope: true })).toMatchObject({
    result: { structuredContent: { error_class: 'permission' } },
  });
});

test.each<[string, Record<string, string>]>([
  ['missing', { authorization: '' }],
  ['revoked', { authorization: 'Bearer qz_revoked' }],
  ['malformed', { authorization: 'qz_demo_key' }],
])('a %s key is a bare 401', async (_what, headers) => {
  const response = await peer.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers);
  expect(response.status).toBe(401);
  expect(await response.text()).toBe('{"error":"Unauthorized"}');
});

test('whoami with another key is that same 401, with the right key a result', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } };
  const response = await peer.post(message);
  expect([response.status, await response.text()]).toEqual([401, '{"error":"Unauthorized"}']);
  expect(await peer.call('whoami', { key: 'qz_demo_key' })).toMatchObject({ result: { structuredContent: {} } });
});

test('valid calls are answered, malformed ones are JSON-RPC errors', async () => {
  expect((await peer.call('list_invoices')).result).not.toHaveProperty('isError');
  expect((await peer.call('convert_amount', { currency: 'USD' })).result).not.toHaveProperty('isError');
  expect(await peer.request('tools/call', {})).toMatchObject({ error: { code: -32602 } });
  expect(await peer.request('nothing/at-all')).toMatchObject({ error: { code: -32601 } });
});
