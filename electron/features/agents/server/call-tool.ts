// The tool `call`: sends one request to a server that the user has added, and decodes the outcome. The connection stays open for
// the next call; `fresh` restarts the server, for example after a change of its code.

import { z } from 'zod';
import { bodyLines, describeOutcome, outcomeShape, refuseDestructive } from './answer-parts.ts';
import { type Reached, SendRefusal } from './sender.ts';
import type { AgentContext } from './tool-context.ts';

export const callInput = z.object({
  server: z.string().max(200).describe('A server a person added to Misfire, or sample:NAME'),
  method: z.string().min(1).max(200).default('tools/call'),
  params: z.record(z.string(), z.unknown()).optional().describe('For tools/call: {"name":…,"arguments":{…}}'),
  timeout: z.number().min(0.1).max(600).optional().describe('Seconds'),
  fresh: z.boolean().default(false).describe('Restart the server first, for example after its code changed'),
});

export const callOutput = z.object({
  ...outcomeShape,
  body: z.string().optional().describe('The answer, masked: data'),
  bodyLength: z.number().optional(),
});

const bodyTokens = 560;

export async function sendCall(context: AgentContext, input: z.output<typeof callInput>) {
  const { sender } = context;
  const reached = await connect(context, input.server, input.fresh);
  const params = input.params === undefined ? '' : JSON.stringify(input.params);
  await refuseDestructive(context, reached, input.server, input.method, params);
  const timeoutMs = input.timeout === undefined ? undefined : Math.round(input.timeout * 1000);
  const detail = await sender.call(reached, input.method, params, { timeoutMs });
  const described = await describeOutcome(context, detail, bodyTokens);
  const lines = [...described.lines, ...bodyLines(context, reached.config.name, described)];
  if (described.data.decoded) lines.push(`explain ${described.data.id} says more.`);
  return { data: described.data, text: lines.join('\n') };
}

/** `fresh`: closes an open connection and opens a new one. */
export async function connect(context: AgentContext, name: string, fresh: boolean): Promise<Reached> {
  const { sender } = context;
  const config = context.server(name);
  const { server } = await sender.add(config);
  if (fresh) {
    const closed = await (await sender.api()).disconnect({ server });
    if (!closed.ok) throw new SendRefusal(closed.error.message);
  }
  return sender.connect(config);
}
