// `misfire probe` and `misfire compare`: the same mistakes sent to servers, told row by row or as a report, and held against
// a saved baseline. Owns the run from a temporary log to exit codes; what is sent and said comes from the inspector.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '../../../../shared/api/api.ts';
import { reportFormats } from '../../../../shared/capture/format-names.ts';
import { baselineText, compareBaselines, contractWords, isServerChange } from '../../../../shared/compare/baseline.ts';
import type { Cell, Comparison } from '../../../../shared/compare/compared.ts';
import { crashWords } from '../../../../shared/compare/conformance.ts';
import type { Baseline, ContractChange } from '../../../../shared/compare/error-contract.ts';
import type { ProbeView } from '../../../../shared/compare/probing.ts';
import { standardNames } from '../../../../shared/compare/provocations.ts';
import { cellWords, withMarks } from '../../../../shared/compare/report.ts';
import { count } from '../../../../shared/exchange/clip.ts';
import { type FilePlace, type FindingFormat, findingFormats } from '../../../../shared/findings/check-finding.ts';
import { wrapText } from '../../../../shared/text/text-width.ts';
import { nameMark, terminalText, visibleName } from '../../../../shared/text/visible-text.ts';
import { openInspector } from '../../../inspector/inspector.ts';
import type { InspectorHandle } from '../../../inspector/inspector-handle.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import { readBaseline } from '../../../inspector/probe/baseline-files.ts';
import { collectorForInspector } from '../../collector.ts';
import { findDataFolder } from '../../data-folder.ts';
import { findingsOfProbe } from '../common/command-findings.ts';
import { failedCall, whatFailed } from '../common/command-inspector.ts';
import { findServers } from '../common/find-server.ts';
import { placeOfServer } from '../common/finding-place.ts';
import { applyFlags, collectorFlags, type ReachingFlags } from '../common/reaching-options.ts';
import { readText } from '../common/read-file.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import {
  printFindings,
  printMaskedJson as printJson,
  printMaskedLine as printLine,
  printMaskedMessage as printMessage,
  printMaskedStyled as printStyled,
  writeOut,
} from '../terminal/output.ts';
import { type Progress, startProgress } from '../terminal/progress.ts';
import { endWhenAsked } from '../terminal/stop-signals.ts';
import { bold, cyan, dim, green, red, type Span, type Styled } from '../terminal/styled.ts';
import { type Column, rowLines, widthsFor } from '../terminal/table.ts';
import { readTerminal } from '../terminal/terminal.ts';
import { writeIssues } from './probe-issues.ts';

export interface ProbeOptions {
  json: boolean;
  /** Left out: rows for people. */
  format?: FindingFormat | undefined;
  samples: boolean;
  dry: boolean;
  tool: string[];
  only: string[];
  baseline?: string;
  saveBaseline?: string;
  /** A folder for issues, of `probe` alone. */
  issues?: string;
  exitZero: boolean;
  /** A server's command, word by word. */
  afterDashes: readonly string[];
  reaching: ReachingFlags;
  data: string | undefined;
}

export interface CompareOptions extends Omit<ProbeOptions, 'dry' | 'format'> {
  format: CompareFormat;
}

/** A report for people, or findings for pipelines. */
export type CompareFormat = (typeof reportFormats)[number] | 'junit' | 'sarif' | 'github';

export async function probe(references: readonly string[], options: ProbeOptions): Promise<ExitCode> {
  return withServers(references, options, async (inspector, servers, placeOf) => {
    if (options.dry) return printPlan(inspector, servers, options);
    const run = await runProbe(inspector, servers, options);
    const comparison = await value(inspector.api.compareServers({ source: { kind: 'probe', probe: run.id } }));
    if (options.format === undefined) printRows(comparison, options.json);
    if (options.format === undefined && !options.json) printObstacles(comparison);
    if (options.issues !== undefined) {
      const written = await writeIssues(inspector, comparison, options.issues);
      printMessage(`${count(written.length, 'issue')} for authors written to ${options.issues}.`);
    }
    const { code, changes } = await conclude(inspector, run, options);
    if (options.format) printFindings(options.format, findingsOfProbe('probe', comparison, changes, placeOf));
    return code;
  });
}

