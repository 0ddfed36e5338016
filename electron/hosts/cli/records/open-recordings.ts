// What --recording names: a recording of the log, a file, or stdin.

import type { WantedRecording } from '../common/command-options.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { type Kept, openStoredLog } from './stored-recording.ts';

/** The log, or a file as the only recording of one. */
export async function openChosenRecordings(
  run: CommandRun,
  { recording, data }: { recording?: WantedRecording | undefined; data?: string | undefined },
): Promise<Kept> {
  if (typeof recording !== 'string') return openStoredLog(run, data);
  // Loading the inspector takes longer than most commands.
  const { openFileRecording } = await import('./file-recording.ts');
  return openFileRecording(run, recording);
}

/** undefined: the newest, which is the only one of a file. */
export const recordingNumber = (recording: WantedRecording | undefined): number | undefined =>
  typeof recording === 'number' ? recording : undefined;
