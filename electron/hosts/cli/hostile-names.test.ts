// Names that servers and captures choose, in the output of commands: no line of a terminal or of a workflow's log begins with one.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runHere } from '../../launch/testing/run-here.ts';

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

const run = async (...args: string[]): Promise<string> =>
  (await runHere(args, { data, env: { GITHUB_ACTIONS: 'true' } })).said;

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
