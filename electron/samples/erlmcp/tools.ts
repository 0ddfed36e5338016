// erlmcp's tools: some fail naturally, and `raise` answers with any code of the reference.

import { z } from 'zod';
import type { JsonObject } from '../../../shared/json/json.ts';
import { createRateGate } from '../rate-gate.ts';
import { defineTool, reads, sets, type Tool } from '../tool.ts';
import { codes, erlmcpError } from './codes.ts';

const gate = createRateGate();
const text = (words: string): JsonObject => ({ content: [{ type: 'text', text: words }] });

export const tools: Tool[] = [
  defineTool({
    name: 'calculate',
    title: 'Calculate',
    description: 'Works out a sum. Leave out b to see how missing arguments are refused.',
    hints: reads,
    input: z.object({
      operation: z.enum(['add', 'subtract', 'multiply', 'divide']).default('add').describe('What to work out.'),
      a: z
        .number()
        .describe('The first number.')
        .meta({ examples: [19] }),
      b: z
        .number()
        .describe('The second number.')
        .meta({ examples: [23] }),
    }),
    run({ operation, a, b }) {
      if (operation === 'divide' && b === 0) {
        throw erlmcpError(-32031, { tool: 'calculate', reason: 'division_by_zero' });
      }
      const sums = { add: a + b, subtract: a - b, multiply: a * b, divide: a / b };
      return text(String(sums[operation]));
    },
  }),
  defineTool({
    name: 'database_query',
    title: 'Query the database',
    description: 'Asks a database that does not answer in time.',
    hints: reads,
    input: z.object({
      sql: z
        .string()
        .describe('What to ask.')
        .meta({ examples: ['select count(*) from orders'] }),
    }),
    run() {
      throw erlmcpError(-32031, { tool: 'database_query', reason: 'connection_timeout' });
    },
  }),
  defineTool({
    name: 'long_operation',
    title: 'Run something long',
    description: 'Works for a while, and is stopped by the server when that takes longer than its limit.',
    hints: reads,
    input: z.object({
      work_ms: z.number().int().min(0).max(600_000).default(800).describe('How long the work takes.'),
      timeout_ms: z.number().int().min(1).max(600_000).default(400).describe('When the server stops it.'),
    }),
    async run({ work_ms, timeout_ms }) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(work_ms, timeout_ms)));
      if (work_ms > timeout_ms) throw erlmcpError(-32032, { tool: 'long_operation', timeout_ms });
      return text('Done.');
    },
  }),
  defineTool({
    name: 'search_logs',
    title: 'Search the logs',
    description:
      'Finds lines in the logs. The first call is over the limit; it works once retry_after seconds have passed.',
    hints: reads,
    input: z.object({
      query: z.string().default('error').describe('What to look for.'),
      retry_after: z.number().int().min(1).max(3600).default(2).describe('How many seconds the limit lasts.'),
    }),
    run({ query, retry_after }) {
      const wait = Math.ceil(gate.knock(query, () => retry_after * 1000) / 1000);
      if (wait > 0) throw erlmcpError(-32010, { limit: 1, window: retry_after, retry_after: wait });
      return text(`3 lines with "${query}"`);
    },
  }),
  defineTool({
    name: 'admin_tool',
    title: 'Administer',
    description: 'Only for admins, and the sample connection is none.',
    hints: sets,
    input: z.object({}),
    run() {
      throw erlmcpError(-32052, { operation: 'tools/call:admin_tool', required_role: 'admin' });
    },
  }),
  defineTool({
    name: 'raise',
    title: 'Raise an error code',
    description: 'Answers with the error code you ask for, with the data the reference shows for it.',
    hints: reads,
    input: z.object({
      code: z
        .literal([...codes.keys()])
        .describe('Any code of the reference.')
        .meta({ examples: [-32054] }),
    }),
    run({ code }) {
      throw erlmcpError(code);
    },
  }),
];
