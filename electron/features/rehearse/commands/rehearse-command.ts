// `misfire rehearse`: runs a client while a plan injects failures, and grades it afterwards. Owns the run: what the client is given,
// when it ends, and that nothing of it is left. Injecting is in running/, judging in shared/features/report-card.

import { type ChildProcess, spawn } from 'node:child_process';
import { missedSteps } from '../../../../shared/features/rehearse/missed-steps.ts';
import { readyPlans } from '../../../../shared/features/rehearse/ready-plans.ts';
import type { Plan } from '../../../../shared/features/rehearse/rehearsal-plan.ts';
import type { ReportCard } from '../../../../shared/features/report-card/card.ts';
import type { CardFormat } from '../../../../shared/features/report-card/card-formats.ts';
import type { ModelCall } from '../../../../shared/features/report-card/model-calls.ts';
import { cardRulesOf } from '../../../../shared/features/report-card/plan-rules.ts';
import { type RecordedRun, readRun } from '../../../../shared/features/report-card/recorded-run.ts';
import { reportCard } from '../../../../shared/features/report-card/report-card.ts';
import { duration } from '../../../../shared/text/duration.ts';
import { openDataFolder } from '../../../hosts/cli/common/open-data-folder.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { printList } from '../../../hosts/cli/terminal/print-list.ts';
import { modelInTranscripts, readModel } from '../../report-card/commands/read-model.ts';
import { hasFailed, printCards } from '../../report-card/commands/report-card-command.ts';
import { ActivePlan } from './rehearse-active.ts';
import { fillPlaces, type OfferedServer, offerServer } from './rehearse-offer.ts';
import { recordingOfRun, writeRun } from './rehearse-recording.ts';
import { rehearsalOf } from './rehearsing.ts';

export interface RehearseOptions {
  plan: string;
  server?: string;
  list: boolean;
  json: boolean;
  format?: CardFormat | undefined;
  /** Keeps the recording of the run. */
  out?: string;
  model?: string;
  /** What the client prints is what a person gets to see. */
  judgeOutput: boolean;
  timeout: number;
  data: string | undefined;
}

/** How much of the client's output is kept for the judge. */
const shownLimit = 1_000_000;
const killMs = 2000;

export async function runRehearse(
  run: CommandRun,
  client: readonly string[],
  options: RehearseOptions,
): Promise<ExitCode> {
  const { output } = run;
  if (options.list) return listPlans(run, options.json);
  if (client.length === 0)
    throw new UsageError('Put the client after "--": misfire rehearse --server SERVER -- my-client');
  const plan = (await rehearsalOf(run, { source: options.plan, by: 'option' }))?.plan;
  if (!plan) throw new UsageError(`There is no plan "${options.plan}".`);
  const dataDir = openDataFolder(run, options.data);
  const startedAt = Date.now();
  const active = ActivePlan.begin(dataDir, plan, startedAt + options.timeout);
  let offered: OfferedServer | null = null;
  let endClient = (_signal: NodeJS.Signals): void => {};
  const tidyUp = async () => {
    active.end();
    await offered?.close();
  };
  const release = run.cleanUpWhenStopped(async () => {
    endClient('SIGTERM');
    await tidyUp();
  });
  let shown = '';
  try {
    offered = options.server === undefined ? null : await offerServer(run, options.server, dataDir, active.file);
    const words = fillPlaces(client, offered);
    const env = { ...run.io.env, MISFIRE_REHEARSE: active.file, ...offered?.variables };
    output.printMessage(`Rehearsing ${plan.name} with ${words[0]}. ${plan.about}`);
    shown = await runClient(run, words, env, options.timeout, (end) => {
      endClient = end;
    });
  } finally {
    await tidyUp();
    await release();
  }
  const recorded = await recordingOfRun(dataDir, startedAt);
  const sources = options.out === undefined ? recorded : writeRun(options.out, run.path(options.out), recorded);
  const recordedRun = readRun(sources);
  if (recordedRun.injected === 0) {
    output.printMessage(
      whyNothing(recordedRun.calls.filter(({ method }) => method === 'tools/call').length, sources.length),
    );
    return exitCodes.unreachable;
  }
  // Only now: the client may have written it.
  const model = await modelOf(run, recordedRun, startedAt, options.model);
  const missed = missedIn(plan, recordedRun);
  const card = reportCard({
    run: recordedRun,
    missed,
    ...(model ? { model } : {}),
    ...(options.judgeOutput ? { shown } : {}),
  });
  printCards(run, [card], options.format ?? (options.json ? 'json' : undefined));
  if (hasFailed([card])) return exitCodes.failuresFound;
  if (isJudged(card, plan)) return exitCodes.done;
  output.printMessage('No rule failed, but too little was seen for a grade.');
  return exitCodes.unreachable;
}

