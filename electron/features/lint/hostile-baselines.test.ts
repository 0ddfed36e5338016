// Attacks of a baseline file, and of a server that is saved into one: nesting, names of the prototype, wrong types, escapes for terminals,
// links, and the baseline of another server.

import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { baselineText } from '../../../shared/features/compare/baseline.ts';
import { definitionChanges } from '../../../shared/features/lint/definitions.ts';
import { runHere } from '../../launch/testing/run-here.ts';
import { readBaseline } from '../compare/baseline-files.ts';

const fileOf = (definition: string, name = 'pay', server = 's') =>
  `{"misfireBaseline":1,"servers":[{"name":${JSON.stringify(server)},"revision":null,"provocations":[],"definitions":[{"kind":"tool","name":${JSON.stringify(name)},"definition":${definition}}]}]}`;
const nested = (levels: number) => `{"inputSchema":${'{"items":'.repeat(levels)}{}${'}'.repeat(levels)}}`;
const definitionsIn = (text: string) => readBaseline(text)?.servers[0]?.definitions ?? [];

it('compares and writes schemas of any depth', () => {
  const [before, after] = [definitionsIn(fileOf(nested(20_000))), definitionsIn(fileOf('{"inputSchema":{}}'))];
  expect(definitionChanges(before, after).length).toBeGreaterThan(0);
  const read = readBaseline(fileOf(nested(20_000)));
  expect(read && readBaseline(baselineText(read))).not.toBeNull();
});

it.each([
  'null',
  '[]',
  '{}',
  '{"misfireBaseline":2,"servers":[]}',
  '{"misfireBaseline":1,"servers":{}}',
  '{"misfireBaseline":1,"servers":[null]}',
  fileOf('[]'),
  fileOf('"text"'),
  fileOf('null'),
])('refuses %s', (text) => {
  expect(readBaseline(text)).toBeNull();
});

it('takes names of the prototype for names', () => {
  const before = definitionsIn(fileOf('{"description":"a"}', '__proto__'));
  const after = definitionsIn(fileOf('{"description":"b","constructor":1}', '__proto__'));
  expect(
    definitionChanges(before, after)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['/constructor', '/description']);
  expect(({} as { description?: string }).description).toBeUndefined();
});

const server = `
import { createInterface } from 'node:readline';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  else if (method === 'tools/list') send({ id, result: { tools: [{ name: 'pay', description: 'Pays.', inputSchema: { type: 'object' } }] } });
  else if (id !== undefined) send({ id, error: { code: -32601, message: 'no' } });
}
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-baselines-'));
  writeFileSync(join(folder, 'server.mjs'), server);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const lint = (...args: string[]) =>
  runHere(['lint', ...args, '--', process.execPath, 'server.mjs'], { cwd: folder, data: folder });

it('prints no escapes and no commands of a baseline', async () => {
  const hostile = '\u001b]52;c;eA==\u0007\n::error::owned\u202e';
  writeFileSync(join(folder, 'base.json'), fileOf(JSON.stringify({ description: hostile }), hostile));
  for (const format of ['md', 'github', 'junit', 'sarif', 'json']) {
    const { stdout, stderr, code } = await lint('--baseline', 'base.json', '--format', format);
    expect([format, code]).toEqual([format, 1]);
    expect(`${stdout}${stderr}`).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u202e]/);
    expect(stdout.split('\n').filter((line) => line.startsWith('::error::'))).toEqual([]);
  }
});

it('finds nothing to compare in the baseline of two other servers', async () => {
  const [one, other] = [fileOf('{}', 'pay', 'a'), fileOf('{}', 'pay', 'b')].map((text) => JSON.parse(text).servers[0]);
  writeFileSync(join(folder, 'base.json'), JSON.stringify({ misfireBaseline: 1, servers: [one, other] }));
  const { stdout, code } = await lint('--baseline', 'base.json', '--json');
  expect([code, stdout]).toEqual([1, expect.stringContaining('definitions-not-in-baseline')]);
});

it('does not overwrite what a link leads to, if that is no baseline', async () => {
  writeFileSync(join(folder, 'settings.json'), '{"a":1}');
  symlinkSync(join(folder, 'settings.json'), join(folder, 'base.json'));
  const { code } = await lint('--save-baseline', 'base.json');
  expect([code, readFileSync(join(folder, 'settings.json'), 'utf8')]).toEqual([2, '{"a":1}']);
});
