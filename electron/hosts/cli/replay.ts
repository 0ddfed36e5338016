// `misfire replay`: runs the calls of a repro set or the failures of a capture again and says for each what became of it.
// Owns the order of that and the exit code; only "all fixed" is 0.

import { readFileSync, writeFileSync } from 'node:fs';
import { judgeAnswer } from '../../../shared/diff/verdict.ts';
import type { ReplayVerdict } from '../../../shared/replay.ts';
import type { ServerConfig } from '../../../shared/server-config.ts';
import { identityOfRow } from '../../inspector/replay/attempt.ts';
import { readCaptureCalls } from '../../inspector/replay/capture-calls.ts';
import { guardCall } from '../../inspector/replay/guard.ts';
import { filterCalls } from '../../inspector/replay/repro-filter.ts';
import { isReproSet, type ReproCall, readReproSet, resolveServer } from '../../inspector/replay/repro-set.ts';
import { findSample } from '../../inspector/sample-tour.ts';
import { findDataFolder } from '../data-folder.ts';
import { type Bench, onBench, Unreachable } from './bench.ts';
import { type ExitCode, exitCodes, UsageError } from './exit-codes.ts';
import { findSaved, findServer } from './find-server.ts';
import { printJson, printLine, printMessage } from './output.ts';
import { writeJunit, writeMarkdown } from './replay-reports.ts';

export interface ReplayOptions {
  file: string;
  filter: string;
  to: string | undefined;
  junit: string | undefined;
  markdown: string | undefined;
  confirm: string[];
  json: boolean;
  data: string | undefined;
}

export interface ReplayedCall {
  call: ReproCall;
  /** `not_sent`: a destructive tool that was not confirmed. `unreachable`: its server was. */
  verdict: ReplayVerdict | 'not_sent' | 'unreachable';
  because: string;
  headline: string;
  latencyMs: number | null;
}

/** How each server of the file is reached; asked before anything is sent. */
type Reach = (server: string) => ServerConfig;

export async function replay(options: ReplayOptions): Promise<ExitCode> {
  // Until all is known to be fixed, an early end must not look as if it were.
  process.exitCode = exitCodes.failuresFound;
  const { calls, reach } = await readFile(options);
  if (calls.length === 0)
    throw new UsageError(`${options.file} has no failing calls${options.filter ? ' that pass the filter' : ''}.`);
  const configs = new Map([...new Set(calls.map(({ server }) => server))].map((server) => [server, reach(server)]));
  const replayed = await onBench(async (bench) => {
    const runner = new Runner(bench, configs, options.confirm);
    const done: ReplayedCall[] = [];
    for (const call of calls) {
      const result = await runner.run(call);
      done.push(result);
      tell(result, options.json);
    }
    return done;
  });
  if (options.junit !== undefined) writeReport(options.junit, writeJunit(options.file, replayed));
  if (options.markdown !== undefined) writeReport(options.markdown, writeMarkdown(options.file, replayed));
  const good = replayed.filter(isGood).length;
  printMessage(`${good} of ${replayed.length} fixed.`);
  if (good === replayed.length) return exitCodes.done;
  return replayed.some(({ verdict }) => verdict === 'unreachable') ? exitCodes.unreachable : exitCodes.failuresFound;
}

/** A call that was written down as passing is good when it still passes. */
export function isGood({ verdict, call }: ReplayedCall): boolean {
  return verdict === 'fixed' || (verdict === 'same' && call.failure === null);
}

async function readFile({ file, filter, to, data }: ReplayOptions): Promise<{ calls: ReproCall[]; reach: Reach }> {
  const text = readText(file);
  const dataDir = findDataFolder(data);
  const chosen = to === undefined ? null : findServer(to, dataDir);
  if (isReproSet(text)) {
    const read = readReproSet(text, file, process.env);
    if (!read.ok) throw new UsageError(read.problem);
    const calls = filterCalls(read.calls, filter);
    if (typeof calls === 'string') throw new UsageError(`The filter is not right: ${calls}`);
    return { calls, reach: (server) => chosen ?? reachIn(read.set, server, file, dataDir) };
  }
  const capture = await readCaptureCalls(text, filter);
  if (typeof capture === 'string') throw new UsageError(`The filter is not right: ${capture}`);
  for (const problem of capture.problems) printMessage(`${file}, ${problem}`);
  if (capture.calls.length === 0 && capture.problems.length > 0)
    throw new UsageError(`${file} is neither a repro set nor a capture.`);
  for (const left of capture.leftOut) printMessage(`Left out: ${left}.`);
  const reach = (server: string) => {
    const found = chosen ?? findSaved(server, dataDir);
    if (!found)
      throw new UsageError(`${file} does not say how to reach "${server}". Say where to send its calls with --to.`);
    return found;
  };
  return { calls: capture.calls, reach };
}

