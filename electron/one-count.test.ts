// One recording, one count: every place that counts failed calls and causes, asked about the same watched traffic. It has attempts, a
// storm with successes in between, different failures of one tool, a dead process, late and stray answers, and marks.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { countFailedCalls } from '../shared/incident/failed-calls.ts';
import type { Row } from '../shared/timeline.ts';
import { startAgent } from './features/agents/server/testing/agent.ts';
import { openFollowing } from './inspector/testing/open-following.ts';
import { value } from './inspector/testing/test-inspector.ts';
import { runHere } from './launch/testing/run-here.ts';

const started = Date.now() - 60_000;

/** Written as a wrap writes it; its process is gone. */
function spool(): string {
  const pid = 4_194_400;
  const lines: object[] = [
    {
      misfire: 1,
      started: new Date(started).toISOString(),
      server: 'files',
      client: 'Tester',
      pid,
      command: ['files'],
    },
  ];
  const say = (t: number, lane: string, more: object) =>
    lines.push({ t, server: 'files', by: 'client', lane, ...more });
  const message = (t: number, lane: string, body: object) =>
    say(t, lane, { text: JSON.stringify({ jsonrpc: '2.0', ...body }) });
  const call = (t: number, id: number, name: string, args: object = {}) =>
    message(t, 'out', { id, method: 'tools/call', params: { name, arguments: args } });
  const error = (t: number, id: number, code: number, words: string) =>
    message(t, 'in', { id, error: { code, message: words } });
  say(1, 'life', { event: 'spawned', pid: 1 });
  // One failed call: three attempts.
  for (const n of [1, 2, 3]) {
    call(n * 10, n, 'search');
    error(n * 10 + 1, n, -32003, 'Rate limit exceeded');
  }
  // One failed call: canceled, and its error comes late.
  call(100, 4, 'export');
  message(110, 'out', { method: 'notifications/cancelled', params: { requestId: 4, reason: 'slow' } });
  error(120, 4, -32603, 'Canceled');
  // An error that answers nothing.
  error(130, 99, -32600, 'Who asked?');
  // Marked below.
  call(140, 5, 'flaky');
  error(141, 5, -32602, 'Not today');
  // Of a rehearsal: counted nowhere, also when it looks like a failure of the server.
  const marks = { rehearsed: true, injected: 'answer:rate_limited' };
  for (const [t, id, name] of [
    [142, 20, 'search'],
    [144, 21, 'lookup'],
  ] as const) {
    const request = { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } };
    say(t, 'out', { ...marks, text: JSON.stringify(request) });
    const answer = { jsonrpc: '2.0', id, error: { code: -32003, message: 'Rate limit exceeded' } };
    say(t + 1, 'in', { ...marks, text: JSON.stringify(answer) });
  }
  say(146, 'in', { ...marks, text: 'noise' });
  // Twelve failed calls with one cause: other arguments each time, and successes in between.
  for (let n = 0; n < 12; n += 1) {
    call(200 + n * 4, 100 + n, 'list', { page: n });
    error(201 + n * 4, 100 + n, -32003, 'Rate limit exceeded');
    call(202 + n * 4, 200 + n, 'list', { page: 100 + n });
    message(203 + n * 4, 'in', { id: 200 + n, result: { content: [] } });
  }
  // Two failed calls with two causes, although the code is the same.
  call(300, 30, 'pay', { amount: 1 });
  error(301, 30, -32000, 'Payment not found');
  call(302, 31, 'pay', { amount: 2 });
  error(303, 31, -32000, 'Permission denied');
  // One failed call: the process dies with two calls open.
  call(350, 6, 'read');
  call(351, 7, 'write');
  say(360, 'life', { event: 'exited', code: 3, signal: null });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Without the one that is marked. */
const whole = { failedCalls: 18, causes: 7, expected: 1 };
const words = '18 failed calls, 7 causes, 1 expected';

