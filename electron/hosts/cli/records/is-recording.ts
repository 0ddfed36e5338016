// Whether an argument names a recording. Everything else names a server.

import { statSync } from 'node:fs';
import type { CommandRun } from '../terminal/command-run.ts';

/** The number of a recording, `-`, a file that cannot be run, what only looks like a file, or the name of one that does not exist. */
export function isRecording(run: CommandRun, reference: string): boolean {
  if (reference === '-' || /^\d{1,9}$/.test(reference)) return true;
  const file = statSync(run.path(reference), { throwIfNoEntry: false });
  // No command ends so; the reader says that the file does not exist.
  if (file === undefined) return /^[^#\s]+\.(?:jsonl|json|har)$/i.test(reference) && !/^https?:/i.test(reference);
  return file.isFile() ? (file.mode & 0o111) === 0 : !file.isDirectory();
}
