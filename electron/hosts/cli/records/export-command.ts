// `misfire export`: a recording as a file, masked, on stdout or where --out says.

import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { ExportFormat } from '../../../../shared/capture/format-names.ts';
import { identityOfRow } from '../../../../shared/diff/verdict.ts';
import { leftOutWords } from '../../../../shared/filter/left-out.ts';
import { shellWord } from '../../../../shared/snippets/shell.ts';
import { terminalJson } from '../../../../shared/text/visible-text.ts';
import type { Row } from '../../../../shared/timeline.ts';
import { chooseFrom } from '../../../features/replay/bulk.ts';
import { expectedFailure, writeReproSet } from '../../../features/replay/repro-set.ts';
import { serverBehind } from '../../../features/replay/server-behind.ts';
import { writeGivenFile } from '../../../foreign-files/given-file.ts';
import { SavedServers } from '../../../inspector/connections/saved-servers.ts';
import type { ReadOnlyLog } from '../../../inspector/log/read-only-log.ts';
import type { OpenView } from '../../../inspector/log/search/filtered-views.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import { exportText } from '../../../inspector/recordings/export-text.ts';
import { dataFolderOf } from '../common/open-data-folder.ts';
import type { RecordingFlags } from '../common/recording-options.ts';
import { writeCompleteFile } from '../help/complete-file.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import type { TerminalProgress } from '../terminal/progress.ts';
import { openChosenRecordings, recordingNumber } from './open-recordings.ts';

export interface ExportCommandOptions extends RecordingFlags {
  format: ExportFormat | 'repro' | 'parquet';
  out?: string;
  preview: boolean;
  /** For Parquet only. */
  append?: boolean;
  content?: boolean;
  machine?: string;
  json: boolean;
  data?: string | undefined;
}

export async function exportRecording(
  run: CommandRun,
  filter: string,
  { format, ...options }: ExportCommandOptions & { format: ExportFormat | 'repro' },
): Promise<ExitCode> {
  const { output } = run;
  const { mask: patterns, keep, out } = options;
  const kept = await openChosenRecordings(run, options);
  try {
    const { log, recording } = await kept.open(recordingNumber(options.recording));
    const view = await log.views.open(filter);
    if (view && 'problem' in view) throw new UsageError(view.problem);
    const leftOut = leftOutWords(view?.cut.size ?? 0);
    if (leftOut !== '') output.printMessage(leftOut);
    if (view?.ords.length === 0) output.printMessage(nothingMatches(filter));
    if (format === 'repro') {
      writeRepro(run, log, view, options);
      return exitCodes.done;
    }
    const { masker } = output;
    const masked = () => masker.summary().map(({ kind, label, count, examples }) => ({ kind, label, count, examples }));
    const source = { log, recording, view, version: appVersion(), options: { format, filter, patterns, keep }, masker };
    const far = { share: 0 };
    if (options.preview) {
      for await (const _ of exportText(source));
      if (options.json) output.printJson({ preview: true, masked: masked() });
      else output.printMessage(maskedWords(masked(), 'would be masked. Nothing was written.'));
      return exitCodes.done;
    }
    const writeTo = async (stream: Writable, progress: TerminalProgress | null) => {
      for await (const text of exportText({ ...source, progress: far })) {
        if (far.share > 0) progress?.update('Exporting', Math.floor(far.share * 100), 100, '%');
        // On a terminal nothing is obeyed and nothing unseen; in JSON an escape means the same. A report is written so in any case.
        const quiet = out !== undefined || format === 'html' ? text : terminalJson(text);
        if (!stream.write(quiet)) await once(stream, 'drain');
        await run.nextPart();
      }
    };
    if (out === undefined) await writeTo(run.io.stdout, null);
    else {
      const progress = output.startProgress('Exporting');
      await writeCompleteFile(run, out, (stream) => writeTo(stream, progress)).finally(() => progress.end());
    }
    if (options.json && out !== undefined) output.printJson({ file: out, masked: masked() });
    else output.printMessage(maskedWords(masked(), `masked${out === undefined ? '' : ` in ${out}`}.`));
    return exitCodes.done;
  } finally {
    kept.close();
  }
}

/** A file's name without --out is a filter. */
function nothingMatches(filter: string): string {
  const file = /\.(?:jsonl?|har|html?)$/i.test(filter) ? ` To write to a file: --out ${shellWord([filter])}` : '';
  return `No row matches ${filter}.${file}`;
}

/** Secrets become variables of the environment, so nothing is masked and nothing is left in. */
function writeRepro(
  run: CommandRun,
  log: ReadOnlyLog,
  view: OpenView | null,
  { out, data, preview }: Omit<ExportCommandOptions, 'format'>,
): void {
  const { output } = run;
  const rows = view ? log.store.rowsAt(view.ords.slice(0, view.ords.length)) : failedRows(log);
  const { chosen, leftOut } = chooseFrom(log, rows);
  for (const left of leftOut) output.printMessage(`Skipped: ${left}.`);
  if (chosen.length === 0) throw new UsageError('There are no failing calls to export.');
  const servers = new Map(new SavedServers(dataFolderOf(run, data)).load().map(({ id, config }) => [id, config]));
  const sources = chosen.map(({ call: { row, method, params, failure } }) => {
    const config = servers.get(row.server);
    const identity = identityOfRow(row, failure);
    // A failure that was marked as expected stays one.
    const isExpected = identity !== null && row.group !== null && log.marks.quiet.has(row.group);
    return {
      server: log.serverName(row.server),
      behind: serverBehind(log.store, row, config && { config }),
      method,
      params,
      title: row.headline,
      failure: identity,
      expected: isExpected ? expectedFailure(identity) : 'fixed',
    };
  });
  const calls = `${sources.length} call${sources.length === 1 ? '' : 's'}`;
  if (preview) {
    output.printMessage(`${calls} would be written. Nothing was written.`);
    return;
  }
  const text = writeReproSet(sources);
  if (out === undefined) run.io.stdout.write(text);
  else {
    writeGivenFile(out, run.path(out), text, 0o600);
    output.printMessage(`${calls} written to ${out}. Run them with: misfire replay ${shellWord([out])}`);
  }
}

const failedPage = 1000;

/** Oldest first. */
function* failedRows(log: ReadOnlyLog): Generator<Row> {
  for (let after = -1; ; ) {
    const rows = log.store.failedRows(after, 'newer', failedPage);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < failedPage) return;
    after = last.ord;
  }
}

/** How many secrets of which kinds, and how one of each looks now. */
function maskedWords(masked: readonly { label: string; count: number; examples: string[] }[], said: string): string {
  const total = masked.reduce((sum, { count }) => sum + count, 0);
  const kinds = masked.map(({ label, count, examples }) => `  ${label} × ${count}, such as ${examples[0] ?? ''}`);
  return [`${total} secret${total === 1 ? '' : 's'} ${said}`, ...kinds].join('\n');
}
