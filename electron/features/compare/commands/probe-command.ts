// `misfire compare`: the same mistakes sent to servers, told row by row or as a report, and held against
// a saved baseline. Owns the run from a temporary log to exit codes; what is sent and said comes from the inspector.

import { reportFormats } from '../../../../shared/capture/format-names.ts';
import type { Answer } from '../../../../shared/contract/api.ts';
import { count } from '../../../../shared/exchange/clip.ts';
import {
  baselineText,
  compareBaselines,
  contractWords,
  isServerChange,
  mergeBaselines,
} from '../../../../shared/features/compare/baseline.ts';
import type { ComparedCell, Comparison } from '../../../../shared/features/compare/compared.ts';
import { crashWords } from '../../../../shared/features/compare/conformance.ts';
import type { Baseline, ContractChange } from '../../../../shared/features/compare/error-contract.ts';
import type { ProbeView } from '../../../../shared/features/compare/probing.ts';
import { standardNames } from '../../../../shared/features/compare/provocations.ts';
import { cellWords, withMarks } from '../../../../shared/features/compare/report.ts';
import { type FilePlace, findingFormats } from '../../../../shared/findings/check-finding.ts';
import { wrapText } from '../../../../shared/text/text-width.ts';
import { nameMark, terminalText, visibleName } from '../../../../shared/text/visible-text.ts';
import { openInspector } from '../../../app/open-inspector.ts';
import { readForeignTextIfThere } from '../../../foreign-files/foreign-file.ts';
import { writeGivenFile } from '../../../foreign-files/given-file.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../foreign-files/temporary-folder.ts';
import { failedCall, whatFailed } from '../../../hosts/cli/common/command-inspector.ts';
import { chosenServers } from '../../../hosts/cli/common/find-server.ts';
import { placeOfServer } from '../../../hosts/cli/common/finding-place.ts';
import { dataFolderOf } from '../../../hosts/cli/common/open-data-folder.ts';
import { applyFlags, collectorFlags, type ReachingFlags } from '../../../hosts/cli/common/reaching-options.ts';
import { readInput } from '../../../hosts/cli/common/read-file.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import type { TerminalProgress } from '../../../hosts/cli/terminal/progress.ts';
import { bold, cyan, dim, green, red, type Styled, type StyledSpan } from '../../../hosts/cli/terminal/styled.ts';
import { type Column, rowLines, widthsFor } from '../../../hosts/cli/terminal/table.ts';
import { collectorForInspector } from '../../../hosts/collector.ts';
import type { InspectorHandle } from '../../../inspector/inspector-handle.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import { readBaseline } from '../baseline-files.ts';
import { findingsOfProbe } from './probe-findings.ts';
import { writeIssues } from './probe-issues.ts';

export interface ProbeOptions {
  json: boolean;
  samples: boolean;
  dry: boolean;
  tool: string[];
  only: string[];
  baseline?: string;
  saveBaseline?: string;
  /** A folder for issues; with rows only. */
  issues?: string;
  exitZero: boolean;
  /** A server's command, word by word. */
  afterDashes: readonly string[];
  reaching: ReachingFlags;
  data: string | undefined;
}

interface CompareOptions extends Omit<ProbeOptions, 'dry'> {
  format: CompareFormat;
}

/** A report for people, or findings for pipelines. */
export type CompareFormat = (typeof reportFormats)[number] | 'junit' | 'sarif' | 'github';

export async function probe(run: CommandRun, references: readonly string[], options: ProbeOptions): Promise<ExitCode> {
  const { output } = run;
  return withServers(run, references, options, async (inspector, servers) => {
    if (options.dry) return printPlan(run, inspector, servers, options);
    const probed = await runProbe(run, inspector, servers, options);
    const comparison = await value(inspector.api.compareServers({ source: { kind: 'probe', probe: probed.id } }));
    printRows(run, comparison, options.json);
    if (!options.json) printObstacles(run, comparison);
    if (options.issues !== undefined) {
      const written = await writeIssues(inspector, comparison, run.path(options.issues));
      output.printMaskedMessage(`${count(written.length, 'issue')} for authors written to ${options.issues}.`);
    }
    return (await conclude(run, inspector, probed, options)).code;
  });
}