export async function compare(references: readonly string[], options: CompareOptions): Promise<ExitCode> {
  return withServers(references, options, async (inspector, servers, placeOf) => {
    const run = await runProbe(inspector, servers, options);
    const source = { kind: 'probe' as const, probe: run.id };
    const comparison = await value(inspector.api.compareServers({ source }));
    const format = reportFormats.find((one) => one === options.format);
    if (options.json) printJson(withMarks(comparison));
    else if (format) {
      const { text } = await value(inspector.api.compareReport({ source, format }));
      // CSV ends its lines with both characters (RFC 4180); a lone carriage return could overwrite what stands before it.
      writeOut(text.split('\r\n').map(terminalText).join('\r\n'));
    }
    const { code, changes } = await conclude(inspector, run, options);
    const findings = findingFormats.find((one) => one === options.format);
    if (!format && findings) printFindings(findings, findingsOfProbe('compare', comparison, changes, placeOf));
    return code;
  });
}

type Session = (
  inspector: InspectorHandle,
  servers: string[],
  placeOf: (server: string) => FilePlace,
) => Promise<ExitCode>;

/** A log of its own, so that probing leaves no trace among what a person recorded. */
async function withServers(references: readonly string[], options: ProbeOptions | CompareOptions, act: Session) {
  const isNone = references.length === 0 && options.afterDashes.length === 0;
  if (isNone && !options.samples) throw new UsageError('Name at least one server, or use --samples.');
  if (options.baseline !== undefined) loadBaseline(options.baseline);
  const strange = options.only.find((id) => !Object.hasOwn(standardNames, id) && !id.startsWith('own:'));
  if (strange !== undefined)
    throw new UsageError(`Unknown probe "${strange}". Known: ${Object.keys(standardNames).join(', ')}.`);
  const data = findDataFolder(options.data);
  const configs = findServers(references, options.afterDashes, data).map((config) =>
    applyFlags(config, options.reaching),
  );
  const folder = mkdtempSync(join(tmpdir(), 'misfire-probe-'));
  const collector = collectorForInspector(collectorFlags(options.reaching));
  const inspector = await openInspector({
    ...collector.options,
    dataDir: folder,
    version: appVersion(),
    abilities: { openExternal: false, secureStorage: false },
  });
  collector.attach(inspector);
  const tidyUp = async () => {
    await inspector.close();
    const lost = await collector.close();
    if (lost) printMessage(lost);
    rmSync(folder, { recursive: true, force: true });
  };
  const release = endWhenAsked(tidyUp);
  try {
    const servers: string[] = [];
    for (const config of configs)
      servers.push((await value(inspector.api.addServer({ config, connect: false }))).server);
    const referenceOf = (name: string) => references[configs.findIndex((config) => config.name === name)] ?? name;
    return await act(inspector, servers, (name) => placeOfServer(referenceOf(name), name));
  } finally {
    await tidyUp();
    release();
  }
}

async function runProbe(
  inspector: InspectorHandle,
  servers: string[],
  { samples, tool, only, json }: ProbeOptions | CompareOptions,
): Promise<ProbeView> {
  const chosen = only.length > 0 ? { only } : {};
  const wanted = samples && servers.length === 0 ? null : servers;
  const { probe: id } = await value(
    wanted === null
      ? inspector.api.probeSamples(chosen)
      : inspector.api.startProbe({ servers: wanted, tools: tool, ...chosen }),
  );
  const progress = startProgress('Probing');
  const run = await finished(inspector, id, json, progress);
  progress.end();
  return run;
}

function finished(inspector: InspectorHandle, id: string, json: boolean, progress: Progress): Promise<ProbeView> {
  return new Promise((resolve) => {
    const told = new Set<string>();
    const unreached: Promise<void>[] = [];
    const end = inspector.onBatch(({ probes }) => {
      const view = probes?.find((it) => it.id === id);
      if (!view) return;
      progress.update('Probing', view.done, view.total);
      for (const { server, name, state, done, leftOut, problem } of view.servers) {
        if (told.has(server) || (state !== 'done' && state !== 'failed')) continue;
        told.add(server);
        if (state === 'failed') unreached.push(tellUnreached(inspector, server, name, json));
        printMessage(state === 'failed' ? `${name}: ${problem}` : `${name}: ${done} sent, ${leftOut} skipped.`);
      }
      if (view.state === 'running') return;
      end();
      void Promise.all(unreached).then(() => resolve(view));
    });
  });
}

