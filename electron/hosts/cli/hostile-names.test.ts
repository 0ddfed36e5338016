// Names that servers and captures choose, in commands as programs: no line of a terminal or of a workflow's log begins with one.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { builtProgram } from '../../launch/testing/built-program.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-names-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const names = [
  'shop\n::add-mask::o',
  'shop\r\n::error::x',
  'shop\n##[add-mask]o',
  'shop\n  ::stop-commands::x',
  'shop\u2028::x',
  'shop\u001b[2J',
  'shop\u0085::x',
  '::add-mask::o',
];

const run = (...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    const env = { ...process.env, GITHUB_ACTIONS: 'true' };
    const child = spawn(process.execPath, [builtProgram, '--data', data, ...args], { env });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
      });
    child.on('close', () => resolve(said));
  });

it.each([
  ['decode', []],
  ['decode', ['--format', 'github']],
])('%s %j prints no command and no control character of theirs', async (command, more) => {
  const file = join(data, 'names.jsonl');
  const started = Date.UTC(2026, 10, 14);
  const lines = names.flatMap((server, index) => [
    {
      t: index,
      server,
      lane: 'out',
      text: JSON.stringify({ jsonrpc: '2.0', id: index, method: 'tools/call', params: { name: server } }),
    },
    {
      t: index,
      server,
      lane: 'in',
      text: JSON.stringify({ jsonrpc: '2.0', id: index, error: { code: -32000, message: `No\n${server}` } }),
    },
  ]);
  const header = { misfire: 1, started: new Date(started).toISOString() };
  writeFileSync(file, [header, ...lines].map((line) => JSON.stringify(line)).join('\n'));
  const printed = await run(command, ...more, file);
  expect(printed).toContain('shop');
  const own = more.length > 0 ? /^::(?:error|warning|notice) file=/ : /^(?!)/;
  const commands = printed
    .split(/[\r\n\u0085\u2028]/)
    .filter((line) => /^\s*(?:::|##\[)/.test(line) && !own.test(line));
  expect(commands).toEqual([]);
  expect(printed.replaceAll(/[\n\t]/g, '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028]/);
});
