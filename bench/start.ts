// How quickly the built command answers without work: `--version`, `--help` and an invalid argument, compared with `node -e 0`.
// Alternating in one run; only the ratios matter.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { median } from './measure.ts';

const command = join(import.meta.dirname, '..', 'dist', 'node', 'cli.js');
const limit = 3;

const cases: [name: string, args: string[], exit: number][] = [
  ['--version', [command, '--version'], 0],
  ['--help', [command, '--help'], 0],
  ['call --help', [command, 'call', '--help'], 0],
  ['an unknown option', [command, 'log', '--no-such-option'], 2],
  ['an unknown command', [command, 'no-such-command'], 2],
];

export function run(args: readonly string[]): void {
  const rounds = Number(args[0] ?? 15);
  const ratios = new Map<string, number[]>(cases.map(([name]) => [name, []]));
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = time(['-e', '0'], 0);
    bare.push(alone);
    for (const [name, words, exit] of cases) ratios.get(name)?.push(time(words, exit) / alone);
  }
  process.stdout.write(`node -e 0: ${median(bare).toFixed(0)} ms\n`);
  for (const [name, values] of ratios) {
    const ratio = median(values);
    const verdict = ratio <= limit ? 'ok' : 'TOO SLOW';
    process.stdout.write(`${name.padEnd(20)} ${ratio.toFixed(2)} ×   (wanted ≤ ${limit})   ${verdict}\n`);
    if (ratio > limit) process.exitCode = 1;
  }
}

function time(words: string[], exit: number): number {
  const begun = performance.now();
  const { status, stderr } = spawnSync(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const took = performance.now() - begun;
  if (status !== exit) throw new Error(`${words.join(' ')} ended with ${status} instead of ${exit}: ${stderr}`);
  return took;
}
