// How quickly the built command answers without work, compared with `node -e 0`, and how long it takes to explain one error.
// Processor time, alternating in one run.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuOf, median, say } from './measure.ts';

const command = join(import.meta.dirname, '..', 'dist', 'node', 'misfire.cjs');
const limit = 2.5;

const oneError = [
  ['out', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read', arguments: {} } }],
  ['in', { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Missing required parameter: path' } }],
]
  .map(([lane, message], t) => JSON.stringify({ t, server: 'files', lane, text: JSON.stringify(message) }))
  .join('\n');

const cases: [name: string, args: string[], exit: number][] = [
  ['--version', [command, '--version'], 0],
  ['--help', [command, '--help'], 0],
  ['call --help', [command, 'call', '--help'], 0],
  ['an unknown option', [command, 'log', '--no-such-option'], 2],
  ['an unknown command', [command, 'no-such-command'], 2],
];

export function run(args: readonly string[]): void {
  const rounds = Number(args[0] ?? 15);
  const folder = mkdtempSync(join(tmpdir(), 'misfire-bench-start-'));
  const file = join(folder, 'one.jsonl');
  writeFileSync(file, oneError);
  const ratios = new Map<string, number[]>(cases.map(([name]) => [name, []]));
  const explained: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = cpuOf(['-e', '0'], 0);
    for (const [name, words, exit] of cases) ratios.get(name)?.push(cpuOf(words, exit) / alone);
    explained.push(cpuOf([command, 'decode', file], 1) / 1000);
  }
  rmSync(folder, { recursive: true });
  for (const [name, values] of ratios) say(`${name}, over node -e 0`, median(values), `≤ ${limit}`);
  say('explain one error, s', median(explained), '≤ 0.2');
}
