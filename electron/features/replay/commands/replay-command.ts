// `misfire replay`: runs the calls of a repro set or the failures of a capture again and says for each what became of it.
// Owns the order of that and the exit code; only "all fixed" is 0.

import { identityOfRow } from '../../../../shared/diff/verdict.ts';
import { count } from '../../../../shared/exchange/clip.ts';
import { endTitle } from '../../../../shared/features/fix/fix-words.ts';
import type { FindingFormat } from '../../../../shared/findings/check-finding.ts';
import { writeJunit } from '../../../../shared/findings/junit.ts';
import type { ServerConfig } from '../../../../shared/server/server-config.ts';
import { shellWord } from '../../../../shared/snippets/shell.ts';
import { nameMark, visibleName } from '../../../../shared/text/visible-text.ts';
import { writeGivenFile } from '../../../foreign-files/given-file.ts';
import { type CommandInspector, Unreachable, withInspector } from '../../../hosts/cli/common/command-inspector.ts';
import type { WantedRecording } from '../../../hosts/cli/common/command-options.ts';
import { findSaved, findServer } from '../../../hosts/cli/common/find-server.ts';
import { dataFolderOf } from '../../../hosts/cli/common/open-data-folder.ts';
import { applyFlags, collectorFlags, type ReachingFlags } from '../../../hosts/cli/common/reaching-options.ts';
import { nameOf, readInput } from '../../../hosts/cli/common/read-file.ts';
import { captureText, recordingText } from '../../../hosts/cli/records/recording-text.ts';
import { tellProblems } from '../../../hosts/cli/records/tell-problems.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { dim, green, red } from '../../../hosts/cli/terminal/styled.ts';
import { findSample } from '../../../inspector/sample-config.ts';
import { connectAndFix, runCallFix } from '../../fix/commands/fix-call.ts';
import { readCaptureCalls } from '../capture-calls.ts';
import { guardCall, toolNamed } from '../guard.ts';
import { filterCalls } from '../repro-filter.ts';
import {
  type Expected,
  expectedFailure,
  isReproSet,
  missingInSet,
  type ReproCall,
  readReproSet,
  resolveServer,
  unsetWords,
  withExpected,
} from '../repro-set.ts';
import { judgeCall } from './judge-call.ts';
import { casesOfReplay, findingsOfReplay } from './replay-findings.ts';
import { writeMarkdown } from './replay-reports.ts';
import { isGood, type ReplayedCall, replaySummary, replayVerdictWords } from './replayed-call.ts';

interface ReplayOptions {
  /** Left out: `recording` says what is replayed. */
  file: string | undefined;
  recording: WantedRecording | undefined;
  filter: string;
  to: string | undefined;
  junit: string | undefined;
  markdown: string | undefined;
  confirm: string[];
  /** Writes what came back into the set, as its expected outcomes. */
  update: boolean;
  /** Fixes each call that fails until it works. */
  fix: boolean;
  /** Confirms tools without readOnlyHint for the fix. */
  yes: boolean;
  json: boolean;
  /** Left out: lines for people. */
  format?: FindingFormat | undefined;
  reaching: ReachingFlags;
  data: string | undefined;
}

/** How each server of the file is reached; asked before anything is sent. A text says why it cannot be. */
type Reach = (server: string) => ServerConfig | string;

export async function runReplay(run: CommandRun, options: ReplayOptions): Promise<ExitCode> {
  const { output } = run;
  const { name, calls, reach, missing, rewrite } = await readCalls(run, options);
  if (options.update && (rewrite === undefined || options.file === '-'))
    throw new UsageError(
      '--update needs the file of a repro set. "misfire export --format repro --out FILE" writes one.',
    );
  if (calls.length === 0)
    throw new UsageError(`${name} has no failing calls${options.filter ? ' that match the filter' : ''}.`);
  const names = [...new Set(calls.map(({ server }) => server))];
  const configs = new Map<string, ServerConfig | string>();
  for (const server of names) {
    const config = reach(server);
    configs.set(server, typeof config === 'string' ? config : await applyFlags(run, config, options.reaching));
  }
  if (missing.length > 0)
    output.printMaskedMessage(
      `${unsetWords(missing)} Calls that need ${missing.length === 1 ? 'it' : 'them'} are not sent.`,
    );
  warnOfPlaceholders(run, calls);
  const replayed = await withInspector(
    run,
    async (inspector) => {
      const { fix, yes, json, data } = options;
      const connect = (config: ServerConfig) =>
        fix
          ? connectAndFix(run, inspector, config, { yes, json, server: config.name, named: config.name, config, data })
          : inspector.connect(config);
      const runner = new Runner(inspector, configs, options.confirm, connect);
      const done: ReplayedCall[] = [];
      const progress = output.startProgress('Replaying');
      for (const call of calls) {
        progress.update('Replaying', done.length, calls.length);
        const first = await runner.run(call);
        const config = configs.get(call.server);
        const result = fix && typeof config === 'object' ? await fixed(run, inspector, first, config, options) : first;
        done.push(result);
        if (options.format === undefined) tell(run, result, options.json);
      }
      progress.end();
      return done;
    },
    collectorFlags(options.reaching),
  );
  if (options.format) output.printFindings(options.format, findingsOfReplay(name, replayed, run.io.folder));
  if (options.junit !== undefined)
    writeReport(
      run,
      options.junit,
      output.masker.mask(writeJunit({ command: 'replay', cases: casesOfReplay(replayed) }, name)),
    );
  if (options.markdown !== undefined)
    writeReport(run, options.markdown, output.masker.mask(writeMarkdown(name, replayed)));
  output.printMaskedMessage(replaySummary(replayed));
  if (options.update && rewrite) {
    const known = replayed.filter(({ after }) => after !== undefined);
    writeReport(run, name, rewrite(known));
    output.printMessage(`${name} now expects what came back for ${count(known.length, 'call')}.`);
    return known.length === replayed.length ? exitCodes.done : exitCodes.failuresFound;
  }
  // A call that was not sent has not passed, as in JUnit.
  if (replayed.every(isGood)) return exitCodes.done;
  return replayed.some(({ verdict }) => verdict === 'unreachable') ? exitCodes.unreachable : exitCodes.failuresFound;
}

