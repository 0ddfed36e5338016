// One "Fix until it works": follows the steps of shared/features/fix, sends, waits, and stops where a person decides. Owns its state and
// its view. The service provides how calls are sent.

import type { ToolView } from '../../../shared/api/views.ts';
import type { WrongWord } from '../../../shared/failure.ts';
import { callArguments, typedAs } from '../../../shared/features/fix/corrections.ts';
import { nextStep } from '../../../shared/features/fix/fix-loop.ts';
import {
  type Confirmed,
  type FixAsk,
  type FixAttempt,
  type FixChange,
  type FixState,
  type FixStep,
  mostMs,
  type ValueSource,
} from '../../../shared/features/fix/fix-types.ts';
import type { FixAttemptView, FixView } from '../../../shared/features/fix/fix-view.ts';
import type { FixAnswerInput } from '../../../shared/features/fix/methods.ts';
import { attemptMayHaveRun } from '../../../shared/features/fix/safe-to-send.ts';
import { type Json, parseJson } from '../../../shared/json/json.ts';
import { pathIn, setAt, valueAt } from '../../../shared/json/json-place.ts';
import { checkSchema } from '../../../shared/schema/check-schema.ts';
import type { Launch } from '../../../shared/server/launch-words.ts';
import { now } from '../../transports/clock.ts';
import { TimedWait } from '../replay/wait-until.ts';

/** An attempt in the log, once it is over. */
export interface MadeAttempt extends FixAttempt {
  row: number;
  headline: string;
  latencyMs: number | null;
}

export interface OpenCall {
  result: Promise<MadeAttempt>;
  cancel(): void;
}

export interface FixParts {
  id: string;
  server: string;
  to: string;
  /** The failed call or start; after a failed call, also the start that failed since. */
  first: readonly [MadeAttempt, ...MadeAttempt[]];
  examples: FixState['examples'];
  /** What a person agreed to in advance: `yes`, or the name of a destructive tool. */
  confirm: string;
  /** What the server offers now. */
  tools: () => Promise<readonly ToolView[]>;
  send: (params: string, timeoutMs: number) => Promise<OpenCall | { problem: string }>;
  /** Calls a tool that lists values; a text says why that is not possible. */
  list: (pick: Pick) => Promise<string[] | { problem: string }>;
  /** Values of such a tool in the log. */
  listedBefore: (pick: Pick) => string[] | null;
  /** What starts the server now; null: Misfire does not start it. */
  launch: () => Launch | null;
  /** What exists under a similar name; null: nothing does. */
  near: (wrong: WrongWord) => string | null;
  /** Starts the server again, from now on with these words of its command. */
  start: (changes: readonly FixChange[]) => OpenCall;
  /** It did not get to work: the words of its command are as they were. */
  giveUp: () => void;
  onChange: () => void;
}

type Pick = Extract<FixStep, { kind: 'pick' }>;
type Stopped = Extract<FixStep, { kind: 'stopped' }>;
type Answered = '' | string;

export class FixRun {
  readonly id: string;
  readonly #parts: FixParts;
  #state: FixState;
  #views: FixAttemptView[];
  #step: FixStep | null = null;
  #wait: { wait: TimedWait; until: number; ms: number; source: string } | null = null;
  #waitedMs = 0;
  #open: OpenCall | null = null;
  #isRunning = false;
  #isStopped = false;
  #known: readonly ToolView[] = [];
  #confirm: string;
  #pick: Pick | null = null;