export async function runCompare(
  run: CommandRun,
  references: readonly string[],
  options: CompareOptions,
): Promise<ExitCode> {
  const { output } = run;
  return withServers(run, references, options, async (inspector, servers, placeOf) => {
    const probed = await runProbe(run, inspector, servers, options);
    const source = { kind: 'probe' as const, probe: probed.id };
    const comparison = await value(inspector.api.compareServers({ source }));
    const format = reportFormats.find((one) => one === options.format);
    if (options.json) output.printMaskedJson(withMarks(comparison));
    else if (format) {
      const { text } = await value(inspector.api.compareReport({ source, format }));
      // CSV ends its lines with both characters (RFC 4180); a lone carriage return could overwrite what stands before it.
      output.write(text.split('\r\n').map(terminalText).join('\r\n'));
    }
    const { code, changes } = await conclude(run, inspector, probed, options);
    const findings = findingFormats.find((one) => one === options.format);
    if (!format && findings) output.printFindings(findings, findingsOfProbe(comparison, changes, placeOf));
    return code;
  });
}

type Session = (
  inspector: InspectorHandle,
  servers: string[],
  placeOf: (server: string) => FilePlace,
) => Promise<ExitCode>;

/** A log of its own, so that probing leaves no trace among what a person recorded. */
async function withServers(
  run: CommandRun,
  references: readonly string[],
  options: ProbeOptions | CompareOptions,
  act: Session,
) {
  const { output } = run;
  const isNone = references.length === 0 && options.afterDashes.length === 0;
  if (isNone && !options.samples) throw new UsageError('Name at least one server, or use --samples.');
  if (options.baseline !== undefined) await loadBaseline(run, options.baseline);
  const strange = options.only.find((id) => !Object.hasOwn(standardNames, id) && !id.startsWith('own:'));
  if (strange !== undefined)
    throw new UsageError(`Unknown probe "${strange}". Known: ${Object.keys(standardNames).join(', ')}.`);
  const data = dataFolderOf(run, options.data);
  const found = await chosenServers(run, references, options.afterDashes, data);
  const configs = await Promise.all(found.map((config) => applyFlags(run, config, options.reaching)));
  const folder = makeTemporaryFolder('probe');
  const collector = collectorForInspector(collectorFlags(options.reaching), run.io.env);
  const inspector = await openInspector({
    ...collector.options,
    env: run.io.env,
    folder: run.io.folder,
    dataDir: folder,
    version: appVersion(),
    abilities: { openExternal: false, secureStorage: false },
  });
  collector.attach(inspector);
  const tidyUp = async () => {
    await inspector.close();
    const lost = await collector.close();
    if (lost) output.printMaskedMessage(lost);
    removeTemporaryFolder(folder);
  };
  const release = run.cleanUpWhenStopped(tidyUp);
  try {
    const servers: string[] = [];
    for (const config of configs)
      servers.push((await value(inspector.api.addServer({ config, connect: false }))).server);
    const referenceOf = (name: string) => references[configs.findIndex((config) => config.name === name)] ?? name;
    return await act(inspector, servers, (name) => placeOfServer(referenceOf(name), name, run.io.folder));
  } finally {
    await tidyUp();
    await release();
  }
}

async function runProbe(
  run: CommandRun,
  inspector: InspectorHandle,
  servers: string[],
  { samples, tool, only, json }: ProbeOptions | CompareOptions,
): Promise<ProbeView> {
  const { output } = run;
  const chosen = only.length > 0 ? { only } : {};
  const wanted = samples && servers.length === 0 ? null : servers;
  const { probe: id } = await value(
    wanted === null
      ? inspector.api.probeSamples(chosen)
      : inspector.api.startProbe({ servers: wanted, tools: tool, ...chosen }),
  );
  const progress = output.startProgress('Probing');
  const view = await finished(run, inspector, id, json, progress);
  progress.end();
  return view;
}

function finished(
  run: CommandRun,
  inspector: InspectorHandle,
  id: string,
  json: boolean,
  progress: TerminalProgress,
): Promise<ProbeView> {
  const { output } = run;
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
        if (state === 'failed') unreached.push(tellUnreached(run, inspector, server, name, json));
        output.printMaskedMessage(
          state === 'failed' ? `${name}: ${problem}` : `${name}: ${done} sent, ${leftOut} skipped.`,
        );
      }
      if (view.state === 'running') return;
      end();
      void Promise.all(unreached).then(() => resolve(view));
    });
  });
}

