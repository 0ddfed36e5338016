// Checks what comes from outside: rules of windows, and what programs between client and server send.

import { z } from 'zod';
import type { FromProgram } from './channel.ts';
import { holdDirections, type WantedRule } from './rules.ts';

const name = z.string().min(1).max(500).nullable();

export const wantedRuleSchema: z.ZodType<WantedRule> = z.object({
  client: name,
  server: name,
  method: name,
  tool: name,
  direction: z.enum(holdDirections),
  failuresOnly: z.boolean(),
  once: z.boolean(),
});

const nonce = z.string().min(16).max(200);
const held = z.number().int().positive();
const clientName = z.string().max(200);

export const fromProgramSchema: z.ZodType<FromProgram> = z.union([
  z.object({ say: z.literal('hello'), nonce }),
  z.object({ say: z.literal('prove'), proof: nonce, server: z.string().max(500), client: clientName.nullable() }),
  z.object({ say: z.literal('client'), name: clientName }),
  z.object({
    say: z.literal('held'),
    held,
    rule: z.number().int(),
    direction: z.enum(holdDirections),
    from: z.enum(['client', 'server']),
    method: z.string().max(1000),
    tool: z.string().max(1000).nullable(),
    isFailure: z.boolean(),
    text: z.string(),
    heldAt: z.number(),
    calledAt: z.number(),
  }),
  z.object({ say: z.literal('gone'), held, why: z.enum(['client', 'time']) }),
]);
