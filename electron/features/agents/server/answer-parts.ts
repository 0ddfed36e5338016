// The result of a call, as `call` and `replay` report it: the decoded outcome first, then the body.

import { z } from 'zod';
import { maskDetail } from '../../../../shared/mask/mask-detail.ts';
import type { RowDetail } from '../../../../shared/timeline.ts';
import { guardCall, toolNamed } from '../../replay/guard.ts';
import { startWithin } from './budget.ts';
import {
  decodedCallWords,
  decodedSchema,
  describeFailure,
  quotingLines,
  safeCallWords,
  verdictLines,
} from './decoded.ts';
import { readParts } from './evidence-tool.ts';
import { fenced, plainName, plainWords } from './quoted-text.ts';
import { type Reached, SendRefusal } from './sender.ts';
import type { AgentContext } from './tool-context.ts';

export const outcomeShape = {
  problem: z.string().optional(),
  sent: z.boolean().optional(),
  id: z.string().optional(),
  outcome: z.string().optional(),
  latencyMs: z.number().optional(),
  decoded: decodedSchema.optional(),
};

/**
 * Sends a tool that the server marks as destructive only if the server's entry names it. Checks the text that will be sent. A name that is
 * not a string, a duplicate key or an unlisted name may still select a destructive tool.
 */
export async function refuseDestructive(
  { sender, options }: AgentContext,
  { server, config }: Reached,
  name: string,
  method: string,
  params: string,
): Promise<void> {
  if (method !== 'tools/call') {
    if (/^tools\W*call$/i.test(method.trim().normalize('NFKC')))
      throw new SendRefusal('Not sent: the method is "tools/call", written exactly so.');
    return;
  }
  const target = toolNamed(params);
  if (target === null)
    throw new SendRefusal('Not sent: params.name must be one tool name, as a string, without duplicate keys.');
  if (config.agentTools?.includes(target) || options.allowed.has(`${name}/${target}`)) return;
  const tool = (await sender.tools(server)).find((each) => each.name === target);
  if (!tool)
    throw new SendRefusal(
      `Not sent: ${plainName(config.name)} lists no tool of this name, so what it does is not known. tools/list says which there are.`,
    );
  if (guardCall({ server, method, target }, tool.hints).need !== 'type_name') return;
  throw new SendRefusal(
    `Not sent: ${plainName(config.name)} marks ${plainName(target)} as destructive. A person can allow it for agents in the settings of this server, or with "misfire mcp --allow ${plainName(name)}/${plainName(target)}".`,
  );
}

interface Outcome {
  data: { sent: true; id: string } & z.infer<z.ZodObject<typeof outcomeShape>> & { body?: string; bodyLength?: number };
  lines: string[];
  body: string;
}

export async function describeOutcome(context: AgentContext, detail: RowDetail, bodyTokens: number): Promise<Outcome> {
  const id = `own-${detail.row.id}`;
  const found = await context.row(id);
  const { answer, http } = await readParts(context, found);
  const { row, failure } = maskDetail(context.masker, detail);
  const whole = answer || http;
  const body = startWithin(whole, bodyTokens);
  const decoded = failure && describeFailure(context.masker, failure);
  const data: Outcome['data'] = {
    sent: true,
    id,
    ...(row.outcome === null ? {} : { outcome: row.outcome }),
    ...(row.latencyMs === null ? {} : { latencyMs: Math.round(row.latencyMs) }),
    ...(decoded ? { decoded } : {}),
    ...(body === '' ? {} : { body, bodyLength: whole.length }),
  };
  const lines = decoded
    ? [
        `${decoded.title}: ${safeCallWords(row)}.`,
        ...verdictLines(decoded),
        fenced(
          `decoded from what ${plainName(context.masker.mask(found.serverName))} said, masked`,
          [`Call: ${decodedCallWords(row)}`, ...quotingLines(decoded)].join('\n'),
        ),
      ]
    : row.outcome === 'answered'
      ? [`Answered in ${data.latencyMs ?? 0} ms.`]
      : [fenced('what became of it', plainWords(context.masker, row.headline))];
  return { data, lines, body };
}

export function bodyLines(context: AgentContext, serverName: string, { data, body }: Outcome): string[] {
  if (body === '') return [];
  const { id, bodyLength = 0 } = data;
  const more =
    bodyLength > body.length
      ? [`${bodyLength - body.length} more characters: evidence ${id}, offset ${body.length}.`]
      : [];
  return [fenced(`answer from ${plainName(context.masker.mask(serverName))}, masked`, body), ...more];
}