it('window, servers, recordings, groups, log, mcp, decode, Parquet and report count the same', {
  timeout: 120_000,
}, async () => {
  const data = mkdtempSync(join(tmpdir(), 'misfire-count-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  mkdirSync(join(data, 'spool'));
  writeFileSync(join(data, 'spool', `${started}-4194400-0001.jsonl`), spool());
  const misfire = (...args: string[]) => runHere([...args, '--exit-zero'], { data });

  const inspector = await openFollowing(data);
  const { api } = inspector;
  const { groups } = await value(api.failureGroups({ order: 'last', from: 0, count: 50 }));
  const expected = groups.find(({ target }) => target === 'flaky');
  await value(api.markGroup({ group: expected?.id ?? '', state: 'expected', note: '' }));

  const { counters, servers, recording } = await value(api.snapshot({}));
  expect(counters).toMatchObject(whole);
  expect(recording.counted).toEqual(whole);
  const listedGroups = await value(api.failureGroups({ order: 'last', tab: 'unresolved', from: 0, count: 50 }));
  expect([listedGroups.counted, listedGroups.found, listedGroups.total]).toEqual([whole, 18, 7]);
  const counted = new Map<string, number>();
  counted.set(
    'servers',
    servers.reduce((sum, { counts }) => sum + counts.failedCalls, 0),
  );
  const overview = await value(api.overview({ view: '', buckets: 20 }));
  counted.set('strip', overview?.failures.reduce((sum, amount) => sum + amount, 0) ?? -1);
  counted.set(
    'servers’ recent',
    servers.reduce((sum, { recent }) => sum + recent.reduce((all, one) => all + one, 0), 0) - counters.expected,
  );
  await inspector.close();

  const log = await misfire('log');
  expect(log.stderr).toMatch(new RegExp(`, ${words}\\.$`, 'm'));
  expect(log.stdout.match(/rehearsed answer:rate_limited/g)).toHaveLength(3);
  const marked = await misfire('log', '--json', 'is:rehearsed is:call');
  expect(marked.stdout.match(/"rehearsed":\{"injected":"answer:rate_limited"\}/g)).toHaveLength(2);
  const [listed] = (await misfire('log', '--recordings', '--json')).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(listed).toMatchObject(whole);
  expect((await misfire('log', '--recordings')).stdout).toContain(words);
  const capture = join(data, 'capture.jsonl');
  await misfire('export', '--out', capture);
  expect(readFileSync(capture, 'utf8').match(/"rehearsed":true,"injected":"answer:rate_limited"/g)).toHaveLength(5);
  expect((await misfire('decode', '--json', capture)).stdout.match(/"rehearsed":true/g)).toHaveLength(2);
  expect((await misfire('decode', capture)).stderr).toMatch(new RegExp(`^${words}\\.$`, 'm'));
  const report = join(data, 'report.html');
  await misfire('export', '--format', 'html', '--out', report);
  const blocks = [...readFileSync(report, 'utf8').matchAll(/<script type="application\/json">([^<]*)</g)];
  const parts = blocks.map(([, json = '']) => JSON.parse(json));
  const rows = parts.flatMap((part) => (part.part === 'rows' ? part.rows.map(({ row }: { row: Row }) => row) : []));
  const { recording: told } = parts.find(({ part }) => part === 'recording');
  const quiet = new Set<string>(told.marks.map(({ group }: { group: string }) => group));
  expect(countFailedCalls(rows, quiet)).toEqual(whole);

  const agent = await startAgent(data);
  const { structuredContent } = await agent.ask('failures', {});
  await agent.client.close();
  expect(structuredContent).toMatchObject({ count: 18, total: 7, expected: 1 });

  expect([...counted]).toEqual([...counted.keys()].map((place) => [place, 18]));
});

/** One run of a client: its calls fail, unless they are of the tool `list`. `injected`: how many of them a rehearsal answered. */
function runOf(pid: number, tools: readonly string[], injected = 0): string {
  const header = { misfire: 1, started: new Date(started).toISOString(), server: 'files', client: 'Tester', pid };
  const lines: object[] = [header, { t: pid, server: 'files', by: 'client', lane: 'life', event: 'spawned', pid: 1 }];
  tools.forEach((name, index) => {
    const marks = index < injected ? { rehearsed: true, injected: 'answer:rate_limited' } : {};
    const at = { t: pid + index * 10 + 1, server: 'files', by: 'client', ...marks };
    const params = { name, arguments: {} };
    const ended = name === 'list' ? { result: { content: [] } } : { error: { code: -32003, message: 'Slow down' } };
    const text = (body: object) => JSON.stringify({ jsonrpc: '2.0', id: index + 1, ...body });
    lines.push({ ...at, lane: 'out', text: text({ method: 'tools/call', params }) });
    lines.push({ ...at, t: at.t + 1, lane: 'in', text: text(ended) });
  });
  lines.push({ t: pid + 900, server: 'files', by: 'client', lane: 'life', event: 'exited', code: 0, signal: null });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

it('log and decode count attempts the same across runs of the client, of Misfire and of a rehearsal', async () => {
  const data = mkdtempSync(join(tmpdir(), 'misfire-count-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  mkdirSync(join(data, 'spool'));
  const misfire = (...args: string[]) => runHere([...args, '--exit-zero'], { data });
  const counted: string[] = [];
  const runs = [runOf(4_194_401, ['pay', 'pay', 'read'], 1), runOf(4_194_402, ['pay', 'read', 'write'])];
  for (const [index, text] of [...runs, runOf(4_194_403, ['pay', 'write', 'write'])].entries()) {
    writeFileSync(join(data, 'spool', `${started + index}-${4_194_401 + index}-0001.jsonl`), text);
    counted.push((await misfire('log')).stderr.trim().split('\n').at(-1) ?? '');
  }
  const capture = join(data, 'capture.jsonl');
  await misfire('export', '--out', capture);
  const decoded = (await misfire('decode', capture)).stderr;
  expect(decoded).toBe('3 failed calls, 3 causes.\n');
  expect(counted.map((line) => line.replace(/^\d+ rows, /, ''))).toEqual([
    '2 failed calls, 2 causes.',
    ...[decoded.trim(), decoded.trim()],
  ]);
});
