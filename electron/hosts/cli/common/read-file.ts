// A file that a command was given, as text, or one sentence about why not.

import { readFileSync, statSync } from 'node:fs';
import type { CommandRun } from '../terminal/command-run.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import { readStdin } from '../terminal/read-stdin.ts';

/** `-` is stdin. */
export const readInput = async (run: CommandRun, file: string): Promise<string> =>
  file === '-' || file === '/dev/stdin' ? readStdin(run) : readText(run, file);

export function readText(run: CommandRun, file: string): string {
  try {
    refuseEndless(run, file);
    return readFileSync(run.path(file), 'utf8');
  } catch (problem) {
    throw unreadable(nameOf(file), problem);
  }
}

/** Devices such as /dev/zero never end, even through a link. Pipes do. */
export function refuseEndless(run: CommandRun, file: string): void {
  if (file === '-') return;
  const found = statSync(run.path(file));
  if (found.isCharacterDevice() || found.isBlockDevice())
    throw new UsageError(`${file} is a device and may never end. Name a file, or pipe its output to "-".`);
}

export const nameOf = (file: string): string => (file === '-' ? 'stdin' : file);

export function unreadable(name: string, problem: unknown): UsageError {
  if (problem instanceof UsageError) return problem;
  const { code, message } = problem as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new UsageError(`There is no file ${name}.`);
  if (code === 'EISDIR') return new UsageError(`${name} is a folder. Name a file in it.`);
  if (code === 'EACCES' || code === 'EPERM')
    return new UsageError(`${name} cannot be read: you have no permission to read it.`);
  return new UsageError(`${name} cannot be read: ${message}.`);
}
