// Short captures of a watched client, written by hand. Only tests import it.

import { type Capture, readCapture } from '../../../capture/capture.ts';
import type { Json, JsonObject } from '../../../json/json.ts';
import type { ReportCard, RuleId, RuleResult } from '../card.ts';
import type { ModelCall } from '../model-calls.ts';
import { readRun } from '../recorded-run.ts';
import { reportCard } from '../report-card.ts';

export const started = Date.parse('2026-11-17T12:00:00.000Z');
export type Line = JsonObject & { t: number };

/** One event of the server `shop`, seen at a client. */
export const line = (t: number, lane: string, more: JsonObject): Line => ({
  t,
  server: 'shop',
  lane,
  by: 'client',
  client: 'Robo',
  ...more,
});
export const out = (t: number, message: JsonObject, more: JsonObject = {}): Line =>
  line(t, 'out', { text: JSON.stringify({ jsonrpc: '2.0', ...message }), ...more });
export const into = (t: number, message: JsonObject, more: JsonObject = {}): Line =>
  line(t, 'in', { text: JSON.stringify({ jsonrpc: '2.0', ...message }), ...more });

/** Handshake and list. `pay` is not safe to repeat, `find` only reads and promises `{ count: number }`. */
export const opening: Line[] = [
  out(0, {
    id: 'i',
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', clientInfo: { name: 'robo', version: '1.2.3' } },
  }),
  into(1, { id: 'i', result: { protocolVersion: '2025-11-25', capabilities: { tools: { listChanged: true } } } }),
  out(2, { id: 'l', method: 'tools/list' }),
  into(3, {
    id: 'l',
    result: {
      tools: [
        { name: 'pay', inputSchema: { type: 'object' }, annotations: { destructiveHint: true, idempotentHint: false } },
        {
          name: 'find',
          inputSchema: { type: 'object' },
          outputSchema: { type: 'object', properties: { count: { type: 'number' } }, required: ['count'] },
          annotations: { readOnlyHint: true },
        },
        { name: 'note', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
      ],
    },
  }),
];

export const rehearsed = (injected: string): JsonObject => ({ rehearsed: true, injected });

/** A call from `from` to `to`; without `answer` it stays open. */
export function call(
  id: number,
  [from, to]: [number, number],
  tool: string,
  answer?: JsonObject,
  more: { arguments?: JsonObject; mark?: JsonObject; meta?: JsonObject } = {},
): Line[] {
  const params = {
    name: tool,
    arguments: more.arguments ?? { id: 1 },
    ...(more.meta === undefined ? {} : { _meta: more.meta }),
  };
  const mark = more.mark ?? {};
  const asked = out(from, { id, method: 'tools/call', params }, mark);
  return answer === undefined ? [asked] : [asked, into(to, { id, ...answer }, mark)];
}

export const fine: JsonObject = {
  result: { content: [{ type: 'text', text: '{"count":3}' }], structuredContent: { count: 3 } },
};
export const rateLimited = (seconds: number): JsonObject => ({
  result: {
    isError: true,
    content: [{ type: 'text', text: `Rate limit exceeded. Retry after ${seconds} seconds.` }],
    structuredContent: { code: 'rate_limited', retry_after: seconds, retryable: true },
  },
});
export const refusedForGood: JsonObject = {
  result: {
    isError: true,
    content: [{ type: 'text', text: 'The account is closed for good. Do not retry.' }],
    structuredContent: { code: 'account_closed', retryable: false },
  },
};
export const invalid: JsonObject = {
  error: {
    code: -32602,
    message: 'Invalid params',
    data: { errors: [{ path: '/zip', message: 'must have 5 digits' }] },
  },
};
export const unavailable: JsonObject = {
  result: { isError: true, content: [{ type: 'text', text: '503 Service Unavailable' }] },
};
export const toldLate: JsonObject = {
  result: { isError: true, content: [{ type: 'text', text: 'The upstream request timed out after 30 s' }] },
};
export const silent: JsonObject = {
  result: { content: [{ type: 'text', text: '{"success":false,"error":"quota exceeded"}' }] },
};
export const broken: JsonObject = {
  result: { content: [{ type: 'text', text: '{"count":"three"}' }], structuredContent: { count: 'three' } },
};

export function captureOf(lines: readonly Line[]): Capture {
  const sorted = [...lines].sort((one, other) => one.t - other.t);
  const header = { misfire: 1, started: new Date(started).toISOString() };
  return readCapture([header, ...sorted].map((one) => JSON.stringify(one)).join('\n'));
}

/** A call of the model, its times counted from the start of the capture. */
export const asked = (tool: string, at: number, gotAt?: number, more: Partial<ModelCall> = {}): ModelCall => ({
  tool,
  askedAt: started + at,
  ...(gotAt === undefined ? {} : { gotAt: started + gotAt, got: '' }),
  arguments: { id: 1 } as Json,
  ...more,
});

export function cardOf(lines: readonly Line[], more: { model?: ModelCall[]; shown?: string } = {}): ReportCard {
  return reportCard({ run: readRun([{ file: 'run.jsonl', entries: captureOf(lines).entries }]), ...more });
}

export function ruleOf(
  rule: RuleId,
  lines: readonly Line[],
  more: { model?: ModelCall[]; shown?: string } = {},
): RuleResult {
  return cardOf([...opening, ...lines], more).rules.find((one) => one.rule === rule) as RuleResult;
}
