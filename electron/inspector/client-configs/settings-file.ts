// Reads one file of another program, with a message if it cannot be read. electron/foreign-files opens it.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ForeignFileError, fileProblem, readForeignText } from '../../foreign-files/foreign-file.ts';

type ReadFile = { kind: 'absent' } | { kind: 'text'; text: string } | { kind: 'problem'; problem: string };

/** Claude Code keeps its history in the same file, so these files grow. */
export const largestSettings = 32_000_000;
const mostFolders = 100;

export async function readSettings(path: string): Promise<ReadFile> {
  try {
    return { kind: 'text', text: readForeignText(path, { maxBytes: largestSettings }) };
  } catch (problem) {
    if (problem instanceof ForeignFileError && problem.obstacle === 'absent') return { kind: 'absent' };
    return { kind: 'problem', problem: `The file cannot be read: ${fileProblem(problem)}.` };
  }
}

/** The files that a path with `*` matches, sorted by name. */
export async function expandPath(base: string, path: string): Promise<string[]> {
  const [before, after] = path.split('/*/', 2);
  if (before === undefined || after === undefined) return [join(base, path)];
  const folder = join(base, before);
  try {
    const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
    return names
      .map(({ name }) => name)
      .sort()
      .slice(0, mostFolders)
      .map((name) => join(folder, name, after));
  } catch {
    return [];
  }
}
