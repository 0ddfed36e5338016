// The adapter's tools over a few made-up orders. Calls can trigger each standard code, and any other by `fail_with`.

import { z } from 'zod';
import { createRateGate } from '../rate-gate.ts';
import { adds, defineTool, destroys, reads, sets, type Tool } from '../tool.ts';
import { fail, failWith, ranges, type StandardCode, standardErrors, succeed } from './errors.ts';

const orders: Record<string, { state: 'open' | 'shipped'; total: number }> = {
  'SO-1001': { state: 'open', total: 120 },
  'SO-1002': { state: 'shipped', total: 75.5 },
};

const gate = createRateGate();

const orderId = (example: string) =>
  z
    .string()
    .describe('An order number. SO-1001 is open, SO-1002 has been shipped.')
    .meta({ examples: [example] });

const orderNotFound = (order_id: string) =>
  fail(4001, {
    originalError: 'ORDER_NOT_FOUND',
    reason: 'order_not_found',
    suggestion: 'Take an order number from list_orders.',
    context: { order_id },
  });

export const tools: Tool[] = [
  defineTool({
    name: 'list_orders',
    title: 'List orders',
    description: 'Lists all orders.',
    hints: reads,
    input: z.object({}),
    run: () => succeed({ orders: Object.entries(orders).map(([id, order]) => ({ id, ...order })) }),
  }),
  defineTool({
    name: 'get_order',
    title: 'Get an order',
    description: 'Reads one order. An unknown number is an adapter error: ORDER_NOT_FOUND.',
    hints: reads,
    input: z.object({ order_id: orderId('SO-9999') }),
    run({ order_id }) {
      const order = orders[order_id];
      return order ? succeed({ id: order_id, ...order }) : orderNotFound(order_id);
    },
  }),
  defineTool({
    name: 'cancel_order',
    title: 'Cancel an order',
    description: 'Cancels an open order. One that has been shipped is an adapter error: INVALID_ORDER_STATE.',
    hints: destroys,
    input: z.object({ order_id: orderId('SO-1002') }),
    run({ order_id }) {
      const order = orders[order_id];
      if (!order) return orderNotFound(order_id);
      if (order.state === 'open') return succeed({ id: order_id, state: 'cancelled' });
      return fail(4001, {
        originalError: 'INVALID_ORDER_STATE',
        reason: 'invalid_order_state',
        suggestion: 'Only open orders can be cancelled. Start a return instead.',
        context: { order_id, state: order.state },
      });
    },
  }),
  defineTool({
    name: 'create_order',
    title: 'Create an order',
    description:
      'Creates an order. A misshapen order is refused before the tool runs (-32602 with the field); a well-shaped one can still be wrong.',
    hints: adds,
    input: z.object({
      order: z
        .object({
          customer: z.object({ email: z.email() }),
          lines: z.array(z.object({ sku: z.string(), quantity: z.number().int() })),
          delivery: z.enum(['collect', 'courier']).default('collect'),
          postcode: z.string().optional(),
        })
        .describe('Courier delivery needs a postcode of five digits; a quantity is at least 1.')
        .meta({
          examples: [
            { customer: { email: 'sam@example.com' }, lines: [{ sku: 'CUP-1', quantity: 0 }], delivery: 'collect' },
          ],
        }),
    }),
    run({ order }) {
      const none = order.lines.findIndex((line) => line.quantity < 1);
      if (none !== -1) {
        const field = `order.lines[${none}].quantity`;
        return fail(2001, { field, reason: 'below_minimum', suggestion: 'Order at least 1.', context: { minimum: 1 } });
      }
      if (order.delivery === 'courier' && order.postcode === undefined) {
        return fail(2002, {
          field: 'order.postcode',
          reason: 'required_for_courier',
          suggestion: 'Add a postcode, or let the customer collect.',
        });
      }
      if (order.postcode !== undefined && !/^\d{5}$/.test(order.postcode)) {
        return fail(2003, {
          field: 'order.postcode',
          reason: 'pattern_mismatch',
          suggestion: 'A postcode has five digits, as 10115.',
          context: { pattern: '^\\d{5}$' },
        });
      }
      return succeed({ id: 'SO-1003', state: 'open' });
    },
  }),
  defineTool({
    name: 'track_shipments',
    title: 'Track shipments',
    description: 'Asks the carrier about all shipments. The first call is over its limit; it works after the window.',
    hints: reads,
    input: z.object({
      window_ms: z.number().int().min(100).max(600_000).default(1500).describe('How long the limit lasts.'),
    }),
    run({ window_ms }) {
      const wait = gate.knock('track', () => window_ms);
      if (wait === 0) return succeed({ shipments: [{ order: 'SO-1002', state: 'on its way' }] });
      return fail(3001, {
        reason: 'too_many_requests',
        suggestion: 'Wait until the window is over, then try again.',
        context: { limit: 1, window_ms },
      });
    },
  }),
  defineTool({
    name: 'estimate_delivery',
    title: 'Estimate delivery',
    description: 'Asks a slow carrier and times out after the limit.',
    hints: reads,
    input: z.object({
      order_id: orderId('SO-1001'),
      limit_ms: z.number().int().min(1).max(60_000).default(250).describe('Timeout in milliseconds.'),
      carrier_ms: z.number().int().min(0).max(60_000).default(400).describe('How long the carrier takes.'),
    }),
    async run({ order_id, limit_ms, carrier_ms }) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(limit_ms, carrier_ms)));
      if (carrier_ms <= limit_ms) return succeed({ order_id, days: 2 });
      return fail(3002, { reason: 'carrier_too_slow', context: { limit_ms } });
    },
  }),
  defineTool({
    name: 'sync_order',
    title: 'Sync an order',
    description: 'Sends an order to the backend, which has it locked for a moment: an adapter error worth a retry.',
    hints: sets,
    input: z.object({ order_id: orderId('SO-1001') }),
    run({ order_id }) {
      if (!orders[order_id]) return orderNotFound(order_id);
      if (gate.knock(`sync ${order_id}`, () => 500) === 0) return succeed({ order_id, synced: true });
      return fail(4001, { originalError: 'ORDER_LOCKED', reason: 'order_locked', context: { order_id } }, true);
    },
  }),
  defineTool({
    name: 'check_stock',
    title: 'Check stock',
    description: 'Asks a warehouse. The one in the south is down.',
    hints: reads,
    input: z.object({ warehouse: z.enum(['north', 'south']).default('south').describe('Which warehouse to ask.') }),
    run({ warehouse }) {
      if (warehouse === 'north') return succeed({ warehouse, cups: 14 });
      return fail(4002, { reason: 'connection_refused', context: { warehouse } });
    },
  }),
  defineTool({
    name: 'print_label',
    title: 'Print a label',
    description: 'Is part of the tool set, and this adapter cannot do it.',
    hints: adds,
    input: z.object({ order_id: orderId('SO-1001') }),
    run: () => fail(5001, { reason: 'not_supported', suggestion: 'Print the label in the shop itself.' }),
  }),
  defineTool({
    name: 'fail_with',
    title: 'Fail with a code',
    description:
      'Fails with any code from 1000 to 5999; unlisted ones belong to a range: 1203, 2050, 3105, 4100, 5200.',
    hints: reads,
    input: z.object({
      code: z
        .number()
        .int()
        .min(1000)
        .max(5999)
        .describe('The code to fail with.')
        .meta({ examples: [3105, 1203, 2050, 4100, 5200] }),
      retryable: z.boolean().default(false).describe('What an unlisted code says about retrying.'),
    }),
    run({ code, retryable }) {
      if (code in standardErrors) return fail(code as StandardCode, { reason: 'asked_for' });
      const range = ranges.find(({ from, to }) => from <= code && code <= to)!;
      return failWith(code, `${range.category} error ${code}`, retryable, { reason: 'asked_for' });
    },
  }),
];
