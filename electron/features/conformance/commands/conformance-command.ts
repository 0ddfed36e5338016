// `misfire conformance`: runs the official suite against a server, with the proxy between them, or reads what an earlier run left, and
// shows each failed check beside the traffic of its scenario. The suite is a program of its own (npx), given an address of ours.

import { spawn } from 'node:child_process';
import { existsSync, globSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CaptureReader } from '../../../../shared/capture/capture.ts';
import { isHandshake } from '../../../../shared/ending/handshake.ts';
import { decodeCapture } from '../../../../shared/exchange/decode-capture.ts';
import type { Case, Finding, FindingFormat } from '../../../../shared/findings/check-finding.ts';
import { checkVerdictLine } from '../../../../shared/findings/finding-words.ts';
import { isObject, member, parseJson } from '../../../../shared/json/json.ts';
import { asSentence } from '../../../../shared/text/as-sentence.ts';
import type { WireEvent } from '../../../../shared/wire.ts';
import { readForeignText } from '../../../foreign-files/foreign-file.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../foreign-files/temporary-folder.ts';
import { placeOfServer } from '../../../hosts/cli/common/finding-place.ts';
import type { Environment } from '../../../hosts/cli/terminal/command-io.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import { whyUnreachable } from '../../watch/programs/bridge/why-unreachable.ts';
import { openProxy } from '../../watch/programs/proxy/proxy.ts';
import { ProxyCopy } from '../../watch/programs/proxy/proxy-copy.ts';

interface ConformanceOptions {
  /** A folder that an earlier run of the suite left; left out: it is run. */
  results?: string;
  /** Passed on to the suite. */
  suite?: string;
  scenario?: string;
  format?: FindingFormat | undefined;
}

/** The version whose results this reads; another one may be named by MISFIRE_CONFORMANCE. */
const suitePackage = '@modelcontextprotocol/conformance@0.1.16';
const shownMessages = 6;

/** One check as the suite writes it into checks.json. */
interface Check {
  scenario: string;
  id: string;
  name: string;
  description: string;
  status: string;
  at: number;
  problem: string;
}

export async function conformance(run: CommandRun, address: string, options: ConformanceOptions): Promise<ExitCode> {
  const { output } = run;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      'The official suite only supports HTTP servers. Give an address that starts with http:// or https://.',
    );
  // The suite would try every scenario and leave nothing behind.
  const away = options.results === undefined ? await whyUnreachable(url) : null;
  if (away !== null) {
    output.printMaskedMessage(`misfire: ${away}`);
    return exitCodes.unreachable;
  }
  const folder = makeTemporaryFolder('conformance');
  const stop = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  const release = run.cleanUpWhenStopped(async () => {
    stop.abort();
    await running;
    removeTemporaryFolder(folder);
  });
  try {
    const suite = options.results === undefined ? runSuite(run, url, folder, options, stop.signal) : null;
    running = suite ?? running;
    const ran = await suite;
    // The signal handler removes the folder and ends the program.
    if (stop.signal.aborted) return exitCodes.stopped;
    const checks = readChecks(options.results === undefined ? folder : run.path(options.results));
    if (checks.length === 0) throw new UsageError(whyNothing(options.results, ran?.said ?? ''));
    return tell(run, address, checks, ran ? readTraffic(folder) : [], options.format);
  } finally {
    await release();
    removeTemporaryFolder(folder);
  }
}

function whyNothing(results: string | undefined, said: string): string {
  if (results !== undefined) return `There is no checks.json below ${results}.`;
  const lines = said.split('\n').filter((line) => line.trim() !== '' && !/^npm (?:notice|warn)\b/i.test(line));
  const last = lines.slice(-3).join(' ').slice(0, 400);
  return `The official suite wrote no results. It needs npx, Node 22 and the package ${suitePackage}. Its last output: ${last || '(none)'}`;
}

async function runSuite(
  { io: { env, folder: cwd } }: CommandRun,
  url: URL,
  folder: string,
  { suite, scenario }: ConformanceOptions,
  stop: AbortSignal,
): Promise<{ said: string }> {
  const copy = new ProxyCopy({ dataDir: folder, name: url.hostname, url: url.href, folder: cwd });
  const proxy = await openProxy({ url, port: 0, copy, onChallenge: () => {} });
  try {
    const own = [
      'server',
      '--url',
      proxy.url,
      '--output-dir',
      join(folder, 'results'),
      ...(suite === undefined ? [] : ['--suite', suite]),
      ...(scenario === undefined ? [] : ['--scenario', scenario]),
    ];
    // For those who have the suite elsewhere, and for tests, which have it as a package of their own.
    const program = env.MISFIRE_CONFORMANCE;
    const [command, args] = program
      ? [process.execPath, [program, ...own]]
      : [process.platform === 'win32' ? 'npx.cmd' : 'npx', ['--yes', suitePackage, ...own]];
    return { said: await runProgram(command, args, { cwd, env, signal: stop }) };
  } finally {
    await proxy.close();
    await copy.close();
  }
}

