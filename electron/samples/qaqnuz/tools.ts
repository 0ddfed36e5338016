// qaqnuz's tools over made-up invoices, at least one for each error class.

import { z } from 'zod';
import { createRateGate } from '../rate-gate.ts';
import { adds, defineTool, destroys, reads, sets, type Tool } from '../tool.ts';
import { fail, type RetryHint, succeed } from './envelope.ts';

/** The made-up key that the app connects with. */
export const validKey = 'qz_demo_key';

const gate = createRateGate();

const envelope = z
  .boolean()
  .default(false)
  .describe('Also send the envelope: error_class, sanitized_error, retry_hint.');

export const tools: Tool[] = [
  defineTool({
    name: 'list_invoices',
    title: 'List invoices',
    description: 'Lists all invoices.',
    hints: reads,
    input: z.object({}),
    run: () => succeed({ invoices: ['INV-1041', 'INV-1042'] }),
  }),
  defineTool({
    name: 'create_invoice',
    title: 'Create an invoice',
    description: 'Creates an invoice. An amount of 0 or less is refused.',
    hints: adds,
    input: z.object({
      customer: z
        .string()
        .min(1)
        .describe('Who pays.')
        .meta({ examples: ['Sam’s Bakery'] }),
      amount: z
        .number()
        .positive()
        .describe('In euro, above 0.')
        .meta({ examples: [-5] }),
      envelope,
    }),
    run: ({ customer, amount }) => succeed({ id: 'INV-1043', customer, amount }),
  }),
  defineTool({
    name: 'send_invoice',
    title: 'Send an invoice',
    description: 'Sends an invoice by mail. The first two calls for an invoice are rate limited, the third works.',
    hints: sets,
    input: z.object({
      id: z
        .string()
        .describe('An invoice number.')
        .meta({ examples: ['INV-1042'] }),
      retry_after_ms: z
        .number()
        .int()
        .min(50)
        .max(600_000)
        .default(900)
        .describe('The first wait; the second is twice it.'),
      envelope,
    }),
    run({ id, retry_after_ms, envelope }) {
      const wait = gate.knock(`send ${id}`, (round) => retry_after_ms * 2 ** round, 2);
      if (wait === 0) return succeed({ id, sent: true });
      const retry_hint: RetryHint = { retry_after_ms: Math.ceil(wait), max_attempts: 3, backoff: 'exponential' };
      const sanitized_error = 'Rate limit exceeded. Please wait before you try again.';
      return fail({ error_class: 'retryable', sanitized_error, retry_hint }, envelope);
    },
  }),
  defineTool({
    name: 'sync_contacts',
    title: 'Sync contacts',
    description: 'Meets a passing hiccup on the first call and works after the wait in its hint.',
    hints: sets,
    input: z.object({
      retry_after_ms: z.number().int().min(50).max(600_000).default(1000).describe('The wait in the hint.'),
      hint: z.boolean().default(true).describe('Whether the envelope carries a retry_hint at all.'),
      envelope,
    }),
    run({ retry_after_ms, hint, envelope }) {
      const wait = gate.knock('sync', () => retry_after_ms);
      if (wait === 0) return succeed({ synced: 12 });
      const sanitized_error = 'The service is busy right now. Please try again shortly.';
      const retry_hint: RetryHint = { retry_after_ms: Math.ceil(wait), max_attempts: 1, backoff: 'fixed', jitter: 0.2 };
      return fail({ error_class: 'retryable', sanitized_error, ...(hint ? { retry_hint } : {}) }, envelope);
    },
  }),
  defineTool({
    name: 'convert_amount',
    title: 'Convert an amount',
    description: 'Asks a rates provider. The one for yen is out of order.',
    hints: reads,
    input: z.object({
      amount: z.number().default(100).describe('In euro.'),
      currency: z.enum(['USD', 'JPY']).default('JPY').describe('Into what.'),
      jitter: z.number().min(0).lt(1).default(0.5).describe('The jitter in the hint.'),
      envelope,
    }),
    run({ amount, currency, jitter, envelope }) {
      if (currency === 'USD') return succeed({ amount, currency, result: Math.round(amount * 108) / 100 });
      const retry_hint: RetryHint = { retry_after_ms: 2000, max_attempts: 5, backoff: 'exponential', jitter };
      const sanitized_error = 'A service this tool depends on did not respond.';
      return fail({ error_class: 'dependency', sanitized_error, retry_hint }, envelope);
    },
  }),
  defineTool({
    name: 'void_invoice',
    title: 'Void an invoice',
    description: 'Makes an invoice void. One that has been paid can never be.',
    hints: destroys,
    input: z.object({ id: z.string().default('INV-1041').describe('INV-1041 has been paid.'), envelope }),
    run({ id, envelope }) {
      if (id !== 'INV-1041') return succeed({ id, void: true });
      const sanitized_error = 'This invoice has been paid and cannot be made void.';
      return fail({ error_class: 'terminal', sanitized_error }, envelope);
    },
  }),
  defineTool({
    name: 'delete_workspace',
    title: 'Delete the workspace',
    description: 'Needs the approval of a person, which the sample connection never has.',
    hints: destroys,
    input: z.object({ envelope }),
    run: ({ envelope }) =>
      fail(
        { error_class: 'permission', sanitized_error: 'This action requires approval before it can run.' },
        envelope,
      ),
  }),
  defineTool({
    name: 'whoami',
    title: 'Who am I',
    description: 'Says whose key this is. With another key it is refused like any request with a bad key: HTTP 401.',
    hints: reads,
    input: z.object({ key: z.string().default('qz_revoked').describe(`The key to ask with. ${validKey} works.`) }),
    run: () => succeed({ account: 'Sam’s Bakery' }),
  }),
];
