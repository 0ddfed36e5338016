// `misfire report-card`: recordings in, a report card per client out. Reading and judging are shared/'s; this owns files, which of
// them belong together, and exit codes.

import { type Capture, readCapture } from '../../../../shared/capture/capture.ts';
import type { ReportCard } from '../../../../shared/features/report-card/card.ts';
import type { CardFormat } from '../../../../shared/features/report-card/card-formats.ts';
import { clientName } from '../../../../shared/features/report-card/card-words.ts';
import { writeCards } from '../../../../shared/features/report-card/formats.ts';
import { type CardLine, type CardPiece, cardLines } from '../../../../shared/features/report-card/print.ts';
import { type RunSource, readRun, sourceOf } from '../../../../shared/features/report-card/recorded-run.ts';
import { reportCard } from '../../../../shared/features/report-card/report-card.ts';
import { reportCardPage } from '../../../../shared/features/report-card/report-card-page.ts';
import { textWidth, wrapText } from '../../../../shared/text/text-width.ts';
import { terminalJson } from '../../../../shared/text/visible-text.ts';
import type { WantedRecording } from '../../../hosts/cli/common/command-options.ts';
import { placeInFile } from '../../../hosts/cli/common/finding-place.ts';
import { readInput } from '../../../hosts/cli/common/read-file.ts';
import { givenRecordings, passing } from '../../../hosts/cli/records/recording-text.ts';
import { tellProblems } from '../../../hosts/cli/records/tell-problems.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { bold, dim, green, red, type StyledSpan, yellow } from '../../../hosts/cli/terminal/styled.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import { reportViewer } from '../../../inspector/paths/report-viewer.ts';
import { readModel } from './read-model.ts';

interface ReportCardOptions {
  /** What the model of the client asked for and got. */
  model?: string | undefined;
  /** What the client showed to the person. */
  shown?: string | undefined;
  format?: CardFormat | undefined;
  recording?: WantedRecording | undefined;
  filter: string;
  data: string | undefined;
}

export async function gradeFiles(
  run: CommandRun,
  files: readonly string[],
  options: ReportCardOptions,
): Promise<ExitCode> {
  const { output } = run;
  const given = await givenRecordings(run, files, options);
  const captures = await Promise.all(
    given.map(async ({ name, text }) => ({
      file: name,
      capture: await readRecording(run, name, text, options.filter),
    })),
  );
  const groups = sourcesByClient(captures);
  if (groups.length > 1 && (options.model !== undefined || options.shown !== undefined)) {
    const names = groups.map(([name]) => name || 'an unnamed client').join(', ');
    throw new UsageError(`--model and --shown belong to one client, and these files are of ${names}.`);
  }
  const shown = options.shown === undefined ? undefined : await readInput(run, options.shown);
  const cards: ReportCard[] = [];
  for (const [, sources] of groups) {
    const recorded = readRun(sources);
    const model = options.model === undefined ? undefined : await readModel(run, options.model, recorded);
    cards.push(reportCard({ run: recorded, ...(model ? { model } : {}), ...(shown === undefined ? {} : { shown }) }));
  }
  if (options.format === undefined) await output.startPager();
  printCards(run, cards, options.format);
  return hasFailed(cards) ? exitCodes.failuresFound : exitCodes.done;
}

export const hasFailed = (cards: readonly ReportCard[]): boolean =>
  cards.some(({ rules }) => rules.some(({ verdict }) => verdict === 'fail'));

/** Also for `misfire rehearse`, which has its cards already. Secrets are masked. */
export function printCards(
  { io, output }: CommandRun,
  cards: readonly ReportCard[],
  format: CardFormat | undefined,
): void {
  const masked = output.masker.value(cards) as readonly ReportCard[];
  if (format === undefined) {
    const { isTerminal, columns } = output.terminal;
    const lines = isTerminal ? cardLines(masked).flatMap((line) => fitted(line, columns)) : cardLines(masked);
    for (const line of lines) output.printMaskedStyled(line.length === 0 ? '' : line.map(styled));
    for (const card of cards)
      if (card.injected === 0)
        output.printMessage(`Nothing was rehearsed: ${clientName(card)} is judged by real failures.`);
    return;
  }
  if (format === 'html') {
    const page = { viewer: reportViewer(), version: appVersion(), madeAt: io.now(), masked: output.masker.summary() };
    output.write(reportCardPage(masked, page).text);
    return;
  }
  const placeOf = (ref: { row: number; file?: string } | undefined) =>
    placeInFile(ref?.file ?? 'package.json', ref?.file === undefined ? 1 : ref.row, io.folder);
  const text = writeCards(format, masked, { version: appVersion(), placeOf });
  output.write(format === 'json' ? terminalJson(text) : text);
}

const tones: Record<NonNullable<CardPiece['tone']>, (text: string) => StyledSpan> = {
  good: green,
  middle: yellow,
  bad: red,
  quiet: dim,
  strong: bold,
};
const styled = ({ text, tone }: CardLine[number]): string | StyledSpan =>
  tone === undefined ? text : tones[tone](text);

/** A line that is too long goes on below, piece by piece. */
function fitted(line: CardLine, columns: number): CardLine[] {
  if (textWidth(line.map(({ text }) => text).join('')) <= columns) return [line];
  return line.flatMap((piece, at) => {
    const indent = at === 0 ? '' : '    ';
    const parts = wrapText(piece.text.trim(), columns - indent.length);
    return parts.map((text): CardLine => [{ ...piece, text: indent + text }]);
  });
}

async function readRecording(run: CommandRun, name: string, text: string, filter: string): Promise<Capture> {
  const capture = readCapture(text);
  tellProblems(run, name, capture.problems);
  if (capture.entries.length === 0)
    throw new UsageError(`${name} contains no recorded message. Name a recording that Misfire made.`);
  const entries = await passing(capture.entries, filter);
  if (entries.length === 0) throw new UsageError(`Nothing in ${name} matches the filter.`);
  return { ...capture, entries };
}

/** Files of one client are one run: each process of a server that it starts leaves a file. */
function sourcesByClient(files: readonly { file: string; capture: Capture }[]): [string, RunSource[]][] {
  const groups = new Map<string, RunSource[]>();
  for (const { file, capture } of files) {
    const source = sourceOf(file, capture);
    const name = readRun([source]).client?.name ?? '';
    groups.set(name, [...(groups.get(name) ?? []), source]);
  }
  return [...groups];
}
