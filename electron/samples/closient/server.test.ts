// Closient as a real process: each documented code with exactly the documented members.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json/json.ts';
import { type HttpPeer, startHttp } from '../testing/peer.ts';

const reader = { authorization: 'Bearer closient_demo_reader' };
const maker = { authorization: 'Bearer closient_demo_maker' };
let peer: HttpPeer;
beforeAll(async () => {
  peer = await startHttp('closient', reader);
});
afterAll(async () => {
  expect(await peer.stop()).toEqual({ code: 0, signal: null });
});

const failures: [code: number, errorCode: string, status: number, title: string, tool: string, args: JsonObject][] = [
  [-32001, 'unauthorized', 401, 'Unauthorized', 'account_status', {}],
  [-32001, 'unauthorized', 401, 'Unauthorized', 'account_status', { token: 'nobody' }],
  [-32002, 'forbidden', 403, 'Forbidden', 'generate_qr_url', { gtin: '09506000134352' }],
  [-32100, 'bad_request', 400, 'Bad Request', 'import_products', { document: '[{' }],
  [-32101, 'validation_error', 400, 'Validation Error', 'resolve_gtin', { gtin: '123' }],
  [-32101, 'validation_error', 400, 'Validation Error', 'resolve_gtin', {}],
  [-32101, 'validation_error', 400, 'Validation Error', 'lookup_product', { gtin: '00614141123453' }],
  [-32101, 'validation_error', 400, 'Validation Error', 'generate_qr_url', { gtin: 'abc' }],
  [
    -32102,
    'unprocessable_entity',
    422,
    'Unprocessable Entity',
    'schedule_price',
    { gtin: '09506000134352', price: 1, from: '2026-05-01', until: '2026-04-01' },
  ],
  [-32200, 'not_found', 404, 'Not Found', 'resolve_gtin', { gtin: '00614141123452' }],
  [-32201, 'conflict', 409, 'Conflict', 'claim_gtin', { gtin: '09506000134352' }],
  [-32300, 'internal_error', 500, 'Internal Error', 'rebuild_index', {}],
];

test.each(failures)('%i %s (%i %s) from %s %j', async (code, errorCode, status, title, tool, args) => {
  expect(await peer.call(tool, args)).toEqual({
    jsonrpc: '2.0',
    id: expect.any(Number),
    result: {
      error: {
        code,
        message: title,
        data: {
          type: `https://closient.com/docs/errors/${errorCode}`,
          title,
          status,
          detail: expect.stringMatching(/\w/),
          error_code: errorCode,
          retryable: code === -32300,
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
        },
      },
    },
  });
});

test('no token at all is unauthorized, a better token is enough', async () => {
  const call = { gtin: '09506000134352' };
  expect(await peer.call('generate_qr_url', call, { authorization: '' })).toMatchObject({
    result: { error: { code: -32001 } },
  });
  expect(await peer.call('generate_qr_url', call, maker)).toMatchObject({ result: { structuredContent: call } });
});

test.each<[string, JsonObject, JsonObject]>([
  ['ping', {}, { status: 'ok' }],
  ['validate_gtin', { gtin: '00614141123452' }, { valid: true }],
  ['validate_gtin', { gtin: '00614141123453' }, { valid: false }],
  ['resolve_gtin', { gtin: '9506000134352' }, { link: 'https://example.com/oat-drink' }],
  ['lookup_product', { gtin: '09506000134352' }, { found: true }],
  ['lookup_product', { gtin: '09506000134376' }, { found: false }],
  ['claim_gtin', { gtin: '04006381333931' }, { claimed: true }],
])('%s %j is a normal answer without an error', async (tool, args, payload) => {
  const { result } = await peer.call(tool, args);
  expect(result).toMatchObject({ structuredContent: payload });
  expect(result).not.toHaveProperty('error');
  expect(result).not.toHaveProperty('isError');
});

test('a rate limit gives its seconds, holds until then and ends then', async () => {
  const limited = (retry_after: unknown) => ({
    result: {
      error: { code: -32003, data: { error_code: 'rate_limited', status: 429, retryable: true, retry_after } },
    },
  });
  const held = { format: 'json', retry_after: 600 };
  expect(await peer.call('export_catalog', held)).toMatchObject(limited(600));
  expect(await peer.call('export_catalog', held)).toMatchObject(limited(expect.any(Number)));
  const call = { format: 'csv', retry_after: 1 };
  expect(await peer.call('export_catalog', call)).toMatchObject(limited(1));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(await peer.call('export_catalog', call)).toMatchObject({ result: { structuredContent: { products: 3 } } });
});

test('malformed and unknown calls', async () => {
  expect(await peer.request('tools/call', {})).toMatchObject({ result: { error: { code: -32100 } } });
  expect(await peer.call('nothing')).toMatchObject({ error: { code: -32602, message: 'Unknown tool: nothing' } });
  expect(await peer.request('nothing/at-all')).toMatchObject({ error: { code: -32601 } });
});

test('a foreign Host or Origin is refused', async () => {
  expect((await peer.post({}, { origin: 'http://attacker.test' })).status).toBe(403);
});

test('an unknown session is 404', async () => {
  const response = await peer.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'mcp-session-id': 'gone' });
  expect(response.status).toBe(404);
});

test('the SDK client works with it', async () => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(peer.url)));
  expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('validate_gtin');
  const failed = await client.callTool({ name: 'resolve_gtin', arguments: { gtin: '00614141123452' } });
  expect(failed).toMatchObject({ error: { code: -32200 } });
  await client.close();
});