/** With --json the failure itself, with what stderr said: a pipeline has nothing else to look at. */
async function tellUnreached(
  { output }: CommandRun,
  inspector: InspectorHandle,
  server: string,
  name: string,
  json: boolean,
): Promise<void> {
  const failed = json ? await whatFailed(inspector.api, server) : null;
  if (failed) output.printMaskedJson(failedCall(name, failed));
}

/** The sign, what was sent, and what came of it. */
const columnsFor = (width: number): readonly Column[] => [
  { shrink: 2, min: 3 },
  // The longest name fits, unless the terminal is narrow.
  { shrink: 1, min: width < 60 ? 10 : 24 },
  { shrink: 0, min: 20, wraps: true },
];

function printRows(run: CommandRun, comparison: Comparison, json: boolean): void {
  const { output } = run;
  if (!json && output.terminal.isTerminal) {
    // Before lines are broken: half a secret is not recognized.
    printTables(run, output.masker.value(comparison) as Comparison);
    return;
  }
  const { servers, rows } = comparison;
  for (const [at, server] of servers.entries()) {
    for (const { id, name, expects, cells } of rows) {
      const cell = cells[at];
      if (!cell || cell.state === 'not_seen') continue;
      if (json)
        output.printMaskedJson({
          ...cell,
          server: server.name,
          ...nameMark(server.name),
          provocation: id,
          name,
          expects,
        });
      else {
        output.printMaskedStyled([
          cyan(visibleName(server.name)),
          '  ',
          signOf(cell),
          ' ',
          bold(name),
          `  ${cameOf(cell)}`,
        ]);
        for (const words of remarksOn(cell)) output.printMaskedLine(`      ${words}`);
      }
    }
  }
}

/** One table per server, below its name. */
function printTables({ output }: CommandRun, { servers, rows }: Comparison): void {
  const { columns: width } = output.terminal;
  const columns = columnsFor(width);
  for (const [at, server] of servers.entries()) {
    const seen = rows.flatMap(({ name, cells }) => {
      const cell = cells[at];
      return cell && cell.state !== 'not_seen' ? [{ name, cell }] : [];
    });
    if (seen.length === 0) continue;
    output.printMaskedStyled([bold(visibleName(server.name))]);
    const lines = seen.map(({ name, cell }): Styled[] => {
      return [['  ', signOf(cell)], bold(name), cameOf(cell)];
    });
    const widths = widthsFor(columns, lines, width);
    for (const [place, { cell }] of seen.entries()) {
      for (const line of rowLines(columns, lines[place]!, widths)) output.printMaskedStyled(line);
      for (const words of remarksOn(cell))
        for (const line of wrapText(words, Math.max(20, width - 5))) output.printMaskedStyled(['     ', dim(line)]);
    }
  }
}

/** For the author: what even a good client cannot handle. The row of a failure already says which models do not get it. */
function printObstacles({ output }: CommandRun, { servers, rows }: Comparison): void {
  for (const [at, server] of servers.entries()) {
    const failed = rows.flatMap(({ name, cells }) => {
      const cell = cells[at];
      const isSilent = cell?.state === 'silent' && cell.conformance.verdict !== 'kept';
      return cell?.state === 'failed' || isSilent ? [{ name, ...(cell as ComparedCell) }] : [];
    });
    const hard = failed.filter(({ obstacles }) => obstacles.length > 0);
    if (failed.length === 0) continue;
    const name = visibleName(server.name);
    const silent = failed.some(({ state }) => state === 'silent') ? ', including calls without an answer' : '';
    if (hard.length === 0) output.printMaskedLine(`${name}: a good client can handle all ${failed.length} failures.`);
    else
      output.printMaskedStyled([
        cyan(name),
        `: a good client could not handle ${hard.length} of ${failed.length} failures${silent}:`,
      ]);
    for (const { name: mistake, obstacles, models } of hard) {
      output.printMaskedStyled(['  ', bold(mistake)]);
      for (const obstacle of obstacles)
        output.printMaskedLine(
          `      ${obstacle === `${models?.sentence}.` ? 'Some models do not get it: see its row.' : obstacle}`,
        );
    }
  }
}

const signOf = ({ conformance }: ComparedCell): StyledSpan =>
  ({ kept: green('✓'), broken: red('✗'), open: dim(' ') })[conformance.verdict];

const cameOf = (cell: ComparedCell): string =>
  `${crashedWords(cell) ?? cellWords(cell)}${cell.state === 'failed' ? '' : `  ${cell.why}`}`;

