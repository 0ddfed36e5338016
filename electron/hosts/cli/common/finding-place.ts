// Where in the repository a finding about a server belongs: the entry that starts it, else the file that was given, else the package
// itself. Code scanners want a file and a line for everything, and paths that begin at the repository.

import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { FilePlace } from '../../../../shared/findings/check-finding.ts';
import { readForeignText } from '../../../foreign-files/foreign-file.ts';

/** Where clients keep the servers of a project. */
const usualFiles = ['.mcp.json', '.vscode/mcp.json', '.cursor/mcp.json', 'server.json', 'package.json'];

/** `reference` is a SERVER as commands take it. */
export function placeOfServer(reference: string, name: string, cwd: string): FilePlace {
  const root = repositoryOf(cwd);
  const [, file, entry] = /^(.+\.jsonc?)#(.+)$/i.exec(reference) ?? [];
  if (file !== undefined && entry !== undefined) return placeIn(root, resolve(cwd, file), entry);
  for (const usual of usualFiles) {
    const path = join(root, usual);
    if (existsSync(path) && lineOf(path, name) > 0) return placeIn(root, path, name);
  }
  return { file: existsSync(join(root, 'package.json')) ? 'package.json' : '.mcp.json', line: 1 };
}

/** A line of a file that was given to a command. */
export function placeInFile(file: string, line: number, cwd: string): FilePlace {
  return { file: fromRoot(repositoryOf(cwd), resolve(cwd, file)), line: Math.max(1, line) };
}

const placeIn = (root: string, path: string, entry: string): FilePlace => ({
  file: fromRoot(root, path),
  line: Math.max(1, lineOf(path, entry)),
});

/** 0: it is not there. */
function lineOf(path: string, entry: string): number {
  try {
    const lines = readForeignText(path).split('\n');
    return (
      lines.findIndex(
        (line) => line.includes(`${JSON.stringify(entry)}:`) || line.includes(`${JSON.stringify(entry)} :`),
      ) + 1
    );
  } catch {
    return 0;
  }
}

function repositoryOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (at === dirname(at)) return folder;
  }
}

/** A file outside of the repository has no location in it; its bare name is better than none. */
function fromRoot(root: string, path: string): string {
  const below = relative(root, path).split(sep).join('/');
  return below.startsWith('..') || /^[A-Za-z]:/.test(below) ? (path.split(sep).at(-1) ?? path) : below;
}