/** A call that fails as its set expects needs no fix. */
async function fixed(
  run: CommandRun,
  inspector: CommandInspector,
  result: ReplayedCall,
  config: ServerConfig,
  { yes, json, to, data }: ReplayOptions,
): Promise<ReplayedCall> {
  const { call, row } = result;
  if (isGood(result) || row === undefined) return result;
  const named = to ?? call.server;
  const view = await runCallFix(
    run,
    inspector,
    { row, target: call.target },
    { yes, json, server: call.server, named, config, data },
  );
  if (typeof view === 'string') return { ...result, because: `${result.because} ${view}` };
  if (view.state !== 'done') return { ...result, because: `${result.because} ${endTitle(view)}.` };
  return { ...result, verdict: 'fixed', because: `${endTitle(view)}.`, after: null };
}

interface CallsToRun {
  /** Of the file or the recording. */
  name: string;
  calls: ReproCall[];
  reach: Reach;
  missing: string[];
  /** Of a repro set: its text with the outcomes of these calls as the expected ones. */
  rewrite?: (replayed: readonly ReplayedCall[]) => string;
}

async function readCalls(
  run: CommandRun,
  { file: given, recording, filter, to, data }: ReplayOptions,
): Promise<CallsToRun> {
  const { output } = run;
  if ((given === undefined) === (recording === undefined))
    throw new UsageError('Give a file, or --recording for a recording of the log.');
  const read =
    given === undefined
      ? await recordingText(run, recording ?? true, data)
      : { name: nameOf(given), text: captureText(run, nameOf(given), await readInput(run, given)) };
  if (read.text.trim() === '') throw new UsageError(`${read.name} is empty.`);
  const { name: file, text } = read;
  const dataDir = dataFolderOf(run, data);
  const chosen = to === undefined ? null : findServer(run, to, dataDir);
  if (isReproSet(text)) {
    const read = readReproSet(text, file, run.io.env);
    if (!read.ok) throw new UsageError(read.problem);
    const calls = filterCalls(read.calls, filter);
    if (typeof calls === 'string') throw new UsageError(`Invalid filter: ${calls}`);
    return {
      name: file,
      calls,
      reach: (server) => chosen ?? reachIn(run, read.set, server, dataDir),
      missing: missingInSet(read.set, run.io.env),
      rewrite: (replayed) => withExpected(text, read.set, outcomesIn(read.calls, replayed)),
    };
  }
  const capture = await readCaptureCalls(text, filter);
  if (typeof capture === 'string') throw new UsageError(`Invalid filter: ${capture}`);
  tellProblems(run, file, capture.problems);
  if (capture.calls.length === 0 && capture.problems.length > 0)
    throw new UsageError(`${file} is neither a repro set nor a capture.`);
  for (const left of capture.leftOut) output.printMaskedMessage(`Skipped: ${left}.`);
  const reach = (server: string) => {
    const found = chosen ?? findSaved(server, dataDir);
    if (!found) throw new UsageError(unknownServer(file, server, capture.commands));
    return found;
  };
  return { name: file, calls: capture.calls, reach, missing: [] };
}

function outcomesIn(calls: readonly ReproCall[], replayed: readonly ReplayedCall[]): Map<number, Expected> {
  return new Map(
    replayed.map(({ call, after }) => [calls.indexOf(call), after == null ? 'fixed' : expectedFailure(after)] as const),
  );
}

/** Which `--to` to give: the command or address that the capture names, else what may stand there. */
function unknownServer(file: string, server: string, commands: ReadonlyMap<string, string>): string {
  const known = commands.get(server);
  const how =
    known === undefined
      ? 'an address, a saved name, file.json#name or a quoted command line'
      : `${shellWord([known])} to start it as it was recorded`;
  return `${file} does not say how to reach "${server}". Add --to with ${how}.`;
}

