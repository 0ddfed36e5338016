// Explains why a command could not be started, and what to change. server-process.ts starts it.

import { existsSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { withForeignFile } from '../foreign-files/foreign-file.ts';

export interface SpawnedCommand {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd?: string;
}

/** The system reports ENOENT for a missing folder as for a missing command, so the folder is checked first. null: it is fine. */
export function problemWithFolder(cwd: string | undefined): string | null {
  if (cwd === undefined) return null;
  try {
    return statSync(cwd).isDirectory() ? null : `The working folder “${cwd}” is a file, not a folder.`;
  } catch {
    return `The working folder “${cwd}” does not exist.`;
  }
}

/** `path` is the PATH in which the command was searched. */
export function explainSpawnFailure(error: NodeJS.ErrnoException, wanted: SpawnedCommand, path: string): string {
  const { command } = wanted;
  const isPath = /[\\/]/.test(command);
  switch (error.code) {
    case 'ENOENT':
      return isPath ? explainMissingFile(resolve(wanted.cwd ?? '.', command)) : explainMissingCommand(command, path);
    case 'EACCES':
      return `“${command}” may not be executed. Check that it is a program and that its permissions allow it (chmod +x).`;
    case 'ENOEXEC':
      return `“${command}” is not a program this system can run. A script needs a first line such as “#!/usr/bin/env node”.`;
    case 'E2BIG':
      return `“${command}” could not be started: its arguments and environment are longer than this system allows.`;
    case 'EMFILE':
    case 'ENFILE':
    case 'EAGAIN':
    case 'ENOMEM':
      return `“${command}” could not be started: the system has no room for another process right now (${error.code}).`;
    case 'ERR_INVALID_ARG_VALUE':
      return `“${command}” could not be started: the command, an argument or the environment holds a character that is not allowed there.`;
    default:
      return `“${command}” could not be started: ${error.message}`;
  }
}

function explainMissingCommand(command: string, path: string): string {
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  const file = folders.map((folder) => join(folder, command)).find((candidate) => existsSync(candidate));
  if (file !== undefined) return explainMissingFile(file);
  const searched = folders.length === 0 ? 'PATH is empty.' : `Looked in PATH: ${folders.join(', ')}`;
  return `The command “${command}” was not found. ${searched}`;
}

function explainMissingFile(file: string): string {
  if (!existsSync(file)) return `There is no file “${file}”.`;
  // execve(2) also reports ENOENT if the script exists and its interpreter does not.
  const interpreter = readInterpreter(file);
  return interpreter === null
    ? `“${file}” exists, but a program or library it needs to start does not.`
    : `“${file}” exists, but the program in its first line, “${interpreter}”, was not found.`;
}

function readInterpreter(file: string): string | null {
  try {
    const start = withForeignFile(file, {}, (script) => script.readAt(0, 256)).toString('utf8');
    return /^#!\s*([^\n]+)/.exec(start)?.[1]?.trim() ?? null;
  } catch {
    return null;
  }
}
