// Every figure that the project keeps, in one run of a few minutes: name, value, wanted, pass or MISSED.
// Each bench is a process of its own, so that none measures the memory of another.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from '../electron/launch/ensure-built.ts';

const benches = [['decode'], ['start', '7'], ['watch', '3'], ['host'], ['ui', '--bursts', '--rounds', '1']];

export async function run(): Promise<void> {
  await ensureBuilt();
  const begun = performance.now();
  const missed: string[] = [];
  for (const args of benches) {
    const { stdout, stderr, status } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
      encoding: 'utf8',
    });
    process.stdout.write(stdout);
    const misses = stdout.split('\n').filter((line) => line.endsWith('MISSED'));
    missed.push(...misses);
    if (status !== 0 && misses.length === 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  }
  const seconds = Math.round((performance.now() - begun) / 1000);
  process.stdout.write(`${missed.length === 0 ? 'All passed' : `${missed.length} missed`} after ${seconds} s.\n`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}
