// `npm run -s fuzz [--minutes N] [--only NAME]`: runs the property tests of `npm test` repeatedly, each time with a new seed. Prints the
// seed of a failure and exits 1. `MISFIRE_SEED=… npx vitest run FILE` reproduces it; add what you find as a separate case next to the
// property.

import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

/** What is fuzzed, and where its property tests are: those that use fast-check. */
const subjects: Record<string, string> = {
  framing: 'electron/transports/line-framer*.test.ts',
  sse: 'electron/transports/sse*.test.ts',
  import: 'shared/formats/*.test.ts',
  filter: '{shared/filter,electron/inspector/log}/**/{filter,regex,sql-condition}*.test.ts',
  dialects: 'shared/dialects/*.test.ts',
  masking: 'shared/{mask,snippets}/*.test.ts',
  decoder: '{shared/decode,electron/inspector/log}/**/*.property.test.ts',
  pairing: 'shared/exchange/*.property.test.ts',
  readers: 'electron/hostile-input.test.ts',
  files: 'electron/hostile-data-folder.property.test.ts',
  doors: 'electron/hosts/window-messages.property.test.ts',
};

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, only: { type: 'string' }, seed: { type: 'string' } },
});
const { only } = options;
if (only !== undefined && !Object.hasOwn(subjects, only)) {
  console.error(`There is no subject "${only}". There are: ${Object.keys(subjects).join(', ')}.`);
  process.exit(2);
}

const chosen = Object.entries(subjects).filter(([name]) => only === undefined || name === only);
const usesProperties = (file: string) => readFileSync(join(root, file), 'utf8').includes("'fast-check'");
const files = chosen.map(([name, pattern]) => ({
  name,
  files: globSync(pattern, { cwd: root }).filter(usesProperties),
}));
for (const { name, files: found } of files) {
  if (found.length > 0) continue;
  console.error(`The properties of "${name}" were not found.`);
  process.exit(2);
}

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
if (!existsSync(vitest)) throw new Error('vitest is not installed: run npm ci first.');
const until = performance.now() + Number(options.minutes) * 60_000;
let rounds = 0;
do {
  const seed = Number(options.seed ?? randomInt(2 ** 31 - 1));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', ...files.flatMap(({ files: found }) => found), '--maxWorkers=1', '--testTimeout=120000'],
    { cwd: root, encoding: 'utf8', env: { ...process.env, MISFIRE_SEED: String(seed), NO_COLOR: '1' } },
  );
  rounds += 1;
  if (status !== 0) {
    console.log(`${stdout}\n${stderr}`.trim());
    console.log(
      `\nFound with seed ${seed}. Again: MISFIRE_SEED=${seed} npx vitest run ${files.flatMap(({ files: found }) => found).join(' ')}`,
    );
    process.exit(1);
  }
  console.log(`Seed ${seed}: nothing found (${chosen.map(([name]) => name).join(', ')}).`);
} while (options.seed === undefined && performance.now() < until);
console.log(`${rounds} ${rounds === 1 ? 'round' : 'rounds'}, nothing found.`);