function reachIn(
  set: Parameters<typeof resolveServer>[0],
  server: string,
  file: string,
  dataDir: string,
): ServerConfig {
  const found = resolveServer(set, server, process.env, findSample);
  if (typeof found !== 'string') return found;
  const saved = Object.hasOwn(set.servers, server) ? undefined : findSaved(server, dataDir);
  if (!saved) throw new UsageError(`${file}: ${found}`);
  return saved;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (problem) {
    throw new UsageError(`${file} cannot be read: ${(problem as Error).message}.`);
  }
}

function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (problem) {
    throw new UsageError(`${file} cannot be written: ${(problem as Error).message}.`);
  }
}

class Runner {
  readonly #bench: Bench;
  readonly #configs: ReadonlyMap<string, ServerConfig>;
  readonly #confirmed: ReadonlySet<string>;
  readonly #connected = new Map<ServerConfig, Promise<string>>();

  constructor(bench: Bench, configs: ReadonlyMap<string, ServerConfig>, confirmed: readonly string[]) {
    this.#bench = bench;
    this.#configs = configs;
    this.#confirmed = new Set(confirmed);
  }

  async run(call: ReproCall): Promise<ReplayedCall> {
    const unsent = { call, headline: '', latencyMs: null };
    try {
      const server = await this.#connect(this.#configs.get(call.server) as ServerConfig);
      const refusal = await this.#refusal(server, call);
      if (refusal !== null) return { ...unsent, verdict: 'not_sent', because: refusal };
      const { row, failure } = await this.#bench.call(server, call.method, call.params);
      const judged = judgeAnswer(call.failure, identityOfRow(row, failure));
      return { call, ...judged, headline: row.headline, latencyMs: row.latencyMs };
    } catch (problem) {
      if (!(problem instanceof Unreachable)) throw problem;
      return { ...unsent, verdict: 'unreachable', because: problem.message };
    }
  }

  /** A server that has ended meanwhile is connected anew; each call stands for itself. */
  async #connect(config: ServerConfig): Promise<string> {
    const known = this.#connected.get(config) ?? this.#bench.connect(config);
    this.#connected.set(config, known);
    const server = await known;
    const again = await this.#bench.api.connect({ server });
    if (!again.ok) throw new Unreachable(`${config.name} could not be reached: ${again.error.message}`);
    return server;
  }

  /** Running the command agrees to what only asks; what the server marks as destructive must be named. */
  async #refusal(server: string, { method, target }: ReproCall): Promise<string | null> {
    if (method !== 'tools/call' || target === null || this.#confirmed.has(target)) return null;
    const tools = await this.#bench.api.tools({ server, refresh: false });
    const hints = tools.ok ? (tools.value.tools.find(({ name }) => name === target)?.hints ?? null) : null;
    if (guardCall({ server, method, target }, hints).need !== 'type_name') return null;
    return `Not sent: the server marks ${target} as destructive. Add --confirm ${target} to send it.`;
  }
}

function tell({ call, verdict, because, headline, latencyMs }: ReplayedCall, json: boolean): void {
  const { server, method, target } = call;
  if (json) {
    printJson({ server, method, target, verdict, because, before: call.failure, headline, latencyMs });
    return;
  }
  const name = [server, method, target].filter(Boolean).join(' ');
  printLine(`${verdictWords[verdict].padEnd(18)} ${name}: ${because}`);
}

export const verdictWords: Record<ReplayedCall['verdict'], string> = {
  fixed: 'Fixed',
  same: 'Same failure',
  different: 'Different failure',
  worse: 'Worse',
  flaky: 'Flaky',
  not_sent: 'Not sent',
  unreachable: 'Unreachable',
};