/** With --json the failure itself, with what stderr said: a pipeline has nothing else to look at. */
async function tellUnreached(inspector: InspectorHandle, server: string, name: string, json: boolean): Promise<void> {
  const failed = json ? await whatFailed(inspector.api, server) : null;
  if (failed) printJson(failedCall(name, failed));
}

/** The sign, what was sent, and what came of it. */
const columnsFor = (width: number): readonly Column[] => [
  { shrink: 2, min: 3 },
  // The longest name fits, unless the terminal is narrow.
  { shrink: 1, min: width < 60 ? 10 : 24 },
  { shrink: 0, min: 20, wraps: true },
];

function printRows(comparison: Comparison, json: boolean): void {
  if (!json && readTerminal().isTerminal) {
    printTables(comparison);
    return;
  }
  const { servers, rows } = comparison;
  for (const [at, server] of servers.entries()) {
    for (const { id, name, expects, cells } of rows) {
      const cell = cells[at];
      if (!cell || cell.state === 'not_seen') continue;
      if (json) printJson({ ...cell, server: server.name, ...nameMark(server.name), provocation: id, name, expects });
      else {
        printStyled([cyan(visibleName(server.name)), '  ', signOf(cell), ' ', bold(name), `  ${cameOf(cell)}`]);
        for (const words of remarksOn(cell)) printLine(`      ${words}`);
      }
    }
  }
}

/** One table per server, below its name. */
function printTables({ servers, rows }: Comparison): void {
  const { columns: width } = readTerminal();
  const columns = columnsFor(width);
  for (const [at, server] of servers.entries()) {
    const seen = rows.flatMap(({ name, cells }) => {
      const cell = cells[at];
      return cell && cell.state !== 'not_seen' ? [{ name, cell }] : [];
    });
    if (seen.length === 0) continue;
    printStyled([bold(visibleName(server.name))]);
    const lines = seen.map(({ name, cell }): Styled[] => {
      return [['  ', signOf(cell)], bold(name), cameOf(cell)];
    });
    const widths = widthsFor(columns, lines, width);
    for (const [place, { cell }] of seen.entries()) {
      for (const line of rowLines(columns, lines[place]!, widths)) printStyled(line);
      for (const words of remarksOn(cell))
        for (const line of wrapText(words, Math.max(20, width - 5))) printStyled(['     ', dim(line)]);
    }
  }
}

/** For the author: what even a good client cannot handle. The row of a failure already says which models do not get it. */
function printObstacles({ servers, rows }: Comparison): void {
  for (const [at, server] of servers.entries()) {
    const failed = rows.flatMap(({ name, cells }) => {
      const cell = cells[at];
      return cell?.state === 'failed' || cell?.state === 'silent' ? [{ name, ...cell }] : [];
    });
    const hard = failed.filter(({ obstacles }) => obstacles.length > 0);
    if (failed.length === 0) continue;
    const name = visibleName(server.name);
    const silent = failed.some(({ state }) => state === 'silent') ? ', with those that got no answer' : '';
    if (hard.length === 0) printLine(`${name}: a good client can handle all ${failed.length} failures.`);
    else
      printStyled([
        cyan(name),
        `: a good client could not handle ${hard.length} of ${failed.length} failures${silent}:`,
      ]);
    for (const { name: mistake, obstacles, models } of hard) {
      printStyled(['  ', bold(mistake)]);
      for (const obstacle of obstacles)
        printLine(
          `      ${obstacle === `${models?.sentence}.` ? 'Some models do not get it: see its row.' : obstacle}`,
        );
    }
  }
}

const signOf = ({ conformance }: Cell): Span =>
  ({ kept: green('✓'), broken: red('✗'), open: dim(' ') })[conformance.verdict];

