// The published types of the library: what library.ts and errors.ts export and the files that they import, and nothing more. They import no
// package, so that users of the library need none.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { projectRoot } from './build-stamp.ts';

const entries = ['library/library.d.ts', 'errors/errors.d.ts'];

/** Throws the compiler's errors. */
export function writeLibraryTypes(target: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'misfire-types-'));
  try {
    const compiler = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc');
    const { status, stdout } = spawnSync(
      process.execPath,
      [compiler, '-p', join(projectRoot, 'shared', 'library'), '--outDir', folder, '--checkers', '1'],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(stdout);
    for (const [path, text] of reach(folder, entries)) {
      mkdirSync(dirname(join(target, path)), { recursive: true });
      writeFileSync(join(target, path), text);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files and everything they import, with the extensions that other compilers expect. */
function reach(folder: string, first: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const waiting = [...first]; waiting.length > 0; ) {
    const path = waiting.pop() as string;
    if (found.has(path)) continue;
    const text = readFileSync(join(folder, path), 'utf8');
    found.set(
      path,
      text.replace(/(from ')(\.[^']*)\.ts(')/g, (_, before, name, after) => {
        waiting.push(`${posix.join(posix.dirname(path), name)}.d.ts`);
        return `${before}${name}.js${after}`;
      }),
    );
  }
  return found;
}