function reachIn(
  { io: { env } }: CommandRun,
  set: Parameters<typeof resolveServer>[0],
  server: string,
  dataDir: string,
): ServerConfig | string {
  const found = resolveServer(set, server, env, findSample);
  if (typeof found !== 'string') return found;
  return (Object.hasOwn(set.servers, server) ? undefined : findSaved(server, dataDir)) ?? found;
}

/** What an export put in the place of a secret: sent as it stands, no server would take it for the value. */
const placeholder = /‹[^‹›]{1,60}›/g;

function warnOfPlaceholders({ output }: CommandRun, calls: readonly ReproCall[]): void {
  const found = new Set(calls.flatMap(({ params }) => params.match(placeholder) ?? []));
  if (found.size === 0) return;
  const shown = [...found].slice(0, 5).join(', ');
  output.printMaskedMessage(
    `Some arguments contain placeholders for masked values (${shown}${found.size > 5 ? ', …' : ''}). They are sent unchanged, and the server may reject them.`,
  );
}

const writeReport = (run: CommandRun, file: string, text: string): void => writeGivenFile(file, run.path(file), text);

class Runner {
  readonly #inspector: CommandInspector;
  readonly #configs: ReadonlyMap<string, ServerConfig | string>;
  readonly #confirmed: ReadonlySet<string>;
  readonly #reach: (config: ServerConfig) => Promise<string>;
  readonly #connected = new Map<ServerConfig, Promise<string>>();

  constructor(
    inspector: CommandInspector,
    configs: ReadonlyMap<string, ServerConfig | string>,
    confirmed: readonly string[],
    reach: (config: ServerConfig) => Promise<string>,
  ) {
    this.#reach = reach;
    this.#inspector = inspector;
    this.#configs = configs;
    this.#confirmed = new Set(confirmed);
  }

  async run(call: ReproCall): Promise<ReplayedCall> {
    const unsent = { call, headline: '', latencyMs: null };
    const config = this.#configs.get(call.server) ?? 'Its server is unknown.';
    const unready = call.unready ?? (typeof config === 'string' ? config : undefined);
    if (unready !== undefined || typeof config === 'string')
      return { ...unsent, verdict: 'not_sent', because: unready ?? '' };
    try {
      const server = await this.#connect(config);
      const refusal = await this.#refusal(server, call);
      if (refusal !== null) return { ...unsent, verdict: 'not_sent', because: refusal };
      const { row, failure } = await this.#inspector.call(server, call.method, call.params);
      const after = identityOfRow(row, failure);
      const headline = failure?.sentence ?? row.headline;
      return { call, row: row.id, ...judgeCall(call, after), headline, latencyMs: row.latencyMs, after };
    } catch (problem) {
      if (!(problem instanceof Unreachable)) throw problem;
      return { ...unsent, verdict: 'unreachable', because: problem.message };
    }
  }

  /** A server that has ended meanwhile is connected anew; each call stands for itself. */
  async #connect(config: ServerConfig): Promise<string> {
    const known = this.#connected.get(config) ?? this.#reach(config);
    this.#connected.set(config, known);
    const server = await known;
    const again = await this.#inspector.api.connect({ server });
    if (!again.ok) throw new Unreachable(`${config.name} could not be reached: ${again.error.message}`);
    return server;
  }

  /** Running the command agrees to what only asks; what the server marks as destructive must be named. */
  async #refusal(server: string, { method, params }: ReproCall): Promise<string | null> {
    if (method !== 'tools/call') return null;
    // What the file says it is counts for nothing: the server acts on the parameters.
    const target = toolNamed(params);
    if (target === null)
      return 'Its parameters do not name a single tool, so it may be destructive. Send it from the window.';
    if (this.#confirmed.has(target)) return null;
    const tools = await this.#inspector.api.tools({ server, refresh: false });
    const hints = tools.ok ? (tools.value.tools.find(({ name }) => name === target)?.hints ?? null) : null;
    if (guardCall({ server, method, target }, hints).need !== 'type_name') return null;
    return `The server marks ${target} as destructive. Add --confirm ${target} to send it.`;
  }
}

function tell(
  { output }: CommandRun,
  { call, verdict, because, headline, latencyMs }: ReplayedCall,
  json: boolean,
): void {
  const { server, method, target } = call;
  if (json) {
    output.printMaskedJson({
      server,
      method,
      target,
      ...nameMark(target ?? server),
      verdict,
      because,
      before: call.failure,
      expected: call.expected ?? 'fixed',
      headline,
      latencyMs,
    });
    return;
  }
  const name = [visibleName(server), method, target === null ? '' : visibleName(target)].filter(Boolean).join(' ');
  const paint = isGood({ verdict }) ? green : verdict === 'not_sent' ? dim : red;
  output.printMaskedStyled([paint(replayVerdictWords[verdict].padEnd(18)), ` ${name}: ${because}`]);
}
