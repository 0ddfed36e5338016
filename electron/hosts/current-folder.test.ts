// Commands read nothing out of the folder they are started in, and leave nothing there: a checkout of somebody else's is no data folder.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dataFilePath } from '../inspector/paths/data-file-path.ts';
import { builtProgram } from '../launch/testing/built-program.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'misfire-cwd-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const dialect = (words: string) =>
  JSON.stringify({ id: 'orders-adapter', name: words, about: words, match: {}, errors: [] });

test('a folder that is not named is no folder', () => {
  expect(dataFilePath('', 'dialects')).toBeNull();
  expect(() => dataFilePath('.', 'dialects')).toThrow();
});

test('misfire call loads no dialects of the current folder, and makes no folder there', {
  timeout: 60_000,
}, async () => {
  const [cwd, data] = [folder(), folder()];
  mkdirSync(join(cwd, 'dialects'));
  // Broken, so that reading it would be said; and a name that would be shown.
  writeFileSync(join(cwd, 'dialects', 'evil.json'), dialect('planted words'));
  mkdirSync(join(cwd, 'baselines'));
  const before = readdirSync(cwd, { recursive: true });
  const args = [
    builtProgram,
    'call',
    '--json',
    'sample:orders-adapter',
    'tools/call',
    '{"name":"nothing"}',
    '--data',
    data,
  ];
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  await once(child, 'close');
  expect(output).toContain('"outcome"');
  expect(output).not.toContain('planted words');
  expect(readdirSync(cwd, { recursive: true })).toEqual(before);
  // And an empty one stays empty.
  const empty = folder();
  const again = spawn(process.execPath, args, { cwd: empty, stdio: 'ignore' });
  await once(again, 'close');
  expect(readdirSync(empty)).toEqual([]);
});
