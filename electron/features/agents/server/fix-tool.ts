// The tool `fix`: fixes a failed call and sends it again until it works. Where a value would be a guess, it returns what is needed, and a
// second call of the tool goes on with the agent's values. Tools that may change data need an explicit confirmation.

import { z } from 'zod';
import { placeName } from '../../../../shared/correct/correction.ts';
import type { FixAsk } from '../../../../shared/features/fix/fix-types.ts';
import type { FixView } from '../../../../shared/features/fix/fix-view.ts';
import {
  askLines,
  askTitle,
  endTitle,
  fixChangeLine,
  sourceCounts,
} from '../../../../shared/features/fix/fix-words.ts';
import type { FixAnswerInput } from '../../../../shared/features/fix/methods.ts';
import { isObject, type Json, parseJson } from '../../../../shared/json/json.ts';
import { guardCall, toolNamed } from '../../replay/guard.ts';
import { refuseDestructive } from './answer-parts.ts';
import { shortLine, startWithin } from './budget.ts';
import { connect } from './call-tool.ts';
import { readParts } from './evidence-tool.ts';
import { fenced, plainName, plainWords } from './quoted-text.ts';
import { changedParams, checkSendable, serverOf } from './replay-tool.ts';
import { SendRefusal } from './sender.ts';
import type { AgentContext } from './tool-context.ts';

export const fixInput = z.object({
  id: z.string().max(40).describe('From failures, wait or call; then from fix, to go on'),
  values: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Values that you know, by argument name or JSON Pointer. Do not guess'),
  list: z.boolean().default(false).describe('Call the read-only tool that lists values, if one is missing'),
  confirm: z
    .string()
    .max(200)
    .optional()
    .describe('Name of the tool, if it may change data and its user agreed. Needed again if an attempt may have run'),
});

export const fixOutput = z.object({
  problem: z.string().optional(),
  state: z.string().optional().describe('done, asking or stopped'),
  id: z.string().optional().describe('Pass it to fix to go on'),
  attempts: z.array(z.string()).optional(),
  needs: z
    .object({
      kind: z.string(),
      path: z.string().optional(),
      options: z.array(z.unknown()).optional(),
      says: z.array(z.string()),
    })
    .optional(),
  why: z.string().optional().describe('Why it stopped'),
  left: z.array(z.string()).optional(),
  arguments: z.unknown().optional().describe('Of the call that works'),
  body: z.string().optional().describe('Its answer: data'),
});

type Input = z.output<typeof fixInput>;

const mostOptions = 12;
const bodyTokens = 120;

export async function fixCall(context: AgentContext, input: Input) {
  const api = await context.sender.api();
  const known = await openFix(context, input.id);
  const fix = known ?? (await start(context, input));
  const id = `fix-of-${input.id.replace(/^fix-of-/, '')}`;
  context.fixes.set(input.id, fix).set(id, fix);
  const used = new Set<string>();
  let confirm = known === undefined ? undefined : input.confirm;
  for (;;) {
    const view = await nextStop(context, fix);
    const answer = view.ask === null ? null : answerTo(view.ask, input, used, confirm);
    if (answer === null) return describe(context, view, id);
    if (answer.kind === 'confirm') {
      await mayConfirm(context, view);
      confirm = undefined;
    }
    const accepted = await api.answerFix({ fix, answer });
    if (!accepted.ok) throw new SendRefusal('The value was not accepted.', accepted.error.message);
  }
}

/** One that still needs something. A finished one starts again with the id of its failure, for example after a change of the server. */
async function openFix(context: AgentContext, id: string): Promise<string | undefined> {
  const fix = context.fixes.get(id);
  if (fix === undefined || id.startsWith('fix-of-')) return fix;
  return (await nextStop(context, fix)).ask === null ? undefined : fix;
}

/** The first attempt shows whether the call still fails, also after a change of the server's code. */
async function start(context: AgentContext, { id, confirm }: Input): Promise<string> {
  const found = await context.row(id);
  checkSendable(found);
  const { row, params: text } = found.detail;
  const api = await context.sender.api();
  const name = serverOf(context, found);
  const isOwn = /^own-\d/.test(id);
  const reached = await connect(context, name, false);
  const method = row.method ?? '';
  const params = changedParams(text, undefined);
  await refuseDestructive(context, reached, name, method, params);
  const target = method === 'tools/call' ? toolNamed(params) : null;
  const hints = (await context.sender.tools(reached.server)).find((tool) => tool.name === target)?.hints ?? null;
  const isReadOnly =
    method === 'tools/call'
      ? hints?.readOnly === true
      : guardCall({ server: name, method, target }, null).need === 'free';
  if (!isReadOnly && confirm !== (target ?? method))
    throw new SendRefusal(
      `Not sent: ${plainName(target ?? method)} may change data, as ${plainName(reached.config.name)} does not mark it as read-only. Pass confirm with its name if its user agreed.`,
    );
  const first = isOwn ? found.detail : await context.sender.call(reached, method, params, {});
  if (first.row.outcome === 'answered')
    throw new SendRefusal('The call works now, unchanged: there is nothing to fix.');
  const started = await api.startFix({ row: first.row.id, confirm: isReadOnly ? '' : (confirm ?? '') });
  if (!started.ok) throw new SendRefusal(started.error.message);
  return started.value.fix;
}