const cameOf = (cell: Cell): string =>
  `${crashedWords(cell) ?? cellWords(cell)}${cell.state === 'failed' ? '' : `  ${cell.why}`}`;

function remarksOn({ conformance, carrier, models }: Cell): string[] {
  const broken = conformance.verdict === 'broken' && carrier !== 'process' ? [conformance.sentence] : [];
  return models?.sentence ? [...broken, `${models.sentence}. ${models.change}`] : broken;
}

/** That the server crashed, and its reason: said once, in the place of where, code and rule. */
function crashedWords({ carrier, code, called }: Cell): string | null {
  if (carrier !== 'process') return null;
  const status = code !== null && /^\d+$/.test(code) ? Number(code) : code;
  return [crashWords({ carrier, code: status }), called].filter(Boolean).join(' · ');
}

async function printPlan(inspector: InspectorHandle, servers: string[], options: ProbeOptions): Promise<ExitCode> {
  const chosen = options.only.length > 0 ? { only: options.only } : {};
  if (servers.length === 0) throw new UsageError('--dry requires server names.');
  const { plans } = await value(inspector.api.planProbe({ servers, tools: options.tool, ...chosen }));
  for (const { name: called, provocations, spared, problem } of plans) {
    const name = visibleName(called);
    if (problem !== '') printMessage(`${name}: ${problem}`);
    for (const planned of provocations) {
      if (options.json) printJson({ ...planned, server: called, ...nameMark(called) });
      else if (planned.leftOut !== '') printLine(`${name}  – ${planned.name}  skipped: ${planned.leftOut}`);
      else printLine(`${name}  + ${planned.name}  ${planned.method} ${shorten(planned.sends)}  ${planned.safe}`);
    }
    for (const { tool, because } of spared)
      printMessage(`${name}: ${visibleName(tool)} is not used. ${because} --tool ${tool}`);
  }
  return plans.some(({ problem }) => problem !== '') ? exitCodes.unreachable : exitCodes.done;
}

const shorten = (text: string): string => (text.length <= 120 ? text : `${text.slice(0, 119)}…`);

/** Unreachable servers come first: without them nothing can be said about a contract. */
async function conclude(
  inspector: InspectorHandle,
  run: ProbeView,
  { baseline: file, saveBaseline, only }: ProbeOptions | CompareOptions,
): Promise<{ code: ExitCode; changes: ContractChange[] }> {
  printMessage(run.words);
  const unreachable = run.servers.some(({ state }) => state === 'failed');
  const done = { code: unreachable ? exitCodes.unreachable : exitCodes.done, changes: [] };
  if (file === undefined && saveBaseline === undefined) return done;
  const { baseline } = await value(inspector.api.probeBaseline({ probe: run.id }));
  if (saveBaseline !== undefined) {
    try {
      writeFileSync(saveBaseline, baselineText(baseline));
    } catch (problem) {
      throw new UsageError(`${saveBaseline} cannot be written: ${(problem as Error).message}.`);
    }
    printMessage(`The error contract is saved in ${saveBaseline}.`);
  }
  if (unreachable || file === undefined) return done;
  const saved = loadBaseline(file);
  const changes = compareBaselines(saved, baseline, only.length > 0 ? only : undefined);
  for (const { server, provocation, words } of changes)
    printMessage(`${visibleName(server)}, ${provocation}: ${words}.`);
  printMessage(contractWords(changes));
  if (changes.some(({ kind }) => kind === 'added' || kind === 'removed'))
    printMessage(`If intended, update the baseline: --save-baseline ${file}`);
  else if (!changes.every(isServerChange)) printMessage(`You can update the baseline: --save-baseline ${file}`);
  return { code: changes.some(isServerChange) ? exitCodes.failuresFound : exitCodes.done, changes };
}

function loadBaseline(file: string): Baseline {
  const baseline = readBaseline(readText(file));
  if (!baseline) throw new UsageError(`${file} is not a baseline file. Create one with --save-baseline.`);
  return baseline;
}

async function value<T>(answer: Promise<Answer<T>>): Promise<T> {
  const settled = await answer;
  if (!settled.ok) throw new UsageError(settled.error.message);
  return settled.value;
}
