// `misfire decode`: captures and transcripts in, one failure a line out. Reading and decoding are shared/'s; this owns files, pages and exit codes.

import { readdirSync } from 'node:fs';
import { type CaptureEntry, readCapture } from '../../../../shared/capture/capture.ts';
import { builtInDialects } from '../../../../shared/dialects/built-in.ts';
import { type DecodedLine, type FailedRow, failedRows, linesOf } from '../../../../shared/exchange/decode-capture.ts';
import { firstSeq } from '../../../../shared/exchange/ledger.ts';
import { formerNames } from '../../../../shared/filter/failure-group.ts';
import type { FindingFormat } from '../../../../shared/findings/check-finding.ts';
import { findingLines, fixLines } from '../../../../shared/findings/finding-words.ts';
import { FailedCallCounter, failedCallOf, failedCallWords } from '../../../../shared/incident/failed-calls.ts';
import type { JsonObject } from '../../../../shared/json/json.ts';
import { maskAlong, stderrOf } from '../../../../shared/mask/mask-detail.ts';
import type { Masker } from '../../../../shared/mask/masker.ts';
import { visibleName } from '../../../../shared/text/visible-text.ts';
import type { WireEvent } from '../../../../shared/wire.ts';
import type { LoadedDialects } from '../../../inspector/dialects/dialect-folder.ts';
import { dialectFolderOf } from '../../../inspector/paths/data-file-path.ts';
import { findingsOfDecode } from '../common/command-findings.ts';
import { dataFolderOf } from '../common/open-data-folder.ts';
import { nameOf, readInput } from '../common/read-file.ts';
import type { RecordingFlags } from '../common/recording-options.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { bold, cyan, dim, red, type Styled } from '../terminal/styled.ts';
import { captureText, recordingText } from './recording-text.ts';
import { tellProblems } from './tell-problems.ts';
import { openTranscript, placeInTranscript, type TranscriptFile, transcriptIn } from './transcript-file.ts';

export interface DecodeCommandOptions extends RecordingFlags {
  json: boolean;
  /** Left out: lines for people. */
  format?: FindingFormat | undefined;
  exitZero: boolean;
  /** The command that reports name. */
  command?: 'log';
  dialect?: string;
  /** The data folder, where a person's own dialects lie. */
  data?: string | undefined;
}

