// `misfire export --format parquet DIR`: the exchanges, failures and attempts of a recording as columns, for a SQL engine.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { leftOutWords } from '../../../../shared/filter/left-out.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import { ParquetRecords } from '../../../inspector/recordings/parquet-records.ts';
import { wholeFilter } from '../common/recording-options.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import type { ExportCommandOptions } from './export-command.ts';
import { openChosenRecordings, recordingNumber } from './open-recordings.ts';

/** Their messages are read at once. */
const page = 50;

/** `words`: the folder, then the filter. */
export async function exportParquet(
  run: CommandRun,
  words: readonly string[],
  options: ExportCommandOptions,
): Promise<ExitCode> {
  const { output } = run;
  if (options.preview) throw new UsageError('--preview does not work with --format parquet.');
  const [named, ...rest] = options.out === undefined ? words : [options.out, ...words];
  const folder = checkFolder(run, named, options.append ?? false);
  const { ParquetFiles } = await import('./parquet-files.ts');
  const kept = await openChosenRecordings(run, options);
  try {
    const { log, recording } = await kept.open(recordingNumber(options.recording));
    const view = await log.views.open(wholeFilter(rest, options.filter));
    if (view && 'problem' in view) throw new UsageError(view.problem);
    const leftOut = leftOutWords(view?.cut.size ?? 0);
    if (leftOut !== '') output.printMessage(leftOut);
    const machine = options.machine ?? hostname();
    const name = fileName(machine, log.store.recording, recording.startedAt);
    const files = new ParquetFiles(folder, name, `misfire version ${appVersion()}`);
    const { masker } = output;
    const content = options.content ?? false;
    const records = new ParquetRecords({ log, machine, masker, content, now: Date.now() });
    const release = run.cleanUpWhenStopped(() => files.discard());
    const progress = output.startProgress('Exporting');
    try {
      const total = view ? view.ords.length : log.counters.rows;
      for (let from = 0; from < total; from += page) {
        const to = Math.min(from + page, total);
        const rows = view ? log.store.rowsAt(view.ords.slice(from, to)) : log.store.rowsFrom(from, to - from);
        for (const { table, record } of records.of(rows)) files.add(table, record);
        progress.update('Exporting', to, total, 'rows');
        await run.nextPart();
      }
      const written = files.finish();
      progress.end();
      say(run, folder, machine, { ...files.counts, ...written }, options.json);
    } catch (problem) {
      files.discard();
      if ((problem as NodeJS.ErrnoException).code === undefined) throw problem;
      throw new UsageError(`${folder} cannot be written: ${(problem as Error).message}.`);
    } finally {
      progress.end();
      await release();
    }
    return exitCodes.done;
  } finally {
    kept.close();
  }
}

function checkFolder(run: CommandRun, named: string | undefined, append: boolean): string {
  if (named === undefined) throw new UsageError('Name a folder: misfire export --format parquet DIR.');
  // A forgotten folder would otherwise make one called is:failed. One letter is a drive of Windows.
  if (/^-?[a-z]{2,}:/i.test(named))
    throw new UsageError(
      `${named} looks like a filter. Name the folder first: misfire export --format parquet DIR ${named}`,
    );
  const folder = run.path(named);
  if (!existsSync(folder)) return folder;
  if (!statSync(folder).isDirectory()) throw new UsageError(`${named} is a file. Name a folder.`);
  if (!append && readdirSync(folder).length > 0)
    throw new UsageError(`${named} is not empty. Use --append to add to it, or name a new folder.`);
  return folder;
}

/** The same recording of the same machine has the same files, so that a second export replaces the first. */
function fileName(machine: string, recording: number, startedAt: number): string {
  const safe = machine.replace(/[^\p{L}\p{N}_-]/gu, '-').slice(0, 80);
  return `${safe || 'machine'}-${recording}-${Math.floor(startedAt)}`;
}

function say(
  { output }: CommandRun,
  folder: string,
  machine: string,
  counted: { exchanges: number; failures: number; attempts: number; files: number; bytes: number },
  json: boolean,
): void {
  if (json) {
    output.printJson({ folder, machine, ...counted });
    return;
  }
  const { exchanges, failures, attempts, files, bytes } = counted;
  const number = (value: number) => value.toLocaleString('en');
  const rows = `${number(exchanges)} exchanges, ${number(failures)} failed rows and ${number(attempts)} attempts`;
  output.printMessage(`${rows} written to ${folder} (${number(files)} files, ${number(Math.ceil(bytes / 1000))} kB).`);
}
