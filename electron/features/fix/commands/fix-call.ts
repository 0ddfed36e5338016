// `misfire call … --fix` and `misfire replay FILE --fix`: runs "Fix until it works" for a failed call, prints each attempt, and asks on a
// terminal. Elsewhere it stops where a person decides, and says what is left.

import { placeName } from '../../../../shared/correct/correction.ts';
import type { FixAsk } from '../../../../shared/features/fix/fix-types.ts';
import type { FixView } from '../../../../shared/features/fix/fix-view.ts';
import {
  askTitle,
  endTitle,
  fixChangeLine,
  leftLines,
  sourceCounts,
  wordNames,
} from '../../../../shared/features/fix/fix-words.ts';
import { maskAlong, maskDetail } from '../../../../shared/mask/mask-detail.ts';
import type { ServerConfig } from '../../../../shared/server/server-config.ts';
import { shellWord } from '../../../../shared/snippets/shell.ts';
import { duration } from '../../../../shared/text/duration.ts';
import { visibleName } from '../../../../shared/text/visible-text.ts';
import { answerOf } from '../../../hosts/cli/common/call-answer.ts';
import { type CommandInspector, failedCall, Unreachable } from '../../../hosts/cli/common/command-inspector.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { readTerminal } from '../../../hosts/cli/terminal/terminal.ts';
import { settle } from '../../../inspector/send-and-wait.ts';
import { FixPerson } from './fix-person.ts';
import { keepStart } from './keep-start.ts';

export interface FixCallOptions {
  /** Confirms tools without readOnlyHint, as long as their calls are rejected before they run. */
  yes: boolean;
  json: boolean;
  /** How the server is named in output. */
  server: string;
  /** How the server was named on the command line. */
  named: string;
  config: ServerConfig;
  /** What --data names. */
  data: string | undefined;
}

/** The view when it is over; a text says why it did not start. */
export async function runCallFix(
  run: CommandRun,
  inspector: CommandInspector,
  first: { row: number; target: string | null },
  options: FixCallOptions,
): Promise<FixView | string> {
  const { api } = inspector;
  const confirm = options.yes ? (first.target ?? 'yes') : '';
  const started = await api.startFix({ row: first.row, confirm });
  if (!started.ok) return started.error.message;
  const printer = new Printer(run, inspector, options);
  const person = isTerminal(run) && !options.json ? new FixPerson(run, api) : null;
  try {
    for (;;) {
      const view = await nextStop(inspector, started.value.fix, printer);
      const input = view.ask === null || person === null ? null : await person.answer(view.ask, view);
      if (view.ask === null || input === null) {
        await printer.finish(view);
        if (view.state === 'done') await keepStart(run, view, options, person);
        return view;
      }
      const answered = await api.answerFix({ fix: view.id, answer: input });
      if (!answered.ok) run.output.printMaskedMessage(answered.error.message);
    }
  } finally {
    person?.close();
  }
}

/** The server's id. If it does not start, the start is fixed first. Throws Unreachable. */
export async function connectAndFix(
  run: CommandRun,
  inspector: CommandInspector,
  config: ServerConfig,
  options: FixCallOptions,
): Promise<string> {
  try {
    return await inspector.connect(config);
  } catch (problem) {
    if (!(problem instanceof Unreachable) || problem.failed === null) throw problem;
    const { row } = problem.failed;
    const view = await runCallFix(run, inspector, { row: row.id, target: null }, options);
    if (typeof view === 'string') throw problem;
    if (view.state !== 'done') throw new NotFixed(problem.message, problem.failed);
    return row.server;
  }
}

/** It was printed already why. */
export class NotFixed extends Unreachable {}

function nextStop(inspector: CommandInspector, fix: string, printer: Printer): Promise<FixView> {
  return settle(inspector, async () => {
    const all = await inspector.api.fixes({});
    const view = all.ok ? all.value.fixes.find(({ id }) => id === fix) : undefined;
    if (!view) throw new Error('The fix no longer exists.');
    await printer.follow(view);
    return view.state === 'running' || view.state === 'waiting' ? null : view;
  });
}

