// `npm run -s mutants [NAME…]`: deliberate faults in a copy of the source, one at a time. With `-- --random [SEED] [COUNT]` they are at
// random positions of the decoder and its rules (random-mutants.ts). The named tests must fail for each: a surviving mutant is an
// unchecked guarantee. Prints a table and exits 1 if one survives.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mutants } from './mutants/list.ts';
import { randomMutants } from './random-mutants.ts';

const root = join(import.meta.dirname, '..');
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const wanted = process.argv.slice(2);
const isRandom = wanted[0] === '--random';
const random = isRandom ? randomMutants(root, Number(wanted[1] ?? 33), Number(wanted[2] ?? 25)) : [];
const chosen = mutants.filter(
  ({ name }) => !isRandom && (wanted.length === 0 || wanted.some((part) => name.includes(part))),
);

const copy = mkdtempSync(join(tmpdir(), 'misfire-mutants-'));
for (const part of ['shared', 'electron', 'renderer', 'e2e', 'vite.config.ts', 'package.json', 'tsconfig.json'])
  cpSync(join(root, part), join(copy, part), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');

/** Whether these tests pass on the unchanged copy. Compiled files are not cached between runs, because they would hide a change. */
function passes(tests: readonly string[], timeout = 300_000): boolean {
  const options = ['--maxWorkers=1', '--bail=1', '--fsModuleCache=false'];
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...tests, ...options], {
    cwd: copy,
    stdio: 'ignore',
    timeout,
  });
  return status === 0;
}

const ofDecoder = ['shared/decode', 'shared/dialects'];
let bad = 0;
try {
  // Tests that fail without a change would kill every mutant.
  const all = isRandom ? ofDecoder : [...new Set(chosen.flatMap(({ tests }) => tests))];
  if (!passes(all, 1_800_000)) throw new Error(`Without any mutant these tests fail already: ${all.join(' ')}`);
  for (const { name, file, from, to, tests } of chosen) {
    const path = join(copy, file);
    const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const places = source.split(from).length - 1;
    let verdict = 'killed';
    if (places !== 1) verdict = `OUT OF DATE: its text is found ${places} times in ${file}`;
    else {
      writeFileSync(
        path,
        source.replace(from, () => to),
      );
      if (passes(tests)) verdict = 'ALIVE';
      writeFileSync(path, source);
    }
    if (verdict !== 'killed') bad += 1;
    console.log(`${verdict.padEnd(8)} ${name.padEnd(64)} ${tests.join(' ')}`);
  }
  for (const { file, line, kind, from, to, source } of random) {
    const path = join(copy, file);
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, source);
    const isAlive = passes(ofDecoder);
    writeFileSync(path, before);
    if (isAlive) bad += 1;
    console.log(`${isAlive ? 'ALIVE   ' : 'killed  '} ${kind.padEnd(10)} ${file}:${line}`);
    if (isAlive) console.log(`         - ${from}\n         + ${to}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
const total = chosen.length + random.length;
console.log(`${total - bad} of ${total} killed.`);
process.exitCode = bad === 0 ? 0 : 1;