/** What it said; how it ended says nothing that its results do not. */
function runProgram(
  command: string,
  args: readonly string[],
  options: { cwd: string; env: Environment; signal: AbortSignal },
): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-20_000);
      });
    child.on('error', (problem) => resolve(problem.message));
    child.on('close', () => resolve(said));
  });
}

/** Of every checks.json below a folder; what is none is left out. */
function readChecks(folder: string): Check[] {
  if (!existsSync(folder)) return [];
  return globSync('**/checks.json', { cwd: folder })
    .sort()
    .flatMap((file) => {
      const read = parseJson(readForeignText(join(folder, file)));
      const scenario = basename(dirname(file))
        .replace(/^server-/, '')
        .replace(/-\d{4}-\d\d-\d\dT[\d-]+Z?$/, '');
      return (read.ok && Array.isArray(read.value) ? read.value : []).filter(isObject).map(
        (check): Check => ({
          scenario,
          id: text(check.id),
          name: text(check.name),
          description: text(check.description),
          status: text(check.status),
          at: Date.parse(text(check.timestamp)),
          problem: text(check.errorMessage),
        }),
      );
    });
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function readTraffic(folder: string): WireEvent[] {
  const spool = join(folder, 'spool');
  const files = existsSync(spool) ? readdirSync(spool).filter((name) => name.endsWith('.jsonl')) : [];
  return files
    .flatMap((name) => {
      const reader = new CaptureReader();
      const lines = readForeignText(join(spool, name)).split('\n');
      return lines.flatMap((line) => reader.read(line).map(({ event }) => event));
    })
    .sort((one, other) => one.at - other.at);
}

function tell(
  run: CommandRun,
  address: string,
  checks: readonly Check[],
  traffic: readonly WireEvent[],
  format: FindingFormat | undefined,
): ExitCode {
  const { output } = run;
  const server = new URL(address).host;
  const at = placeOfServer(address, server, run.io.folder);
  const counted = checks.filter(({ status }) => ['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED'].includes(status));
  const bad = counted.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  const cases = counted.map(
    (check): Case => ({
      server,
      name: `${check.scenario}: ${check.name || check.id}`,
      outcome: check.status === 'FAILURE' ? 'failed' : check.status === 'SKIPPED' ? 'skipped' : 'passed',
      message: check.status === 'SUCCESS' ? '' : wordsOf(check),
      detail: trafficOf(check, traffic).join('\n'),
      ms: null,
    }),
  );
  const findings = bad.map(
    (check): Finding => ({
      rule: check.id || 'check',
      level: check.status === 'FAILURE' ? 'error' : 'warning',
      message: wordsOf(check),
      fix: check.description,
      server,
      about: check.scenario,
      at,
    }),
  );
  if (format) output.printFindings(format, { command: 'conformance', version: appVersion(), cases, findings });
  else for (const check of bad) show(run, check, traffic);
  const failed = counted.filter(({ status }) => status === 'FAILURE').length;
  const passed = counted.filter(({ status }) => status === 'SUCCESS').length;
  output.printMaskedMessage(`${passed} of ${counted.length} checks passed, ${failed} failed.`);
  return failed > 0 ? exitCodes.failuresFound : exitCodes.done;
}

const wordsOf = ({ name, id, problem, description }: Check): string => `${name || id}: ${problem || description}`;

function show({ output }: CommandRun, check: Check, traffic: readonly WireEvent[]): void {
  output.printMaskedLine(`${check.status === 'FAILURE' ? '✗' : '!'} ${check.scenario}  ${wordsOf(check)}`);
  for (const line of trafficOf(check, traffic)) output.printMaskedLine(`      ${line}`);
}

function beginsConnection(event: WireEvent): boolean {
  const read = event.lane === 'out' ? parseJson(event.text) : null;
  const method = read?.ok ? member(read.value, 'method') : null;
  return typeof method === 'string' && isHandshake(method);
}

/** What crossed last before the check was made, and what Misfire makes of it. */
function trafficOf(check: Check, traffic: readonly WireEvent[]): string[] {
  const before = traffic.filter((event) => event.at <= check.at && (event.lane === 'in' || event.lane === 'out'));
  // Each scenario has a connection of its own: what is above its handshake belongs to another one.
  const own = before.slice(Math.max(0, before.findLastIndex(beginsConnection)));
  const entries = own.map((event, line) => ({ event, line, extra: {} }));
  const failures = decodeCapture(entries, own[0]?.at ?? 0);
  return entries.slice(-shownMessages).flatMap(({ event, line }) => {
    const arrow = event.lane === 'out' ? '→' : '←';
    const body = 'text' in event ? event.text : '';
    const shown = body.length > 300 ? `${body.slice(0, 299)}…` : body;
    const failure = failures.find((one) => one.line === line);
    return [
      `${arrow} ${shown}`,
      ...(failure ? [`  ${asSentence(failure.sentence)} ${checkVerdictLine(failure)}`] : []),
    ];
  });
}