class Printer {
  readonly #run: CommandRun;
  readonly #inspector: CommandInspector;
  readonly #options: FixCallOptions;
  /** The last attempt is held back: its line also says how it ended. */
  #printed = 0;
  #toldWait = 0;

  constructor(run: CommandRun, inspector: CommandInspector, options: FixCallOptions) {
    this.#run = run;
    this.#inspector = inspector;
    this.#options = options;
  }

  async follow(view: FixView): Promise<void> {
    const { output } = this.#run;
    while (this.#printed < view.attempts.length - 1) await this.#attempt(view, this.#printed, false);
    if (view.wait !== null && view.wait.until !== this.#toldWait) {
      this.#toldWait = view.wait.until;
      output.printMaskedMessage(`Waiting ${duration(view.wait.ms, 2)}, as the server asks.`);
    }
  }

  async finish(view: FixView): Promise<void> {
    await this.follow(view);
    await this.#attempt(view, view.attempts.length - 1, true);
    if (!this.#options.json)
      for (const line of endLines(view, this.#options.named)) this.#run.output.printMaskedMessage(line);
  }

  async #attempt(view: FixView, index: number, isLast: boolean): Promise<void> {
    if (index < this.#printed) return;
    this.#printed = index + 1;
    const { output } = this.#run;
    const attempt = view.attempts[index];
    if (attempt === undefined) return;
    const number = index + 1;
    if (!this.#options.json) {
      const took = attempt.latencyMs === null ? '' : ` (${duration(attempt.latencyMs)})`;
      const said = attempt.passed ? (attempt.isStart ? 'Started.' : 'Works.') : visibleName(attempt.headline);
      for (const change of attempt.changes) output.printMaskedMessage(`  ${fixChangeLine(change)}`);
      output.printMaskedMessage(`Attempt ${number}: ${said}${took}`);
      return;
    }
    const detail = await this.#inspector.api.rowDetail({ id: attempt.row });
    if (!detail.ok) return;
    const masked = maskDetail(output.masker, detail.value);
    const answer = maskAlong(output.masker, [], await answerOf(this.#inspector, detail.value));
    output.printMaskedJson({
      ...failedCall(this.#options.server, masked),
      attempt: number,
      passed: attempt.passed,
      changes: attempt.changes,
      waitedMs: attempt.waitedMs,
      answer,
      ...(isLast
        ? { state: view.state, ask: view.ask, stopped: view.stopped, params: JSON.parse(view.params || '{}') }
        : {}),
    });
  }
}

function endLines(view: FixView, named: string): string[] {
  if (view.state === 'done')
    return [
      `${endTitle(view)}. ${sourceCounts(view)}.`,
      ...(view.params === '' ? [] : [`Fixed call: ${fixedCommand(view, named)}`]),
    ];
  const { stopped, ask } = view;
  if (stopped !== null) return [`Not fixed: ${stopped.words}`, ...leftLines(view).map((line) => `- ${line}`)];
  if (ask === null) return [];
  return [`Not fixed yet. ${askTitle(ask)}.`, ...leftLines(view).map((line) => `- ${line}`), ...how(ask)];
}

/** How to go on from the command line. */
function how(ask: FixAsk): string[] {
  switch (ask.kind) {
    case 'choose':
    case 'fill':
      return [`Run it again with a value for ${placeName(ask.path)}.`];
    case 'pick':
      return [`Call ${ask.tool}, choose a value, and run it again.`];
    case 'confirm':
      return ['Add --yes if it may be sent.'];
    case 'set':
      return [`Add ${ask.variables.map((name) => `--env ${name}=…`).join(' ')}, and run it again.`];
    case 'word':
      return [`Correct the ${wordNames[ask.wrong]} in the command of the server, and run it again.`];
    case 'act':
      return [];
  }
}

const fixedCommand = (view: FixView, named: string): string =>
  ['misfire', 'call', named, view.method, view.params].map((word) => shellWord([word])).join(' ');

const isTerminal = ({ io: { stdin, stderr, env } }: CommandRun): boolean =>
  readTerminal(stdin, env).isTerminal && readTerminal(stderr, env).isTerminal;
