// Runs a bench by name: `npm run -s bench -- NAME [ARGUMENTS]`.

import { readdirSync } from 'node:fs';

interface Bench {
  run(args: readonly string[]): void | Promise<void>;
}

const [name, ...args] = process.argv.slice(2);
// A bench is a file here that exports `run`; these are helpers.
const others = new Set([
  'main.ts',
  'dialects.ts',
  'soak.ts',
  'fuzz.ts',
  'mutants.ts',
  'measure.ts',
  'decode-samples.ts',
]);
const names = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.ts') && !others.has(file))
  .map((file) => file.slice(0, -3));

if (name === undefined || !names.includes(name)) {
  process.stderr.write(`Which bench? There are: ${names.join(', ')}.\n`);
  process.exitCode = 2;
} else {
  const bench = (await import(new URL(`${name}.ts`, import.meta.url).href)) as Bench;
  await bench.run(args);
}