function nextStop(context: AgentContext, fix: string): Promise<FixView> {
  return context.sender.settle(async () => {
    const all = await (await context.sender.api()).fixes({});
    const view = all.ok ? all.value.fixes.find((one) => one.id === fix) : undefined;
    if (!view) throw new SendRefusal('This fix is not known any more. Start again with the id of the failure.');
    return view.state === 'running' || view.state === 'waiting' ? null : view;
  });
}

/** Each value answers once: a rejected one is not sent again. */
function answerTo(
  ask: FixAsk,
  { values, list }: Input,
  used: Set<string>,
  confirm: string | undefined,
): FixAnswerInput | null {
  switch (ask.kind) {
    case 'choose':
    case 'fill': {
      const name = [ask.path, placeName(ask.path)].find((key) => values !== undefined && Object.hasOwn(values, key));
      if (name === undefined || used.has(name)) return null;
      used.add(name);
      return { kind: 'value', path: ask.path, value: JSON.stringify(values?.[name] ?? null) };
    }
    case 'pick': {
      const name = [ask.path, placeName(ask.path)].find((key) => values !== undefined && Object.hasOwn(values, key));
      if (!list && name === undefined) return null;
      if (used.has('list')) return null;
      used.add('list');
      return { kind: 'list' };
    }
    case 'confirm':
      return confirm === ask.name ? { kind: 'confirm', text: ask.name } : null;
    // What starts a server is a person's decision.
    case 'set':
    case 'word':
    case 'act':
      return null;
  }
}

/** A tool may have become destructive meanwhile. */
async function mayConfirm(context: AgentContext, { to, method, params }: FixView): Promise<void> {
  const config = context.sender.configOf(to);
  if (!config) throw new SendRefusal('The server of this fix is not known any more.');
  await refuseDestructive(context, { server: to, config }, config.name, method, params);
}

async function describe(context: AgentContext, view: FixView, id: string) {
  const { masker } = context;
  const plain = (text: string, most = 200) => shortLine(plainWords(masker, text), most);
  const attempts = view.attempts.map(({ headline, changes, passed }, index) =>
    plain(
      [...changes.map((change) => fixChangeLine(change)), `${index + 1}: ${passed ? 'works' : headline}`].join('; '),
      300,
    ),
  );
  const title = plain(endTitle(view));
  const read = parseJson(view.params === '' ? '{}' : view.params);
  const args = read.ok && isObject(read.value) ? masker.value(read.value.arguments ?? {}) : {};
  const needs = view.ask === null ? undefined : needed(view.ask, plain, (value) => masker.value(value));
  const body = view.state === 'done' ? startWithin(await bodyOf(context, view), bodyTokens) : '';
  const data = {
    state: view.state,
    id,
    attempts,
    ...(needs === undefined ? {} : { needs }),
    ...(view.stopped === null
      ? {}
      : { why: plain(view.stopped.words), left: view.stopped.left.map((line) => plain(line)) }),
    ...(view.state === 'done' ? { arguments: args, body } : {}),
  };
  const text =
    view.state === 'done'
      ? `${title}. ${sourceCounts(view)}.`
      : view.ask === null
        ? `Not fixed: ${view.stopped?.reason ?? 'stopped'}. The data says why and who has to act.`
        : `Not fixed yet: it needs a decision (${view.ask.kind}). Go on with fix ${id}. ${goOn(view.ask)}`;
  return { data, text: view.state === 'done' && body !== '' ? `${text}\n${fenced('answer', body)}` : text };
}

function needed(ask: FixAsk, plain: (text: string) => string, mask: (value: Json) => unknown) {
  return {
    kind: ask.kind,
    ...('path' in ask ? { path: placeName(ask.path) } : {}),
    ...(ask.kind === 'choose' ? { options: ask.options.slice(0, mostOptions).map(({ value }) => mask(value)) } : {}),
    says: ask.kind === 'choose' ? [plain(askTitle(ask))] : askLines(ask).map(plain),
  };
}

function goOn(ask: FixAsk): string {
  switch (ask.kind) {
    case 'choose':
    case 'fill':
      return 'Pass values. Ask the user if you do not know.';
    case 'pick':
      return 'Pass list.';
    case 'confirm':
      return 'Pass confirm if the user agreed.';
    case 'set':
    case 'word':
    case 'act':
      return 'A person has to change it.';
  }
}

async function bodyOf(context: AgentContext, view: FixView): Promise<string> {
  const found = await context.row(`own-${view.attempts.at(-1)?.row ?? 0}`);
  return (await readParts(context, found)).answer;
}
