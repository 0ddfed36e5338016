// `misfire compare BEFORE AFTER`: two recordings, call by call. Nothing is sent.

import {
  type ComparedCall,
  comparedWords,
  compareRecordings,
  countVerdicts,
  isNewFailure,
  outcomeSentence,
  type RecordedLine,
  type RecordedOutcome,
} from '../../../../shared/features/compare/compare-recordings.ts';
import type { Case, Finding, Findings } from '../../../../shared/findings/check-finding.ts';
import { AnyReader } from '../../../../shared/formats/read-any.ts';
import { verdictNames } from '../../../../shared/retry/replay-verdict.ts';
import { markdownText, visibleName } from '../../../../shared/text/visible-text.ts';
import { methodAndTarget } from '../../../hosts/cli/common/command-findings.ts';
import { placeInFile } from '../../../hosts/cli/common/finding-place.ts';
import { nameOf, readInput } from '../../../hosts/cli/common/read-file.ts';
import { passing, recordingText } from '../../../hosts/cli/records/recording-text.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import type { CompareFormat } from './probe-command.ts';

interface Options {
  filter: string;
  json: boolean;
  format?: CompareFormat | 'rows' | undefined;
  data: string | undefined;
}

export async function compareTwo(
  run: CommandRun,
  references: readonly string[],
  { json, format = 'rows', filter, data }: Options,
): Promise<ExitCode> {
  const { output } = run;
  const [before, after] = references;
  if (before === undefined || after === undefined || references.length > 2)
    throw new UsageError('Name two recordings: files, numbers of the log, or - for stdin.');
  if (format === 'csv' || format === 'html')
    throw new UsageError(`Two recordings have the formats rows, md, json, junit, sarif and github, not ${format}.`);
  const [first, second] = [await linesOf(run, before, data), await linesOf(run, after, data)];
  const all = compareRecordings(await passing(first, filter), await passing(second, filter));
  const shown = all.filter(({ verdict }) => verdict !== 'same');
  if (format === 'junit' || format === 'sarif' || format === 'github')
    output.printFindings(format, findingsOfRecordings(after, all, run.io.folder));
  else if (json || format === 'json') for (const call of all) output.printMaskedJson(call);
  else if (format === 'md') {
    for (const line of markdown(shown)) output.printMaskedLine(line);
  } else for (const call of shown) for (const line of rowLines(call)) output.printMaskedLine(line);
  if (!json && format !== 'json') output.printMessage(comparedWords(countVerdicts(all)));
  return all.some(isNewFailure) ? exitCodes.failuresFound : exitCodes.done;
}

async function linesOf(run: CommandRun, reference: string, data: string | undefined): Promise<RecordedLine[]> {
  const isNumber = /^\d{1,9}$/.test(reference);
  const text = isNumber ? (await recordingText(run, Number(reference), data)).text : await readInput(run, reference);
  const reader = new AnyReader();
  const lines = [...reader.read(text), ...reader.finish()].map((event, index) => ({ line: index + 1, event }));
  if (lines.length === 0) throw new UsageError(`${nameOf(reference)} contains nothing that Misfire can read.`);
  return lines;
}

const names: Record<ComparedCall['verdict'], string> = {
  ...verdictNames,
  same: 'Same',
  'only before': 'Only before',
  'only after': 'Only after',
};

const callWords = ({ method, target, args }: ComparedCall): string =>
  [method, target === null ? '' : visibleName(target), args].filter(Boolean).join(' ');

/** A call that fails in another way than before has failed; one that is no longer made was not tried. */
function findingsOfRecordings(file: string, all: readonly ComparedCall[], folder: string): Findings {
  const outcome = (call: ComparedCall) =>
    call.verdict === 'only before' ? 'skipped' : isNewFailure(call) ? 'failed' : 'passed';
  const messageOf = (call: ComparedCall) =>
    `${names[call.verdict]}: ${call.after === null ? call.because : outcomeSentence(call.after)}`;
  const cases = all.map((call): Case => {
    const message = outcome(call) === 'passed' ? '' : messageOf(call);
    const name = [methodAndTarget(call), call.args].filter(Boolean).join(' ');
    return { server: visibleName(call.server), name, outcome: outcome(call), message, ms: null };
  });
  const findings = all.filter(isNewFailure).map(
    (call): Finding => ({
      rule: `compare-${call.verdict.replaceAll(' ', '-')}`,
      level: 'error',
      message: messageOf(call),
      fix: call.because,
      server: visibleName(call.server),
      about: methodAndTarget(call),
      at: placeInFile(file === '-' ? 'stdin' : file, call.after?.line ?? 1, folder),
    }),
  );
  return { command: 'compare', version: appVersion(), cases, findings };
}

function rowLines(call: ComparedCall): string[] {
  const { before, after, verdict, because } = call;
  return [
    `${names[verdict].padEnd(17)}  ${callWords(call)}`,
    ...(before ? [`    before: ${outcomeSentence(before)}`] : []),
    ...(after ? [`    after:  ${outcomeSentence(after)}`] : []),
    ...(verdict === 'different' || verdict === 'worse' ? [`    ${because}`] : []),
  ];
}

function markdown(calls: readonly ComparedCall[]): string[] {
  const cell = (text: string) => markdownText(text.slice(0, 300));
  const outcome = (one: RecordedOutcome | null) => (one === null ? '–' : cell(outcomeSentence(one)));
  return [
    '| Verdict | Call | Before | After |',
    '|---|---|---|---|',
    ...calls.map(
      (call) =>
        `| ${names[call.verdict]} | ${cell(callWords(call))} | ${outcome(call.before)} | ${outcome(call.after)} |`,
    ),
  ];
}