async function modelOf(
  run: CommandRun,
  recorded: RecordedRun,
  startedAt: number,
  file: string | undefined,
): Promise<ModelCall[] | undefined> {
  if (file !== undefined) return readModel(run, file, recorded);
  const found = await modelInTranscripts(run, recorded, startedAt);
  run.output.printMessage(
    found
      ? `What the model got: ${found.file}`
      : 'What the model got is not known: no transcript of this run was found. Name it with --model FILE.',
  );
  return found?.calls;
}

function missedIn(plan: Plan, { calls }: RecordedRun): string[] {
  const made = calls.flatMap(({ method, server, target, at }) =>
    method === 'tools/call' ? [{ server, tool: target ?? '', at }] : [],
  );
  const listed = calls.flatMap(({ method, server, result }) =>
    method === 'tools/list' && result !== undefined ? [{ server, result }] : [],
  );
  return missedSteps(plan, made, listed).map(({ step, what, why }) => `Step ${step}, ${what}: ${why}.`);
}

/** A grade, or a plan that is about fewer rules and showed all of them. */
function isJudged({ grade, rules }: ReportCard, plan: Plan): boolean {
  const wanted = cardRulesOf(plan);
  const isSeen = (id: string) => rules.some(({ rule, verdict }) => rule === id && verdict !== 'not seen');
  return grade !== null || (wanted.length > 0 && wanted.every(isSeen));
}

function whyNothing(calls: number, connections: number): string {
  if (connections === 0)
    return 'Nothing was injected: the client started no server through Misfire. Use --server, or watch the client first.';
  if (calls === 0) return 'Nothing was injected: the client called no tool.';
  return `Nothing was injected into ${calls} calls: no step of the plan fits them. Spoiling needs read-only tools, or tools that the plan names. Batches, and HTTP+SSE through a proxy, are not touched.`;
}

function listPlans({ output }: CommandRun, json: boolean): ExitCode {
  if (json) for (const plan of readyPlans) output.printJson(plan);
  else
    printList(
      output,
      readyPlans.map(({ name, about }) => [name, about]),
    );
  return exitCodes.done;
}

/** What it printed. Its output goes to stderr: stdout is for the report card. */
function runClient(
  { io, output }: CommandRun,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  timeoutMs: number,
  onStarted: (end: (signal: NodeJS.Signals) => void) => void,
): Promise<string> {
  const [command = '', ...args] = words;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: io.folder,
      env,
      stdio: ['inherit', 'pipe', 'pipe'],
      detached: hasGroups,
    });
    const end = (signal: NodeJS.Signals): void => endGroup(child, signal);
    onStarted(end);
    let shown = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        io.stderr.write(chunk);
        if (shown.length < shownLimit) shown += chunk.toString();
      });
    const timer = setTimeout(() => {
      output.printMessage(`The client is still running after ${duration(timeoutMs)} and is ended now.`);
      end('SIGTERM');
      setTimeout(() => end('SIGKILL'), killMs).unref();
    }, timeoutMs);
    child.once('error', (problem: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      const why = problem.code === 'ENOENT' ? 'it does not exist' : problem.message;
      reject(new UsageError(`The client "${command}" could not be started: ${why}.`));
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      if (code !== 0) output.printMessage(`The client ended with ${signal ?? `exit code ${code}`}.`);
      // What it started may hold its pipes open.
      const done = () => resolve(shown);
      child.once('close', done);
      setTimeout(done, killMs).unref();
    });
  });
}

/** Windows ends the client alone. */
const hasGroups = process.platform !== 'win32';

/** With everything that it started. */
function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (!hasGroups || child.pid === undefined) return void child.kill(signal);
  try {
    process.kill(-child.pid, signal);
  } catch {
    // All of it has ended.
  }
}
