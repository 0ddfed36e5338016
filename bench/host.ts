// What the host does with many or large messages: importing, exporting, Parquet, and for how long it answers nothing meanwhile.
// Processor time of its thread, and for Parquet of the command.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openInspector } from '../electron/app/open-inspector.ts';
import { exportedAnswers, freeze, hardest, importText } from './freezes.ts';
import { cpuOf, say } from './measure.ts';

const command = join(import.meta.dirname, '..', 'dist', 'node', 'cli.js');
const calls = 40_000;

export async function run(): Promise<void> {
  await importAndWriteParquet();
  say('export of 60 answers of 1 MB in 3 formats, s', (await freeze(exportedAnswers)).cpu / 1000, '≤ 3');
  for (const name of hardest) say(`deaf: ${name}, s`, (await freeze(name)).worked / 1000, '≤ 0.25');
}

/** A call and its answer in 410 bytes. */
const exchange = (id: number): string => {
  const lines = [
    {
      t: id,
      lane: 'out',
      text: { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'read', arguments: { path: `/srv/${id}` } } },
    },
    {
      t: id + 0.4,
      lane: 'in',
      text: { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: `line ${id}` }] } },
    },
  ];
  return lines.map((line) => JSON.stringify({ ...line, server: 'files', text: JSON.stringify(line.text) })).join('\n');
};

async function importAndWriteParquet(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'misfire-bench-host-'));
  try {
    const abilities = { openExternal: false, secureStorage: false };
    const inspector = await openInspector({ dataDir, version: '0', abilities });
    const text = Array.from({ length: calls }, (_, id) => exchange(id)).join('\n');
    const before = process.threadCpuUsage();
    await importText(inspector, text);
    const { user, system } = process.threadCpuUsage(before);
    await inspector.close();
    say('import of small messages, MB/s', text.length / (user + system), '≥ 8');
    say('processor time per imported message, µs', (user + system) / (2 * calls), '≤ 35');
    const args = [command, 'export', '--format', 'parquet', join(dataDir, 'columns'), '--data', dataDir];
    const perMillion = (cpuOf(args, 0) / 1000) * (1_000_000 / calls);
    say(`Parquet of a million exchanges (of ${calls / 1000},000), s`, perMillion, '≤ 40');
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
