// `npm run -s fuzz [--minutes N] [--only TEXT] [--runs N] [--seed N]`: runs every property test of the project repeatedly, each round with
// a new seed and many more examples than `npm test`. Prints the seed; a failure exits 1 and says how to run it again. Add what it finds as
// a separate case next to the property.

import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    /** A part of the path: `--only mask`, `--only shared/decode`. */
    only: { type: 'string', default: '' },
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string' },
  },
});

const files = globSync('{shared,electron,renderer,bench}/**/*.test.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.includes(options.only) && readFileSync(join(root, file), 'utf8').includes('fc.assert('))
  .sort();
if (files.length === 0) {
  console.error(`No property test has "${options.only}" in its path.`);
  process.exit(2);
}
console.log(files.join('\n'));

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const until = performance.now() + Number(options.minutes) * 60_000;
let rounds = 0;
do {
  const settings = { MISFIRE_SEED: options.seed ?? String(randomInt(2 ** 31 - 1)), MISFIRE_RUNS: options.runs };
  console.log(`Seed ${settings.MISFIRE_SEED}, ${options.runs} examples for each property …`);
  // So many examples take minutes on a busy machine.
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', ...files, '--maxWorkers=1', '--testTimeout=1800000'],
    { cwd: root, encoding: 'utf8', env: { ...process.env, ...settings, NO_COLOR: '1' }, maxBuffer: 64 * 1024 * 1024 },
  );
  rounds += 1;
  if (status !== 0) {
    console.log(`${stdout}\n${stderr}`.trim());
    const set = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    console.log(`\nAgain: ${set.join(' ')} npx vitest run FILE`);
    process.exit(1);
  }
} while (options.seed === undefined && performance.now() < until);
console.log(`${rounds} ${rounds === 1 ? 'round' : 'rounds'}, nothing found.`);