/** Without files it reads stdin. */
export async function decodeFiles(
  run: CommandRun,
  files: readonly string[],
  options: DecodeCommandOptions,
): Promise<ExitCode> {
  const { output } = run;
  if (options.recording !== undefined && files.length > 0) throw new UsageError('Give files or --recording, not both.');
  const dialects = await dialectsIn(dataFolderOf(run, options.data));
  for (const problem of dialects.problems) output.printMessage(`Ignored a dialect: ${problem}`);
  const known = dialects.all.map(({ id }) => id);
  if (options.dialect !== undefined && !known.includes(options.dialect)) {
    throw new UsageError(`Unknown dialect "${options.dialect}". Known: ${known.join(', ')}.`);
  }
  const masker = options.unmasked ? null : output.masker;
  // All are read before anything is printed: a name that is wrong should not be found out halfway.
  const texts = await readAll(run, files, options);
  if (!options.json && !options.format) await output.startPager();
  const told: { file: string | null; failure: DecodedLine; call: string }[] = [];
  let lines = 0;
  const count = { failedCalls: 0, expected: 0 };
  /** Several files may have the same one. */
  const causes = new Set<string>();
  for (const { file, text, transcript, isRecording } of texts) {
    const capture = transcript === null ? readCapture(text) : null;
    const entries = capture?.entries ?? transcript?.entries ?? [];
    const learning = { dialects: () => dialects.all, pinned: () => options.dialect };
    const passing = options.filter === '' ? null : await passingLines(entries, options.filter);
    const passes = ({ row }: FailedRow) => passing === null || passing.has(firstSeq(row.id));
    const failed = failedRows(entries, learning).filter(passes);
    const problems = capture?.problems ?? transcript?.problems ?? [];
    tellProblems(run, nameOf(file), problems);
    // Where nothing could be read, nobody knows whether anything failed.
    if (transcript === null && text.trim() === '') throw new UsageError(`${nameOf(file)} is empty.`);
    if (capture?.entries.length === 0 && problems.length > 0)
      throw new UsageError(`${nameOf(file)} contains nothing that Misfire can read.`);
    if (transcript !== null && !options.json) output.printMessage(transcriptWords(file, transcript));
    const { found, byLine } = transcript?.failures(failed) ?? {
      found: linesOf(failed, capture?.entries ?? [], capture?.started ?? 0),
      byLine: new Map((capture?.entries ?? []).map(({ line, event }) => [line, event])),
    };
    const counter = new FailedCallCounter(await quietIn(capture?.header ?? {}, failed));
    for (const { row } of failed) counter.take(row);
    const callAt = new Map(failed.map(({ row }) => [firstSeq(row.id), failedCallOf(row)]));
    // Line numbers alone do not tell several files apart.
    const where = texts.length > 1 ? { file } : {};
    for (const whole of found) {
      const masked = masker === null ? whole : withoutSecrets(masker, whole, byLine);
      const failure = transcript === null ? masked : placeInTranscript(masked, byLine);
      if (options.format) {
        const call = callAt.get(whole.request ?? whole.line);
        told.push({ file: isRecording ? null : file, failure, call: `${file}\n${call ?? `line ${whole.line}`}` });
      } else if (options.json) output.printJson({ ...where, ...failure });
      else for (const line of describe(failure, texts.length > 1 ? `${file}:` : 'line ')) output.printStyled(line);
    }
    lines += found.length;
    count.failedCalls += counter.count.failedCalls;
    count.expected += counter.count.expected;
    for (const cause of counter.causes) causes.add(cause);
  }
  if (options.format)
    output.printFindings(options.format, findingsOfDecode(options.command ?? 'decode', told, run.io.folder));
  if (!options.json)
    output.printMessage(
      lines === 0
        ? `No failed calls${options.filter === '' ? '' : ' match the filter'}.`
        : `${failedCallWords({ ...count, causes: causes.size })}.`,
    );
  return lines > 0 && !options.exitZero ? exitCodes.failuresFound : exitCodes.done;
}

/** Failures are decoded with all of the file as their context; the filter only chooses what is printed. */
async function passingLines(entries: Iterable<CaptureEntry>, filter: string): Promise<ReadonlySet<number>> {
  const { entriesThatPass } = await import('../../../inspector/log/entries-that-pass.ts');
  const passing = await entriesThatPass([...entries], filter);
  if (typeof passing === 'string') throw new UsageError(passing);
  return new Set(passing.map(({ line }) => line));
}

async function readAll(
  run: CommandRun,
  files: readonly string[],
  { recording: wanted, data }: DecodeCommandOptions,
): Promise<{ file: string; text: string; transcript: TranscriptFile | null; isRecording: boolean }[]> {
  const [given, recording] = typeof wanted === 'string' ? [[wanted], undefined] : [files, wanted];
  if (recording === undefined)
    return Promise.all(
      (given.length > 0 ? given : ['-']).map(async (file) => {
        // A transcript may be larger than any text can be, so it is read in parts.
        const transcript = file === '-' ? null : transcriptAt(run.path(file));
        if (transcript !== null) return { file, text: '', transcript, isRecording: false };
        const text = await readInput(run, file);
        const found = transcriptIn(text);
        const own = found === null ? captureText(run, nameOf(file), text) : text;
        return { file, text: own, transcript: found, isRecording: false };
      }),
    );
  const { name, text } = await recordingText(run, recording, data);
  return [{ file: name, text, transcript: null, isRecording: true }];
}

