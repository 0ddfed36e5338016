// Whether an argument names a recording. Everything else names a server.

import { statSync } from 'node:fs';
import type { CommandRun } from '../terminal/command-run.ts';

/** The number of a recording, `-`, or a file that cannot be run. */
export function isRecording(run: CommandRun, reference: string): boolean {
  if (reference === '-' || /^\d{1,9}$/.test(reference)) return true;
  const file = statSync(run.path(reference), { throwIfNoEntry: false });
  return file?.isFile() === true && (file.mode & 0o111) === 0;
}
