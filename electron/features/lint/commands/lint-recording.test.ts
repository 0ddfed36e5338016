// `misfire lint FILE`: which rules of the protocol a recording breaks, by whom, in which lines.

import { expect } from 'vitest';
import { test } from '../../../hosts/cli/testing/desk.ts';

type Line = [lane: 'in' | 'out', message: object];

const capture = (...lines: Line[]) =>
  [
    '{"misfire":1,"started":"2026-11-14T12:00:00.000Z"}',
    ...lines.map(([lane, message], at) =>
      JSON.stringify({ t: at, server: 'files', lane, text: JSON.stringify({ jsonrpc: '2.0', ...message }) }),
    ),
    '',
  ].join('\n');

const start: Line[] = [
  [
    'out',
    {
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
    },
  ],
  [
    'in',
    {
      id: 0,
      result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
    },
  ],
  ['out', { method: 'notifications/initialized' }],
];
const clean = capture(...start, ['out', { id: 1, method: 'tools/list' }], ['in', { id: 1, result: { tools: [] } }]);
const broken = capture(
  ...start,
  ['out', { id: 1, method: 'tools/list' }],
  ['in', { id: '1', result: { tools: [] } }],
  ['out', { id: 1, method: 'tools/list' }],
  ['in', { id: 1, result: { tools: [] } }],
);

test('finds nothing in a recording that keeps every rule', async ({ desk }) => {
  const { stdout, stderr, code } = await desk.run(['lint', desk.write('clean.jsonl', clean)]);
  expect([stdout, code]).toEqual(['', 0]);
  expect(stderr).toContain('5 messages, no rule broken.');
});

test('names the side, the line, the clause and its address', async ({ desk }) => {
  const { stdout, stderr, code } = await desk.run(['lint', desk.write('broken.jsonl', broken)]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^server\n✗ line 6 {2}files answered the id/m);
  expect(stdout).toContain('Result responses MUST include the same ID as the request they correspond to. https://');
  expect(stdout).toMatch(/^client\n✗ line 7 {2}The client used the id 1 again\./m);
  expect(stderr).toContain('1 rule broken by the server, 1 rule broken by the client.');
});

test('says what each broken message is about, and that they differ', async ({ desk }) => {
  const old = (lane: 'in' | 'out', message: object, t: number) =>
    JSON.stringify({ t, server: 'files', lane, text: JSON.stringify(message) });
  const file = desk.write(
    'old.jsonl',
    [
      clean.trim(),
      old('out', { jsonrpc: '2.0', id: 2, method: 'tools/list' }, 10),
      old('in', { id: 2, result: { tools: [] } }, 11),
      old('in', { method: 'notifications/message', params: { level: 'info', data: 'x' } }, 12),
    ].join('\n'),
  );
  const { lines, code } = await desk.run(['lint', file, '--json']);
  expect(code).toBe(1);
  expect(lines.find(({ rule }) => rule === 'name-JSON-RPC-2-0')).toMatchObject({
    about: 'tools/list',
    message: 'files sent an answer without "jsonrpc": "2.0", and broke the same rule 1 more time.',
  });
});

test('prints the same findings as JSON, SARIF, JUnit and annotations', async ({ desk }) => {
  const file = desk.write('broken.jsonl', broken);
  const json = await desk.run(['lint', file, '--json']);
  const lines = json.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ rule }) => rule)).toMatchObject([
    { rule: 'use-each-id-once', side: 'client', level: 'error', lines: [7], count: 1 },
    { rule: 'answer-only-requests-that-were-sent', side: 'server', lines: [6], server: 'files' },
  ]);
  const sarif = JSON.parse((await desk.run(['lint', file, '--format', 'sarif'])).stdout);
  const [{ tool, results }] = sarif.runs;
  expect(
    results.map((one: { locations: { physicalLocation: object }[] }) => one.locations[0]?.physicalLocation),
  ).toMatchObject([{ region: { startLine: 7 } }, { region: { startLine: 6 } }]);
  expect(tool.driver.rules[0].helpUri).toContain('https://modelcontextprotocol.io/');
  expect((await desk.run(['lint', file, '--format', 'junit'])).stdout).toContain('failures="1"');
  expect((await desk.run(['lint', file, '--format', 'github'])).stdout).toMatch(/^::error file=.*broken\.jsonl,line=/m);
  expect((await desk.run(['lint', file, '--format', 'md'])).stdout).toContain('used the id 1 again');
});

test('fails from the given level on', async ({ desk }) => {
  const advice = capture(...start.slice(0, 1), ['out', { id: 1, method: 'tools/list' }], ...start.slice(1), [
    'in',
    { id: 1, result: { tools: [] } },
  ]);
  const file = desk.write('advice.jsonl', advice);
  expect((await desk.run(['lint', file])).code).toBe(1);
  expect((await desk.run(['lint', file, '--level', 'error'])).code).toBe(0);
  expect((await desk.run(['lint', file, '--level', 'warning'])).code).toBe(1);
  expect((await desk.run(['lint', file, '--exit-zero'])).code).toBe(0);
});

test('reads stdin and a recording of the log', async ({ desk }) => {
  await desk.run(['import', desk.write('broken.jsonl', broken)]);
  expect((await desk.run(['lint', '-'], { input: broken })).stdout).toContain('used the id 1 again');
  expect((await desk.run(['lint', '1'])).stdout).toContain('used the id 1 again');
});

test('says what is wrong with a file without messages', async ({ desk }) => {
  const quiet = desk.write('quiet.jsonl', '{"misfire":1}\n{"t":1,"server":"s","lane":"err","text":"hello"}\n');
  const { stderr, code } = await desk.run(['lint', quiet]);
  expect(code).toBe(2);
  expect(stderr).toContain('contains no messages between a client and a server');
  expect((await desk.run(['lint', desk.write('empty.jsonl', '')])).stderr).toContain('is empty');
});

test('checks a session of 50,000 messages, each once', async ({ desk }) => {
  const calls = Array.from({ length: 25_000 }, (_, at): Line[] => [
    ['out', { id: at + 1, method: 'tools/list' }],
    ['in', { id: at + 1, result: { tools: [] } }],
  ]).flat();
  const { stderr, code } = await desk.run(['lint', desk.write('long.jsonl', capture(...start, ...calls))]);
  expect(code).toBe(0);
  expect(stderr).toContain('50003 messages, no rule broken.');
});