/** A file that cannot be opened is reported by the code that reads it as text. */
function transcriptAt(file: string): TranscriptFile | null {
  try {
    return openTranscript(file);
  } catch {
    return null;
  }
}

function transcriptWords(file: string, { calls, clientName, kind }: TranscriptFile): string {
  const count = calls === 1 ? '1 call' : `${calls} calls`;
  return `${nameOf(file)}: ${kind}${clientName === '' ? '' : ` of ${clientName}`}, ${count} to MCP servers.`;
}

/** The schema of dialects is loaded only for a person who has some. */
async function dialectsIn(dataDir: string): Promise<Pick<LoadedDialects, 'all' | 'problems'>> {
  const folder = dialectFolderOf(dataDir);
  if (folder === null || isEmpty(folder)) return { all: builtInDialects, problems: [] };
  const { loadDialects } = await import('../../../inspector/dialects/dialect-folder.ts');
  return loadDialects(folder);
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return true;
  }
}

/** What the person who exported the capture marked as expected or resolved. An earlier version may have named the groups. */
async function quietIn(header: JsonObject, failed: readonly FailedRow[]): Promise<ReadonlySet<string>> {
  // Most captures have no marks, and need no schema of marks.
  if (header.marks === undefined && header.renamedGroups === undefined) return new Set();
  const { Marks, marksInHeader } = await import('../../../inspector/log/counts/marks.ts');
  const { quiet } = new Marks(marksInHeader({ header: () => JSON.stringify(header), change: () => {} }));
  if (quiet.size === 0) return quiet;
  const former = failed.filter(({ row, failure }) =>
    formerNames({ ...row, class: failure.class }, failure.layer).some((name) => quiet.has(name)),
  );
  return new Set([...quiet, ...former.flatMap(({ row }) => row.group ?? [])]);
}

/** Words of others without their secrets; what Misfire concluded, and where it found it, stays as it is. */
function withoutSecrets(masker: Masker, failure: DecodedLine, byLine: ReadonlyMap<number, WireEvent>): DecodedLine {
  const texts = [failure.request, failure.line].map((line) => {
    const event = line === null ? undefined : byLine.get(line);
    if (event === undefined) return undefined;
    return event.lane === 'http' ? event.http.body : event.lane === 'life' ? event.message : event.text;
  });
  const masked = maskAlong(masker, [...texts.filter((text) => text !== undefined), ...stderrOf(failure)], failure);
  const { server, method, layer, carrier, origin, fault, owner, certainty, code, codeName, category } = failure;
  const { severity, retry, dialect, ending } = failure;
  const concluded = {
    server: masker.mask(server),
    method,
    layer,
    carrier,
    origin,
    fault,
    owner,
    certainty,
    code,
    codeName,
    category,
    severity,
    retry,
    dialect,
    ending,
  };
  return { ...masked, ...concluded, class: failure.class };
}

function describe(failure: DecodedLine, place: string): Styled[] {
  const target = failure.target === null ? '' : visibleName(failure.target);
  const call = [failure.method, target].filter(Boolean).join(' ');
  const name = failure.codeName === failure.code ? null : failure.codeName;
  const code = [failure.code, name].filter((part) => part !== null).join(' ');
  const disguised = failure.flagged ? '' : ' (reported as success)';
  const rehearsed = failure.rehearsed ? ` (rehearsed, ${failure.injected})` : '';
  return [
    [
      dim(`${place}${failure.line}`),
      '  ',
      cyan(visibleName(failure.server)),
      `  ${call || '–'}  `,
      red(`${failure.title}${code ? ` [${code}]` : ''}`),
      disguised,
      rehearsed,
    ],
    ['    ', bold(failure.sentence)],
    ...findingLines(failure).map((line) => `    ${line}`),
    ...fixLines(failure).map((step): Styled => ['    ', cyan('→'), ` ${step}`]),
  ];
}