  constructor(parts: FixParts) {
    this.id = parts.id;
    this.#parts = parts;
    this.#confirm = parts.confirm;
    this.#state = {
      attempts: parts.first,
      sent: 0,
      usedMs: 0,
      answers: [],
      listed: null,
      isReady: false,
      launch: parts.launch(),
      near: null,
      tools: [],
      confirmed: null,
      examples: parts.examples,
    };
    this.#views = parts.first.map((made) => viewOf(made, 0));
  }

  get isOver(): boolean {
    return !this.#isRunning && (this.#step?.kind === 'done' || this.#step?.kind === 'stopped');
  }

  /** The call that worked, or the last that failed; undefined: there was no call. */
  get lastCall(): MadeAttempt | undefined {
    return this.attempts.findLast(({ isStart }) => !isStart);
  }

  get attempts(): readonly MadeAttempt[] {
    return this.#state.attempts as readonly MadeAttempt[];
  }

  get step(): FixStep | null {
    return this.#step;
  }

  /** Until it is over, or a person decides. Never rejects. */
  async run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (await this.#next());
    } catch (error) {
      this.#step = notSent(error instanceof Error ? error.message : String(error));
    }
    this.#isRunning = false;
    this.#end();
  }

  stop(): boolean {
    if (this.isOver) return false;
    this.#isStopped = true;
    this.#wait?.wait.end();
    this.#open?.cancel();
    if (!this.#isRunning) this.#step = byYou;
    this.#end();
    return true;
  }

  #end(): void {
    if (this.#step?.kind === 'stopped') this.#parts.giveUp();
    this.#parts.onChange();
  }

  /** '' or why the answer is not accepted. */
  async answer(input: FixAnswerInput): Promise<Answered> {
    if (this.#isRunning) return 'It is running. Stop it first.';
    const problem = await this.#take(input);
    if (problem === '') void this.run();
    return problem;
  }

  view(): FixView {
    const { id, server, to, first } = this.#parts;
    const { attempts, sent, usedMs } = this.#state;
    const step = this.#isRunning ? null : this.#step;
    const [{ row, method, target }] = first;
    return {
      id,
      source: row,
      server,
      to,
      method,
      target,
      state: stateOf(step, this.#wait !== null),
      attempts: this.#views.map((view) => ({ ...view })),
      params: attempts.findLast(({ isStart }) => !isStart)?.params ?? '',
      ask: step !== null && isAsk(step) ? step : null,
      stopped: step?.kind === 'stopped' ? step : null,
      wait: this.#wait && { until: this.#wait.until, ms: this.#wait.ms, source: this.#wait.source },
      sent,
      usedMs,
      isReadOnly: this.#state.tools.find(({ name }) => name === target)?.hints.readOnly === true,
    };
  }

  /** false: nothing follows by itself. */
  async #next(): Promise<boolean> {
    const wrong = wrongIn(this.#state.attempts.at(-1));
    this.#change({
      tools: this.#stricter(await this.#parts.tools()),
      launch: this.#parts.launch(),
      near: wrong && this.#parts.near(wrong),
    });
    const step = this.#isStopped ? byYou : nextStep(this.#state);
    this.#step = step;
    switch (step.kind) {
      case 'send':
        return this.#send(step);
      case 'start':
        return this.#made(this.#parts.start(step.changes), step.changes);
      case 'wait':
        return this.#waitFor(step);
      case 'pick': {
        this.#pick = step;
        const values = this.#parts.listedBefore(step);
        if (values !== null) this.#listed(step, values, 'earlier');
        return values !== null;
      }
      case 'confirm': {
        const isAgreed = step.need === 'ask' ? this.#confirm !== '' : this.#confirm === step.name;
        // It answers the first question only: the next one says something new.
        this.#confirm = '';
        if (isAgreed) this.#agree(step);
        return isAgreed;
      }
      default:
        return false;
    }
  }

  async #send({ params, changes }: Extract<FixStep, { kind: 'send' }>): Promise<boolean> {
    const left = Math.max(1_000, mostMs - this.#state.usedMs);
    const opened = await this.#parts.send(params, left);
    if ('problem' in opened) {
      this.#step = notSent(opened.problem);
      return false;
    }
    return this.#made(opened, changes);
  }

  async #made(opened: OpenCall, changes: readonly FixChange[]): Promise<boolean> {
    this.#open = opened;
    this.#parts.onChange();
    const made = { ...(await opened.result), changes };
    this.#open = null;
    this.#views.push(viewOf(made, this.#waitedMs));
    this.#waitedMs = 0;
    this.#change({
      attempts: [...this.#state.attempts, made],
      sent: this.#state.sent + 1,
      usedMs: this.#state.usedMs + (made.latencyMs ?? 0),
      answers: [],
      listed: null,
      isReady: false,
    });
    return true;
  }

  async #waitFor({ ms, source }: Extract<FixStep, { kind: 'wait' }>): Promise<boolean> {
    const until = now() + ms;
    const wait = new TimedWait(until);
    this.#wait = { wait, until, ms, source };
    this.#parts.onChange();
    await wait.done;
    this.#wait = null;
    this.#waitedMs += ms;
    this.#change({ usedMs: this.#state.usedMs + ms, isReady: true });
    return true;
  }

  async #take(input: FixAnswerInput): Promise<Answered> {
    const step = this.#step;
    switch (input.kind) {
      case 'value':
        return this.#takeValue(input);
      case 'list': {
        const isOld = step?.kind === 'choose' && step.source === 'earlier';
        if (this.#pick === null || (step?.kind !== 'pick' && !isOld)) return 'There is nothing to list.';
        const listed = await this.#parts.list(this.#pick);
        if ('problem' in listed) return listed.problem;
        this.#listed(this.#pick, listed, 'list');
        return '';
      }
      case 'confirm': {
        if (step?.kind !== 'confirm') return 'There is nothing to confirm.';
        const isAgreed =
          step.need === 'ask' ? input.text === 'yes' || input.text === step.name : input.text === step.name;
        if (!isAgreed) return step.need === 'ask' ? 'Confirm with "yes".' : `Type ${step.name} to confirm.`;
        this.#agree(step);
        return '';
      }
      case 'word': {
        if (step?.kind !== 'word' || step.path !== input.path) return 'No word of the command is wrong there.';
        if (input.text === step.sent) return 'That is the word that was not found.';
        if (input.text.includes('\0')) return 'A word of a command cannot contain a null character.';
        this.#change({ answers: [{ path: step.path, value: input.text, source: 'you' }] });
        return '';
      }
      case 'ready': {
        if (step?.kind !== 'set' && step?.kind !== 'act') return 'Nothing has to be done first.';
        this.#change({ isReady: true });
        return '';
      }
      default:
        return input satisfies never;
    }
  }

  #takeValue({ path, value, attempt }: Extract<FixAnswerInput, { kind: 'value' }>): Answered {
    const newest = this.#state.attempts.length - 1;
    const at = attempt ?? newest;
    const step = this.#step;
    const isAsked = at === newest && (step?.kind === 'choose' || step?.kind === 'fill') && step.path === path;
    const ask = isAsked ? step : this.#views[at]?.choices.find((choice) => choice.ask.path === path)?.ask;
    if (ask === undefined) return 'No value is needed there.';
    const read = parseJson(value);
    if (!read.ok) return `The value is not JSON: ${read.problem}.`;
    const problem = this.#misfit(path, read.value);
    if (problem !== '') return problem;
    if (at < newest) this.#goBack(at);
    const isListed = ask.kind === 'choose' && (ask.source === 'list' || ask.source === 'earlier');
    const isOffered =
      ask.kind === 'choose' && ask.options.some((one) => JSON.stringify(one.value) === JSON.stringify(read.value));
    const source: ValueSource = isListed && isOffered ? (ask.source as 'list' | 'earlier') : 'you';
    const others = this.#state.answers.filter((answer) => answer.path !== path);
    this.#change({ answers: [...others, { path, value: read.value, source }] });
    const view = this.#views[at] as FixAttemptView;
    const choice = { ask, value: read.value, source };
    view.choices = [...view.choices.filter((one) => one.ask.path !== path), choice];
    return '';
  }

  /** '' if the schema accepts the value there. */
  #misfit(path: string, value: Json): string {
    const [{ target }] = this.#parts.first;
    const tool = this.#state.tools.find(({ name }) => name === target);
    const schema = tool ? parseJson(tool.inputSchema) : null;
    if (!schema?.ok) return '';
    const args = callArguments(this.lastCall?.params ?? '');
    const issue = checkSchema(schema.value, setAt(args, pathIn(args, path), value)).find(
      (one) => one.code !== 'required' && (one.path === path || one.path.startsWith(`${path}/`)),
    );
    return issue === undefined ? '' : `The value ${issue.message}.`;
  }

  /** Attempts after this one are replaced. What they may have done stays: a confirmation is asked for again. */
  #goBack(at: number): void {
    const { attempts, confirmed } = this.#state;
    const ran = attempts.slice(at + 1).some(attemptMayHaveRun);
    const kept = attempts.slice(0, at + 1);
    this.#views = this.#views.slice(0, at + 1);
    const before = this.#views[at]?.choices ?? [];
    this.#isStopped = false;
    this.#change({
      attempts: kept,
      answers: before.map(({ ask, value, source }) => ({ path: ask.path, value, source })),
      listed: null,
      isReady: false,
      confirmed: ran || confirmed === null ? null : { ...confirmed, after: Math.min(confirmed.after, kept.length) },
    });
  }

  #agree({ name, need, switches }: Extract<FixStep, { kind: 'confirm' }>): void {
    const { attempts, confirmed } = this.#state;
    const agreed: Confirmed = {
      target: name,
      need: confirmed?.target === name && confirmed.need === 'type_name' ? 'type_name' : need,
      after: attempts.length,
      switches: [...(confirmed?.switches ?? []), ...switches],
    };
    this.#change({ confirmed: agreed });
  }

  #listed({ path, tool, sent }: Pick, values: readonly string[], source: 'list' | 'earlier'): void {
    const args = callArguments(this.lastCall?.params ?? '');
    const isNumber = typeof valueAt(args, pathIn(args, path)) === 'number';
    const typed = values.map((value) => typedAs(value, [isNumber ? 'number' : 'string'], sent));
    this.#change({ listed: { tool, path, values: typed, source } });
  }

  /** A server may change its hints meanwhile. The strictest that it gave count. */
  #stricter(tools: readonly ToolView[]): readonly ToolView[] {
    const merged = tools.map((tool) => {
      const before = this.#known.find(({ name }) => name === tool.name);
      if (before === undefined) return tool;
      const readOnly = before.hints.readOnly === true ? tool.hints.readOnly : before.hints.readOnly;
      const destructive = before.hints.destructive === true ? true : tool.hints.destructive;
      return { ...tool, hints: { ...tool.hints, readOnly, destructive } };
    });
    this.#known = merged;
    return merged;
  }

  #change(change: Partial<FixState>): void {
    this.#state = { ...this.#state, ...change };
  }
}

