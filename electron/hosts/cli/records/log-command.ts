// `misfire log`: rows of a recording on stdout, oldest first, masked. Also lists the recordings, and goes on as rows come.

import { endingLine, endingSaysMore } from '../../../../shared/ending/ending-words.ts';
import type { PairedRow } from '../../../../shared/exchange/ledger.ts';
import type { Failure } from '../../../../shared/failure.ts';
import { leftOutWords } from '../../../../shared/filter/left-out.ts';
import { rowHasFailed } from '../../../../shared/filter/row-facts.ts';
import { checkVerdictLine } from '../../../../shared/findings/finding-words.ts';
import { FailedCallCounter, failedCallWords } from '../../../../shared/incident/failed-calls.ts';
import { asSentence } from '../../../../shared/text/as-sentence.ts';
import { duration } from '../../../../shared/text/duration.ts';
import { visibleName } from '../../../../shared/text/visible-text.ts';
import { type Row, shownWords } from '../../../../shared/timeline.ts';
import type { ReadOnlyLog } from '../../../inspector/log/read-only-log.ts';
import { recordingName } from '../../../inspector/recordings/recording-name.ts';
import type { RecordingFlags } from '../common/recording-options.ts';
import type { StopRequest } from '../terminal/command-io.ts';
import { type CommandRun, stopLimitMs } from '../terminal/command-run.ts';
import { type ExitCode, exitCodeOf, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { type CountedRecording, recordingTable, rowTable } from './log-table.ts';
import { openChosenRecordings, recordingNumber } from './open-recordings.ts';
import { type Kept, openStoredLog } from './stored-recording.ts';

export interface LogCommandOptions extends RecordingFlags {
  recordings: boolean;
  limit?: number;
  follow: boolean;
  json: boolean;
  exitZero: boolean;
  data?: string | undefined;
}

const page = 200;
/** How often a log that another Misfire writes is asked whether it changed, and how far back rows may still change. */
const followMs = 300;
const followRows = 2_000;

export async function printLog(run: CommandRun, filter: string, options: LogCommandOptions): Promise<ExitCode> {
  const { output } = run;
  if (options.follow && typeof options.recording === 'string')
    throw new UsageError('A file does not grow here. Leave out --follow.');
  if (options.follow) return followFrom(run, run.io.watchStops(stopLimitMs), filter, options);
  const kept = await openChosenRecordings(run, options);
  try {
    if (!options.json) await output.startPager();
    if (options.recordings) {
      const counted = kept.recordings().map((recording) => ({ ...recording, counted: kept.count(recording) }));
      if (options.json)
        for (const { counted: figures, ...recording } of counted)
          output.printJson({ ...recording, ...figures, name: recordingName(recording) });
      else printRecordings(run, counted);
      return exitCodes.done;
    }
    const print = printer(run, options, false);
    const failedCalls = await printOnce(run, kept, filter, options, print);
    return failedCalls > 0 && !options.exitZero ? exitCodes.failuresFound : exitCodes.done;
  } finally {
    kept.close();
  }
}

/** Returns how many failed calls the rows that pass belong to. */
async function printOnce(
  { output }: CommandRun,
  kept: Kept,
  filter: string,
  options: LogCommandOptions,
  print: Print,
): Promise<number> {
  const { log } = await kept.open(recordingNumber(options.recording));
  const { total, leftOut, rows } = await openRows(log, filter);
  const first = Math.max(0, total - (options.limit ?? total));
  const counter = new FailedCallCounter(log.marks.quiet);
  for (let from = 0; from < total; from += page) {
    const read = rows(from, Math.min(from + page, total));
    for (const row of read) counter.take(row);
    print(read.slice(Math.max(0, first - from)), log);
  }
  // Beside the rows, so that it is said with --json too.
  if (leftOut !== '') output.printMessage(leftOut);
  if (!options.json) {
    const hidden = log.counters.rows - total;
    const words = [
      `${total} row${total === 1 ? '' : 's'}`,
      ...(first > 0 ? [`the newest ${total - first} printed`] : []),
      failedCallWords(counter.count),
      ...(hidden > 0 ? [`${hidden} hidden by the filter`] : []),
    ];
    output.printMessage(`${words.join(', ')}.`);
  }
  return counter.count.failedCalls;
}

/** Also where nothing was recorded yet: then it waits for the first traffic. */
async function followFrom(
  run: CommandRun,
  stop: StopRequest,
  filter: string,
  options: LogCommandOptions,
): Promise<ExitCode> {
  let stopped: ExitCode | null = null;
  void stop.asked.then((signal) => {
    stopped = exitCodeOf(signal);
  });
  const pause = async (): Promise<ExitCode | null> => {
    await Promise.race([stop.asked, new Promise((resolve) => setTimeout(resolve, followMs))]);
    return stopped;
  };
  try {
    const kept = await openStoredLog(run, options.data, async () => (await pause()) === null).catch((problem) => {
      if (stopped === null) throw problem;
      return null;
    });
    if (kept === null) return stopped ?? exitCodes.done;
    try {
      return await follow(kept, pause, filter, options, printer(run, options, true));
    } finally {
      kept.close();
    }
  } finally {
    stop.release();
  }
}

/** Each row once, when nothing more is to come for it. */
async function follow(
  kept: Kept,
  pause: () => Promise<ExitCode | null>,
  filter: string,
  options: LogCommandOptions,
  print: Print,
): Promise<ExitCode> {
  const { recording } = options;
  let printed = new Set<number>();
  let seen: number | null = null;
  for (let isFirst = true; ; isFirst = false) {
    const stopped = isFirst ? null : await pause();
    if (stopped !== null) return stopped;
    if (!isFirst) await kept.refresh();
    // Asked first, so that what is written while rows are read is looked at the next time.
    const version = kept.version();
    if (version === seen) continue;
    seen = version;
    const { log } = await kept.open(recordingNumber(recording));
    const { total, rows } = await openRows(log, filter);
    const settled = rows(Math.max(0, total - followRows), total).filter(({ pending }) => !pending);
    const fresh = settled.filter(({ id }) => !printed.has(id));
    const skipped = isFirst ? Math.max(0, fresh.length - (options.limit ?? fresh.length)) : 0;
    print(fresh.slice(skipped), log);
    printed = new Set(settled.map(({ id }) => id));
  }
}

type Print = (rows: readonly Row[], log: ReadOnlyLog) => void;

/** `isLive`: rows of now, which have a clock time instead of an age. */
function printer(run: CommandRun, { json }: LogCommandOptions, isLive: boolean): Print {
  const { output } = run;
  const { masker } = output;
  const masked = (text: string) => masker.mask(text);
  const terminal = output.terminal;
  if (!json && terminal.isTerminal) return rowTable(run, terminal.columns, isLive, masked);
  return (rows, log) => {
    for (const row of rows) {
      const server = log.serverName(row.server);
      if (json) output.printJson({ ...masker.value(row), server: masked(server) });
      else output.printLine(lineOfRow(row, server, log.failureOf(row), masked));
    }
  };
}

async function openRows(
  log: ReadOnlyLog,
  filter: string,
): Promise<{ total: number; leftOut: string; rows: (from: number, to: number) => Row[] }> {
  const view = await log.views.open(filter);
  if (view && 'problem' in view) throw new UsageError(view.problem);
  const total = view ? view.ords.length : log.counters.rows;
  return {
    total,
    leftOut: leftOutWords(view?.cut.size ?? 0),
    rows: (from, to) =>
      view ? log.store.rowsAt(view.ords.slice(from, to)) : log.store.rowsFrom(from, Math.max(0, to - from)),
  };
}

/** Each text is masked by itself: one that was cut within quotes would hide where the next begins. */
export function lineOfRow(
  row: PairedRow,
  server: string,
  failure: Failure | null,
  masked: (text: string) => string,
): string {
  const target = row.target === null ? '' : visibleName(masked(row.target));
  const call = [row.method ?? row.kind, target, masked(row.args)].filter(Boolean).join(' ');
  const times = row.times > 1 ? `× ${row.times.toLocaleString('en')}` : '';
  const { headline, detail } = shownWords(row);
  const told = failure === null ? detail : `${asSentence(failure.sentence)} ${checkVerdictLine(failure)}`;
  const ending = row.ending !== null && endingSaysMore(row.ending) ? endingLine(row.ending) : '';
  const rehearsed = row.rehearsed === null ? '' : `rehearsed ${row.rehearsed.injected}`;
  // A line of stderr is called that already.
  const head = headline === call ? '' : headline;
  const said = [times, rehearsed, ...[head, row.code ?? '', told, ending].map(masked)].filter(Boolean).join(' · ');
  const took = row.latencyMs === null ? '' : `  ${duration(row.latencyMs)}`;
  return `${new Date(row.at).toISOString().slice(11, 23)}  ${rowHasFailed(row) ? '✗' : ' '} ${visibleName(masked(server))}  ${call}  ${said}${took}`;
}

function printRecordings({ output }: CommandRun, recordings: readonly CountedRecording[]): void {
  const { isTerminal, columns } = output.terminal;
  if (!isTerminal) for (const recording of recordings) output.printLine(describeRecording(recording));
  else for (const line of recordingTable(recordings, columns)) output.printStyled(line);
}

function describeRecording(recording: CountedRecording): string {
  const { id, kind, rows, counted, bytes } = recording;
  return `${String(id).padStart(4)}  ${recordingName(recording)}  ${kind}  ${rows} rows, ${failedCallWords(counted)}  ${Math.round(bytes / 1000)} kB`;
}
