// `misfire import`: files into the log, a recording each. Needs the log for itself, as every writer does.

import { createReadStream } from 'node:fs';
import type { Answer } from '../../../shared/api/api.ts';
import { failureCountWords } from '../../../shared/filter/failure-count.ts';
import { openInspector } from '../../inspector/inspector.ts';
import { appVersion } from '../../inspector/paths/app-paths.ts';
import { type ExitCode, exitCodes, UsageError } from './exit-codes.ts';
import { openDataFolder } from './open-data-folder.ts';
import { printJson, printLine, printMessage } from './output.ts';
import { refuseEndless, unreadable } from './read-file.ts';
import { endWhenAsked } from './stop-signals.ts';

export interface ImportCommandOptions {
  json: boolean;
  data?: string | undefined;
}

export async function importFiles(files: readonly string[], options: ImportCommandOptions): Promise<ExitCode> {
  const inspector = await openInspector({
    dataDir: openDataFolder(options.data),
    version: appVersion(),
    abilities: { openExternal: false, secureStorage: false },
  });
  let current: number | null = null;
  // Half an import is none.
  const release = endWhenAsked(async () => {
    if (current !== null) await inspector.api.cancelImport({ import: current });
    await inspector.close();
  });
  try {
    const { store } = value(await inspector.api.hello({}));
    if (store.kind !== 'sqlite') throw new UsageError(`Files cannot be imported right now. ${store.notice}`);
    for (const file of files) {
      try {
        refuseEndless(file);
      } catch (problem) {
        throw unreadable(file, problem);
      }
      const { import: id } = value(await inspector.api.startImport({ name: file === '-' ? 'stdin' : file }));
      current = id;
      const stream = file === '-' ? process.stdin : createReadStream(file);
      stream.setEncoding('utf8');
      try {
        for await (const text of stream)
          value(await inspector.api.importPart({ import: id, text: text as string, last: false }));
      } catch (problem) {
        await inspector.api.cancelImport({ import: id });
        if (problem instanceof UsageError) throw problem;
        throw unreadable(file, problem);
      }
      const { recording, problems, format } = value(
        await inspector.api.importPart({ import: id, text: '', last: true }),
      );
      current = null;
      for (const { line, message } of problems)
        printMessage(line > 0 ? `${file}, line ${line}: ${message}` : `${file}: ${message}`);
      if (!recording) continue;
      const { id: number, rows, messages, incidents, expected } = recording;
      const failures = incidents - expected;
      if (options.json) printJson({ file, recording: number, format, rows, messages, failures });
      else
        printLine(
          `${file}: ${format}, ${messages} messages, ${failureCountWords({ failures, expected })}. Recording ${number}.`,
        );
    }
    return exitCodes.done;
  } finally {
    await inspector.close();
    release();
  }
}

function value<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new UsageError(answer.error.message);
  return answer.value;
}
