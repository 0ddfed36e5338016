// `npm run -s mutants [-- SEED [COUNT]]`: faults at random lines of all three floors, one at a time, in a copy of the project. A fault is
// caught if a test of `npm test` fails: the unit tests that load its file, nearest first, then the stories. `-- --near SEED COUNT` stops
// after the nearest 40 files: a tenth of the time, for a few more survivors. `-- --list [NAME…]` applies the faults of mutants/list.ts
// instead, each with the tests that promise to notice. Prints each verdict, and exits with 1 if one survives.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testsReaching } from '../electron/launch/suite/imports.ts';
import { mutants } from './mutants/list.ts';
import { randomMutants } from './mutants/random.ts';

const root = join(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'misfire-mutants-'));
for (const part of ['shared', 'electron', 'renderer', 'e2e', 'bench', 'docs', 'build', 'skills', 'README.md'])
  cpSync(join(root, part), join(copy, part), { recursive: true });
for (const part of ['vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json', 'CONTRIBUTING.md'])
  cpSync(join(root, part), join(copy, part));
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');

const longestMs = 900_000;

/** Compiled files are not cached between runs, because they would hide a change. */
const unitPasses = (files: readonly string[]): boolean =>
  files.length === 0 || passes(['unit', '--', ...files, '--bail=1', '--fsModuleCache=false']);
const storiesPass = (): boolean => passes(['e2e', '--', '-x']);

function passes(script: readonly string[]): boolean {
  const { status } = spawnSync('npm', ['run', '-s', ...script], { cwd: copy, stdio: 'ignore', timeout: longestMs });
  return status === 0;
}

/** Puts a fault into the copy while `test` runs. True: it survived. */
function survives(file: string, source: string, test: () => boolean): boolean {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, source);
  try {
    return test();
  } finally {
    writeFileSync(path, before);
  }
}

/** Most faults fail one of the first tests, so that the others need not run. */
function survivesTests({ file, source }: { file: string; source: string }, isNear: boolean): boolean {
  const tests = testsReaching([file]).filter((test) => !test.startsWith('e2e/'));
  const others = () => (isNear ? unitPasses(tests.slice(10, 40)) : unitPasses(tests.slice(10)) && storiesPass());
  return survives(file, source, () => unitPasses(tests.slice(0, 10)) && others());
}

function runRandom(seed: number, count: number, isNear: boolean): number {
  console.log(`Seed ${seed}.`);
  let alive = 0;
  for (const mutant of randomMutants(root, seed, count)) {
    const isAlive = survivesTests(mutant, isNear);
    if (isAlive) alive += 1;
    console.log(`${isAlive ? 'ALIVE ' : 'caught'} ${mutant.kind.padEnd(10)} ${mutant.file}:${mutant.line}`);
    if (isAlive) console.log(`       - ${mutant.from}\n       + ${mutant.to}`);
  }
  console.log(`${count - alive} of ${count} caught.`);
  return alive;
}

function runList(names: readonly string[]): number {
  const chosen = mutants.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
  const all = [...new Set(chosen.flatMap(({ tests }) => tests))];
  // Tests that fail without a change would catch every mutant.
  if (!unitPasses(all)) throw new Error(`Without any fault these tests fail already: ${all.join(' ')}`);
  let bad = 0;
  for (const { name, file, from, to, tests } of chosen) {
    const source = existsSync(join(copy, file)) ? readFileSync(join(copy, file), 'utf8') : '';
    const places = source.split(from).length - 1;
    const verdict =
      places !== 1
        ? `OUT OF DATE: its text is found ${places} times in ${file}`
        : survives(
              file,
              source.replace(from, () => to),
              () => unitPasses(tests),
            )
          ? 'ALIVE'
          : 'caught';
    if (verdict !== 'caught') bad += 1;
    console.log(`${verdict.padEnd(6)} ${name.padEnd(64)} ${tests.join(' ')}`);
  }
  console.log(`${chosen.length - bad} of ${chosen.length} caught.`);
  return bad;
}

const seedOf = (text: string | undefined): number => Number(text ?? Date.now() % 100_000);

try {
  const [first, ...rest] = process.argv.slice(2);
  const left =
    first === '--list'
      ? runList(rest)
      : first === '--near'
        ? runRandom(seedOf(rest[0]), Number(rest[1] ?? 40), true)
        : runRandom(seedOf(first), Number(rest[0] ?? 40), false);
  process.exitCode = left === 0 ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
