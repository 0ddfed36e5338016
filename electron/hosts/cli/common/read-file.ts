// A file that a command was given, as text, or one sentence about why not.

import { ForeignFileError, readForeignText } from '../../../foreign-files/foreign-file.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import { readStdin } from '../terminal/read-stdin.ts';

/** `-` is stdin. */
export const readInput = async (run: CommandRun, file: string): Promise<string> =>
  file === '-' || file === '/dev/stdin' ? readStdin(run) : readInputText(run, file);

export function readInputText(run: CommandRun, file: string): string {
  try {
    return readForeignText(run.path(file));
  } catch (problem) {
    throw fileUnreadable(nameOf(file), problem);
  }
}

export const nameOf = (file: string): string => (file === '-' ? 'stdin' : file);

/** A problem of the file becomes a sentence; a bug stays what it is. */
export function fileUnreadable(name: string, problem: unknown): unknown {
  if (!(problem instanceof ForeignFileError)) return problem;
  switch (problem.obstacle) {
    case 'absent':
      return new UsageError(
        /^\s*[{[]/.test(name)
          ? `This is JSON, not the name of a file: ${name.trim().slice(0, 20)}… To read it, pipe it to "-".`
          : `There is no file ${name}.`,
      );
    case 'folder':
      return new UsageError(`${name} is a folder. Name a file in it.`);
    case 'device':
      return new UsageError(`${name} is a device and may never end. Name a file, or pipe its output to "-".`);
    case 'pipe':
      return new UsageError(`${name} is a pipe. Name a file, or pipe its output to "-".`);
    default:
      return new UsageError(`${name} cannot be read: ${problem.reason}.`);
  }
}
