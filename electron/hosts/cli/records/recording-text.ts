// A recording of the log as the text of a capture, for commands that read files: they then do with it what they do with a file.
// Nothing is masked here, because calls are sent again from it; what is printed of it is masked by the command.

import { maskKinds } from '../../../../shared/mask/kinds.ts';
import { Masker } from '../../../../shared/mask/masker.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import { exportText } from '../../../inspector/recordings/export-text.ts';
import { nameOf, readInput } from '../common/read-file.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import { openStoredLog } from './stored-recording.ts';

/** What `--recording` was given: a number, a file or `-`, or nothing for the newest. */
export type WantedRecording = number | string | true;

/** What a command was given: files, `-` for stdin, or a recording of the log. */
export async function givenRecordings(
  run: CommandRun,
  files: readonly string[],
  { recording, data }: { recording?: WantedRecording | undefined; data: string | undefined },
): Promise<{ name: string; text: string }[]> {
  if ((files.length === 0) === (recording === undefined))
    throw new UsageError('Give a file, or --recording for a recording of the log.');
  if (recording !== undefined) return [await recordingText(run, recording, data)];
  return Promise.all(files.map(async (file) => ({ name: nameOf(file), text: await readInput(run, file) })));
}

export async function recordingText(
  run: CommandRun,
  wanted: WantedRecording,
  data: string | undefined,
): Promise<{ name: string; text: string }> {
  if (typeof wanted === 'string') return { name: nameOf(wanted), text: await readInput(run, wanted) };
  const kept = await openStoredLog(run, data);
  try {
    const { log, recording } = await kept.open(wanted === true ? undefined : wanted);
    const keep = Object.keys(maskKinds) as (keyof typeof maskKinds)[];
    const options = { format: 'jsonl' as const, filter: '', patterns: [], keep };
    let text = '';
    for await (const part of exportText({
      log,
      recording,
      view: null,
      version: appVersion(),
      options,
      masker: new Masker({ keep }),
    }))
      text += part;
    return { name: recording.name, text };
  } finally {
    kept.close();
  }
}
