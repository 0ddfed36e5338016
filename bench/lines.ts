// The size of the decoder: lines of code in shared/decode and shared/dialects, without the dialects themselves (data) and without tests
// and their tables. `npm run -s bench -- lines [COMMIT …]` prints the current size, and the size at those commits.

import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folders = ['shared/decode', 'shared/dialects'];
/** The files of shared/dialects that read dialects; all others are dialects. */
const machinery =
  /dialects\/(?:built-in|places|compile|coverage|fields|letter-tree|parse|patterns|phrase|schema|signs|vocabulary|words)\.ts$/;
const forTests = /\.test\.ts$|\/testing\/|\/(?:fixtures|placements|kinds[^/]*)\.ts$/;

export function run(commits: readonly string[]): void {
  for (const commit of commits)
    print(
      commit,
      counted(namesAt(commit), (name) => git('show', `${commit}:${name}`)),
    );
  const names = globSync(
    folders.map((folder) => `${folder}/**/*.ts`),
    { cwd: root },
  );
  print(
    'now',
    counted(names, (name) => readFileSync(join(root, name), 'utf8')),
  );
}

function counted(names: readonly string[], read: (name: string) => string): { files: number; lines: number } {
  const kept = names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !forTests.test(name))
    .filter((name) => name.startsWith('shared/decode/') || machinery.test(name));
  return { files: kept.length, lines: kept.reduce((sum, name) => sum + read(name).split('\n').length - 1, 0) };
}

function namesAt(commit: string): string[] {
  return git('ls-tree', '-r', '--name-only', commit, ...folders).split('\n');
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' });
}

function print(when: string, { files, lines }: { files: number; lines: number }): void {
  process.stdout.write(`${when.padEnd(12)} ${lines} lines in ${files} files\n`);
}
