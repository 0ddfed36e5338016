// A file or stdin as the only recording of a log of its own, for commands that read the log. Nothing is left of it.

import type { Answer } from '../../../../shared/contract/api.ts';
import { openInspector } from '../../../app/open-inspector.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../foreign-files/temporary-folder.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import { transcriptParts } from '../../../inspector/transcripts/transcript-source.ts';
import { fileUnreadable, nameOf } from '../common/read-file.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import { inputParts } from '../terminal/read-stdin.ts';
import { type Kept, openStoredLog } from './stored-recording.ts';
import { tellProblems } from './tell-problems.ts';

export async function openFileRecording(run: CommandRun, file: string): Promise<Kept> {
  const folder = makeTemporaryFolder('recording');
  const tidyUp = () => removeTemporaryFolder(folder);
  const release = run.cleanUpWhenStopped(async () => tidyUp());
  try {
    await importInto(run, folder, file);
    const kept = await openStoredLog(run, folder);
    return {
      ...kept,
      close() {
        kept.close();
        tidyUp();
        void release();
      },
    };
  } catch (problem) {
    tidyUp();
    await release();
    throw fileUnreadable(nameOf(file), problem);
  }
}

async function importInto(run: CommandRun, dataDir: string, file: string): Promise<void> {
  const { env, folder } = run.io;
  const abilities = { openExternal: false, secureStorage: false };
  const inspector = await openInspector({ env, folder, dataDir, version: appVersion(), abilities });
  try {
    const { api } = inspector;
    const { import: id } = value(await api.startImport({ name: nameOf(file), print: '' }));
    const parts = file === '-' ? inputParts(run) : transcriptParts(run.path(file));
    for await (const text of parts) value(await api.importPart({ import: id, text, last: false }));
    const { recording, problems } = value(await api.importPart({ import: id, text: '', last: true }));
    tellProblems(run, nameOf(file), problems);
    if (!recording) throw new UsageError(`${nameOf(file)} contains nothing that Misfire can read.`);
  } finally {
    await inspector.close();
  }
}

function value<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new UsageError(answer.error.message);
  return answer.value;
}