const wrongIn = (attempt: FixAttempt | undefined): WrongWord | null =>
  attempt?.failure?.fix.kind === 'setting' ? (attempt.failure.fix.wrong ?? null) : null;

const isAsk = (step: FixStep): step is FixAsk =>
  step.kind === 'choose' ||
  step.kind === 'fill' ||
  step.kind === 'pick' ||
  step.kind === 'confirm' ||
  step.kind === 'set' ||
  step.kind === 'word' ||
  step.kind === 'act';

function stateOf(step: FixStep | null, isWaiting: boolean): FixView['state'] {
  if (step === null) return isWaiting ? 'waiting' : 'running';
  if (step.kind === 'done' || step.kind === 'stopped') return step.kind;
  return isAsk(step) ? 'asking' : 'running';
}

function viewOf(
  { row, isStart, headline, failure, passed, changes, latencyMs }: MadeAttempt,
  waitedMs: number,
): FixAttemptView {
  return {
    row,
    isStart,
    headline: failure?.sentence ?? headline,
    class: failure?.class ?? null,
    passed,
    changes: [...changes],
    waitedMs,
    latencyMs,
    choices: [],
  };
}

const byYou: Stopped = { kind: 'stopped', reason: 'by_you', words: 'Stopped by you.', left: [], owner: 'none' };
const notSent = (words: string): Stopped => ({
  kind: 'stopped',
  reason: 'not_sent',
  words,
  left: [],
  owner: 'settings',
});
