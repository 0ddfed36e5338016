// `misfire import`: files into the log, a recording each. Needs the log for itself, as every writer does.

import type { JoinedCalls, RecordingView } from '../../../../shared/api/views.ts';
import type { Answer } from '../../../../shared/contract/api.ts';
import { count } from '../../../../shared/exchange/clip.ts';
import { failedCallWords, noFailedCalls } from '../../../../shared/incident/failed-calls.ts';
import { openInspector } from '../../../app/open-inspector.ts';
import type { InspectorHandle } from '../../../inspector/inspector-handle.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import { printOfFile } from '../../../inspector/recordings/print-of-file.ts';
import { transcriptParts } from '../../../inspector/transcripts/transcript-source.ts';
import { SpoolIntake } from '../../take-in-spool.ts';
import { openDataFolder } from '../common/open-data-folder.ts';
import { fileUnreadable, nameOf } from '../common/read-file.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { inputParts } from '../terminal/read-stdin.ts';
import { tellProblems } from './tell-problems.ts';

interface ImportCommandOptions {
  /** Also what the log already has. */
  again?: boolean;
  json: boolean;
  data?: string | undefined;
}

export async function importFiles(
  run: CommandRun,
  files: readonly string[],
  options: ImportCommandOptions,
): Promise<ExitCode> {
  const { output } = run;
  const dataDir = openDataFolder(run, options.data);
  // A transcript is joined with what its client was watched to send.
  const missing = await new SpoolIntake(dataDir).takeIn();
  if (missing !== '') output.printMessage(missing);
  const inspector = await openInspector({
    env: run.io.env,
    folder: run.io.folder,
    dataDir,
    version: appVersion(),
    abilities: { openExternal: false, secureStorage: false },
  });
  const running: { import: number | null; stopped: Promise<void> | null } = { import: null, stopped: null };
  // Half an import is none. Removing a large one takes a while, so there is no limit; a second signal leaves it to the next start.
  const release = run.cleanUpWhenStopped(() => {
    running.stopped = stop(run, inspector, running.import);
    return running.stopped;
  }, null);
  try {
    const { store } = value(await inspector.api.hello({}));
    if (store.kind !== 'sqlite') throw new UsageError(`Files cannot be imported right now. ${store.notice}`);
    for (const file of files) await importFile(run, inspector, file, options, running);
    return exitCodes.done;
  } catch (problem) {
    if (running.stopped === null) throw problem;
    await running.stopped;
    return exitCodes.stopped;
  } finally {
    await inspector.close();
    await release();
  }
}

async function stop({ output }: CommandRun, inspector: InspectorHandle, id: number | null): Promise<void> {
  if (id !== null) {
    output.printMessage('Removing what was imported of this file. Press Ctrl-C again to leave that to the next start.');
    await inspector.api.cancelImport({ import: id });
  }
  await inspector.close();
}

async function importFile(
  run: CommandRun,
  { api }: InspectorHandle,
  file: string,
  options: ImportCommandOptions,
  running: { import: number | null },
): Promise<void> {
  const { output } = run;
  const { size, print } = await look(run, file);
  const { import: id, known } = value(await api.startImport({ name: nameOf(file), print }));
  if (known && !options.again) {
    await api.cancelImport({ import: id });
    if (options.json) output.printJson({ ...summary(file, known, ''), known: true });
    else output.printLine(`${file}: already imported as recording ${known.id}. Use --again to import it again.`);
    return;
  }
  running.import = id;
  const progress = output.startProgress(`Importing ${file}`);
  try {
    let bytes = 0;
    for await (const text of textOf(run, file)) {
      value(await api.importPart({ import: id, text, last: false }));
      bytes += Buffer.byteLength(text);
      progress.update(`Importing ${file}`, megabytes(bytes), size === null ? null : megabytes(size), 'MB');
    }
  } catch (problem) {
    await api.cancelImport({ import: id });
    throw fileUnreadable(file, problem);
  } finally {
    progress.end();
  }
  const { recording, problems, format, calls } = value(await api.importPart({ import: id, text: '', last: true }));
  running.import = null;
  tellProblems(run, file, problems);
  if (!recording) return;
  const { messages, counted, id: number } = recording;
  if (options.json) output.printJson({ ...summary(file, recording, format), ...(calls ? { calls } : {}) });
  else {
    output.printLine(
      `${file}: ${format}, ${count(messages, 'message')}, ${failedCallWords(counted ?? noFailedCalls)}. Recording ${number}.`,
    );
    for (const line of calls ? joinedLines(calls) : []) output.printMaskedLine(line);
  }
}

/** Whether what its model got stands beside what the servers said. */
function joinedLines({ joined, apart }: JoinedCalls): string[] {
  const all = apart.reduce((sum, { count }) => sum + count, joined);
  return [
    `Joined with watched traffic: ${joined} of ${all} calls.`,
    ...apart.map(({ why, count }) => `  not joined: ${count}, ${why}`),
  ];
}

function textOf(run: CommandRun, file: string): AsyncIterable<string> | Iterable<string> {
  const path = run.path(file);
  return file === '-' ? inputParts(run) : transcriptParts(path);
}

const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

const summary = (file: string, { id, rows, messages, counted }: RecordingView, format: string) => ({
  file,
  recording: id,
  ...(format === '' ? {} : { format }),
  rows,
  messages,
  ...(counted ?? noFailedCalls),
});

/** Of stdin neither the size nor the contents are known before. */
async function look(run: CommandRun, file: string): Promise<{ size: number | null; print: string }> {
  try {
    return file === '-' ? { size: null, print: '' } : await printOfFile(run.path(file));
  } catch (problem) {
    throw fileUnreadable(file, problem);
  }
}

function value<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new UsageError(answer.error.message);
  return answer.value;
}
