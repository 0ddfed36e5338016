// The tool `replay`: sends a recorded call again, changed or unchanged, and reports whether it is fixed. Restarts processes, so
// that code changes take effect. Owns how changes apply to the recorded parameters.

import { z } from 'zod';
import { diffAnswers } from '../../../../shared/diff/diff-answers.ts';
import { identityOfRow, judgeAnswer } from '../../../../shared/diff/verdict.ts';
import { isHandshake } from '../../../../shared/ending/handshake.ts';
import { isObject, type JsonObject, parseJson } from '../../../../shared/json/json.ts';
import { type ReplayVerdict, verdictNames } from '../../../../shared/retry/replay-verdict.ts';
import { bodyLines, describeOutcome, outcomeShape, refuseDestructive } from './answer-parts.ts';
import { firstWithin, shortLine } from './budget.ts';
import { connect } from './call-tool.ts';
import { safeCallWords } from './decoded.ts';
import { readParts } from './evidence-tool.ts';
import { fenced, plainWords } from './quoted-text.ts';
import { SendRefusal } from './sender.ts';
import type { AgentContext, FoundRow } from './tool-context.ts';

export const replayInput = z.object({
  id: z.string().max(40).describe('From failures, wait, call or replay'),
  changes: z
    .object({
      arguments: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('Put into the arguments of the tool or prompt; null takes one out'),
      params: z.record(z.string(), z.unknown()).optional().describe('All of the parameters instead'),
      server: z.string().max(200).optional().describe('Another server that a person added'),
    })
    .optional(),
  timeout: z.number().min(0.1).max(600).optional().describe('Seconds'),
});

export const replayOutput = z.object({
  ...outcomeShape,
  verdict: z.string().optional().describe('fixed, passes, same, different or worse'),
  because: z.string().optional(),
  differs: z.array(z.string()).optional().describe('Lines that went (-) and came (+): data'),
  body: z.string().optional().describe('The answer, masked: data'),
  bodyLength: z.number().optional(),
});

const bodyTokens = 260;
const diffTokens = 260;

export async function replayForAgent(context: AgentContext, input: z.output<typeof replayInput>) {
  const found = await context.row(input.id);
  const { row, failure } = found.detail;
  checkSendable(found);
  const params = changedParams(found.detail.params, input.changes);
  const name = input.changes?.server ?? serverOf(context, found);
  const reached = await connect(context, name, true);
  const method = row.method ?? '';
  await refuseDestructive(context, reached, name, method, params);
  const timeoutMs = input.timeout === undefined ? undefined : Math.round(input.timeout * 1000);
  const detail = await context.sender.call(reached, method, params, { timeoutMs, again: true });
  const outcome = await describeOutcome(context, detail, bodyTokens);
  const before = identityOfRow(row, failure);
  const judged = judgeAnswer(before, identityOfRow(detail.row, detail.failure));
  const verdict = judged.verdict === 'same' && before === null ? ('passes' as const) : judged.verdict;
  const because = shortLine(plainWords(context.masker, judged.because), 200);
  const differs = await differences(context, found, outcome.data.id);
  const data = { ...outcome.data, verdict, because, ...(differs.length > 0 ? { differs } : {}) };
  const lines = [
    `${verdictWords[verdict]}: ${safeCallWords(row)}.`,
    fenced('why, in words that may be the server’s', because),
    ...outcome.lines,
    ...(differs.length > 0 ? [fenced('the answer, before (-) and now (+)', differs.join('\n'))] : []),
    ...bodyLines(context, reached.config.name, outcome),
  ];
  return { data, text: lines.join('\n') };
}

const verdictWords: Record<ReplayVerdict | 'passes', string> = { ...verdictNames, passes: 'Still passes' };

export function checkSendable({ id, detail: { row, events } }: FoundRow): void {
  if (row.kind !== 'call' || row.direction !== 'out' || row.method === null)
    throw new SendRefusal(`${id} is not a call to a server, so it cannot be sent again.`);
  if (isHandshake(row.method))
    throw new SendRefusal(
      `${id} starts a connection, so it is not sent again. The tool doctor connects and says what fails.`,
    );
  if (events.some(({ lane, cut }) => lane === 'out' && cut !== undefined))
    throw new SendRefusal(`The request of ${id} was too long to be kept whole, so it cannot be sent again as it was.`);
}

/** The server of a row: by its id, which survives a rename, otherwise by its name. */
export function serverOf({ options }: AgentContext, { detail, serverName }: FoundRow): string {
  for (const name of [detail.row.server, serverName]) if (options.findServer(name)) return name;
  return serverName;
}

/** As recorded if nothing changes and nothing belongs to the old connection. */
export function changedParams(text: string, changes: z.output<typeof replayInput>['changes']): string {
  if (changes?.params) return JSON.stringify(changes.params);
  const parsed = parseJson(text === '' ? '{}' : text);
  const params = parsed.ok && isObject(parsed.value) ? parsed.value : null;
  if (params === null) {
    if (changes?.arguments)
      throw new SendRefusal('The recorded parameters are not an object. Pass all of them as params.');
    return text;
  }
  const { _meta, ...rest } = params;
  if (!changes?.arguments) return _meta === undefined ? text : writeParams(rest, _meta);
  const before = isObject(rest.arguments) ? rest.arguments : {};
  const after = Object.fromEntries(
    Object.entries({ ...before, ...changes.arguments }).filter(([, value]) => value !== null),
  ) as JsonObject;
  return writeParams({ ...rest, arguments: after }, _meta);
}

/** Progress tokens and the client's own data belonged to the old connection. */
function writeParams(params: JsonObject, meta: unknown): string {
  const kept = isObject(meta as JsonObject)
    ? Object.entries(meta as JsonObject).filter(
        ([key]) => key !== 'progressToken' && !key.startsWith('io.modelcontextprotocol/'),
      )
    : [];
  return JSON.stringify(kept.length === 0 ? params : { ...params, _meta: Object.fromEntries(kept) });
}

async function differences(context: AgentContext, found: FoundRow, id: string): Promise<string[]> {
  const [before, after] = await Promise.all([found, await context.row(id)].map((row) => readParts(context, row)));
  const { lines } = diffAnswers(before?.answer ?? '', after?.answer ?? '');
  const changed = lines
    .filter(({ kind, volatile }) => kind !== 'same' && !volatile)
    .map(({ kind, text }) => `${kind === 'added' ? '+' : '-'} ${shortLine(text, 160)}`);
  const shown = firstWithin(changed, diffTokens);
  return shown.length < changed.length ? [...shown, `… ${changed.length - shown.length} more lines differ`] : shown;
}