function remarksOn({ conformance, carrier, models, state, why }: ComparedCell): string[] {
  const broken = conformance.verdict === 'broken' && carrier !== 'process' ? [conformance.sentence] : [];
  if (state === 'failed' && why !== '') broken.push(why);
  return models?.sentence ? [...broken, `${models.sentence}. ${models.change}`] : broken;
}

/** That the server crashed, and its reason: said once, in the place of where, code and rule. */
function crashedWords({ carrier, code, called }: ComparedCell): string | null {
  if (carrier !== 'process') return null;
  const status = code !== null && /^\d+$/.test(code) ? Number(code) : code;
  return [crashWords({ carrier, code: status }), called].filter(Boolean).join(' · ');
}

async function printPlan(
  { output }: CommandRun,
  inspector: InspectorHandle,
  servers: string[],
  options: ProbeOptions,
): Promise<ExitCode> {
  const chosen = options.only.length > 0 ? { only: options.only } : {};
  if (servers.length === 0) throw new UsageError('--dry requires server names.');
  const { plans } = await value(inspector.api.planProbe({ servers, tools: options.tool, ...chosen }));
  for (const { name: called, provocations, spared, problem } of plans) {
    const name = visibleName(called);
    if (problem !== '') output.printMaskedMessage(`${name}: ${problem}`);
    for (const planned of provocations) {
      if (options.json) output.printMaskedJson({ ...planned, server: called, ...nameMark(called) });
      else if (planned.leftOut !== '')
        output.printMaskedLine(`${name}  – ${planned.name}  skipped: ${planned.leftOut}`);
      else
        output.printMaskedLine(
          `${name}  + ${planned.name}  ${planned.method} ${shorten(planned.sends)}  ${planned.safe}`,
        );
    }
    for (const { tool, because } of spared)
      output.printMaskedMessage(`${name}: ${visibleName(tool)} is not used. ${because} --tool ${tool}`);
  }
  return plans.some(({ problem }) => problem !== '') ? exitCodes.unreachable : exitCodes.done;
}

const shorten = (text: string): string => (text.length <= 120 ? text : `${text.slice(0, 119)}…`);

/** Unreachable servers come first: without them nothing can be said about a contract. */
async function conclude(
  run: CommandRun,
  inspector: InspectorHandle,
  probed: ProbeView,
  { baseline: file, saveBaseline, only }: ProbeOptions | CompareOptions,
): Promise<{ code: ExitCode; changes: ContractChange[] }> {
  const { output } = run;
  const unreachable = probed.servers.some(({ state }) => state === 'failed');
  output.printMaskedMessage(`${probed.words}${unreachable ? ' Use misfire doctor to find out why.' : ''}`);
  const done = { code: unreachable ? exitCodes.unreachable : exitCodes.done, changes: [] };
  if (file === undefined && saveBaseline === undefined) return done;
  const { baseline } = await value(inspector.api.probeBaseline({ probe: probed.id }));
  if (saveBaseline !== undefined) {
    const kept = readBaseline(readForeignTextIfThere(run.path(saveBaseline)) ?? '');
    writeGivenFile(saveBaseline, run.path(saveBaseline), baselineText(mergeBaselines(kept, baseline, false)));
    output.printMaskedMessage(`The error contract is saved in ${saveBaseline}.`);
  }
  if (unreachable || file === undefined) return done;
  const saved = await loadBaseline(run, file);
  const changes = compareBaselines(saved, baseline, only.length > 0 ? only : undefined);
  for (const { server, provocation, words } of changes)
    output.printMaskedMessage(`${visibleName(server)}, ${provocation}: ${words}.`);
  output.printMaskedMessage(contractWords(changes));
  if (changes.some(({ kind }) => kind === 'added' || kind === 'removed'))
    output.printMaskedMessage(`If intended, update the baseline: --save-baseline ${file}`);
  else if (!changes.every(isServerChange))
    output.printMaskedMessage(`You can update the baseline: --save-baseline ${file}`);
  return { code: changes.some(isServerChange) ? exitCodes.failuresFound : exitCodes.done, changes };
}

async function loadBaseline(run: CommandRun, file: string): Promise<Baseline> {
  const baseline = readBaseline(await readInput(run, file));
  if (!baseline) throw new UsageError(`${file} is not a baseline file. Create one with --save-baseline.`);
  return baseline;
}

async function value<T>(answer: Promise<Answer<T>>): Promise<T> {
  const settled = await answer;
  if (!settled.ok) throw new UsageError(settled.error.message);
  return settled.value;
}
