// The orders adapter as a real process: every standard code, unlisted codes of each range, and refusals before execution.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json/json.ts';
import { type StdioPeer, startStdio } from '../testing/peer.ts';
import { standardErrors } from './errors.ts';

let peer: StdioPeer;
beforeAll(async () => {
  peer = await startStdio('orders-adapter');
});
afterAll(async () => {
  expect(await peer.stop()).toEqual({ code: 0, signal: null });
});

const order = { customer: { email: 'sam@example.com' }, lines: [{ sku: 'CUP-1', quantity: 1 }] };

const failures: [code: number, retryable: boolean, tool: string, args: JsonObject, details: JsonObject][] = [
  [
    2001,
    false,
    'create_order',
    { order: { ...order, lines: [{ sku: 'CUP-1', quantity: 0 }] } },
    {
      field: 'order.lines[0].quantity',
      reason: 'below_minimum',
      suggestion: expect.any(String),
      context: { minimum: 1 },
    },
  ],
  [2002, false, 'create_order', { order: { ...order, delivery: 'courier' } }, { field: 'order.postcode' }],
  [2003, false, 'create_order', { order: { ...order, postcode: 'X' } }, { field: 'order.postcode' }],
  [3002, true, 'estimate_delivery', { order_id: 'SO-1001', limit_ms: 5 }, { context: { limit_ms: 5 } }],
  [4001, false, 'get_order', { order_id: 'SO-9999' }, { originalError: 'ORDER_NOT_FOUND' }],
  [4001, false, 'cancel_order', { order_id: 'SO-1002' }, { originalError: 'INVALID_ORDER_STATE' }],
  [4001, true, 'sync_order', { order_id: 'SO-1001' }, { originalError: 'ORDER_LOCKED' }],
  [4002, true, 'check_stock', {}, { reason: 'connection_refused' }],
  [5001, false, 'print_label', { order_id: 'SO-1001' }, { reason: 'not_supported' }],
  [1203, false, 'fail_with', { code: 1203 }, {}],
  [2050, false, 'fail_with', { code: 2050 }, {}],
  [3105, true, 'fail_with', { code: 3105, retryable: true }, {}],
  [4100, false, 'fail_with', { code: 4100 }, {}],
  [5200, false, 'fail_with', { code: 5200 }, {}],
];

test.each(failures)('%i retryable:%s from %s %j', async (code, retryable, tool, args, details) => {
  const answer = await peer.call(tool, args);
  expect(answer).toEqual({
    jsonrpc: '2.0',
    id: expect.any(Number),
    result: {
      error: { code, message: expect.stringMatching(/\w/), retryable, details: expect.objectContaining(details) },
    },
  });
  const error = (answer!.result as { error: { details: JsonObject } }).error;
  const documented = ['field', 'reason', 'suggestion', 'context', 'originalError'];
  expect(Object.keys(error.details).filter((key) => !documented.includes(key))).toEqual([]);
});

test('3001 holds for its window, and ends with it', async () => {
  const limited = (context: object) => ({ result: { error: { code: 3001, retryable: true, details: { context } } } });
  const short = { window_ms: 100 };
  expect(await peer.call('track_shipments', short)).toMatchObject(limited(short));
  await new Promise((resolve) => setTimeout(resolve, 110));
  expect(await peer.call('track_shipments', short)).toMatchObject({ result: { structuredContent: {} } });
  const long = { window_ms: 600_000 };
  expect(await peer.call('track_shipments', long)).toMatchObject(limited(long));
  expect(await peer.call('track_shipments', long)).toMatchObject(limited(long));
});

test('every standard code can be requested by number', async () => {
  for (const [code, { retryable }] of Object.entries(standardErrors)) {
    expect(await peer.call('fail_with', { code: Number(code) })).toMatchObject({
      result: { error: { code: Number(code), retryable } },
    });
  }
});

test.each<[field: string, params: JsonObject]>([
  ['order.customer.email', { name: 'create_order', arguments: { order: { ...order, customer: { email: 'no' } } } }],
  ['order.lines[0].sku', { name: 'create_order', arguments: { order: { ...order, lines: [{ quantity: 1 }] } } }],
  ['order', { name: 'create_order', arguments: {} }],
  ['name', { name: 'nothing', arguments: {} }],
  ['name', {}],
  ['arguments', { name: 'list_orders', arguments: [] }],
])('-32602 names %s before anything runs', async (field, params) => {
  expect(await peer.request('tools/call', params)).toEqual({
    jsonrpc: '2.0',
    id: expect.any(Number),
    error: { code: -32602, message: 'Invalid params', data: { field } },
  });
});

test('valid calls are answered, an unknown method is -32601', async () => {
  expect(await peer.call('list_orders')).toMatchObject({ result: { structuredContent: { orders: [{}, {}] } } });
  expect(await peer.call('create_order', { order })).toMatchObject({
    result: { structuredContent: { state: 'open' } },
  });
  expect(await peer.call('check_stock', { warehouse: 'north' })).toMatchObject({ result: { content: [{}] } });
  expect(await peer.request('nothing/at-all')).toMatchObject({ error: { code: -32601 } });
});
