// What the shell sees of watched traffic: a real wrap around a real server, then the commands that read the log, with no window
// open and with one.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { openFollowing } from '../../../inspector/testing/open-following.ts';
import { runHere, startHere } from '../../../launch/testing/run-here.ts';
import { ended, startWrapped, until } from '../programs/testing/test-peers.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-watched-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
});

const misfire = (...args: string[]) => runHere(args, { data });

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Answers `initialize` and lists, and fails each call of a tool. */
const script = `
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer =
    method === 'initialize' ? { result: { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: { name: 'failing', version: '1' } } }
    : method === 'tools/list' ? { result: { tools: [] } }
    : { error: { code: -32603, message: 'The pool is exhausted' } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n');
});`;

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'tester', version: '1' } },
};
const call = (id: number, tool = 'query') => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: tool, arguments: {} },
});

function startServer(): ReturnType<typeof startWrapped> {
  const file = join(data, 'server.cjs');
  writeFileSync(file, script);
  return startWrapped([process.execPath, file], { data, client: 'Tester', name: 'pool' });
}

/** One client, from start to end. */
async function watch(...messages: object[]): Promise<void> {
  const child = startServer();
  child.stdout.resume();
  const end = ended(child);
  child.stdin.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  await end;
}

it('log, export, decode and replay take the spool in without a window', { timeout: 240_000 }, async () => {
  await watch(initialize, call(2));
  const log = await misfire('log');
  expect([log.code, log.stdout]).toEqual([1, expect.stringContaining('-32603')]);
  await watch(initialize, call(2, 'second'));
  const decoded = await misfire('decode', '--recording', '--json');
  expect(lines(decoded.stdout).map(({ target }) => target)).toEqual(['query', 'second']);
  await watch(initialize, call(2, 'third'));
  const exported = await misfire('export', 'is:failed');
  expect(lines(exported.stdout).filter(({ lane }) => lane === 'out')).toHaveLength(3);
  await watch(initialize, call(2, 'fourth'));
  const [recording] = lines((await misfire('log', '--recordings', '--json')).stdout);
  expect(recording).toMatchObject({ kind: 'recorded', failedCalls: 4 });
  // The watched connection belongs to its client: the command opens one of its own with the same command.
  const replayed = await misfire('replay', '--recording', '--json');
  expect(lines(replayed.stdout).map(({ target, verdict }) => [target, verdict])).toEqual(
    ['query', 'second', 'third', 'fourth'].map((tool) => [tool, 'same']),
  );
});

it('log shows what came while a window has the log', async () => {
  const inspector = await openFollowing(data);
  onTestFinished(() => inspector.close());
  await watch(initialize, call(2));
  const log = await misfire('log', 'is:failed', '--json');
  expect(lines(log.stdout)).toMatchObject([{ method: 'tools/call', client: 'Tester' }]);
});

it('log --follow waits for the first traffic and prints it as it comes', async () => {
  const following = startHere(['log', '--follow', '--json', 'is:failed'], { data });
  onTestFinished(async () => {
    following.stop();
    await following.ended;
  });
  const child = startServer();
  child.stdout.resume();
  child.stdin.write(`${JSON.stringify(initialize)}\n${JSON.stringify(call(2))}\n`);
  // The client is still there.
  await until(() => lines(following.ran.stdout).length === 1, 'the first failure');
  child.stdin.write(`${JSON.stringify(call(3, 'other'))}\n`);
  await until(() => lines(following.ran.stdout).length === 2, 'the second failure');
  const end = ended(child);
  child.stdin.end();
  await end;
  expect(lines(following.ran.stdout).map(({ target }) => target)).toEqual(['query', 'other']);
});

it('a killed wrap leaves no call open, although all it wrote was in the log before', async () => {
  const child = startWrapped([process.execPath, '-e', 'setInterval(() => {}, 1000)'], { data, name: 'mute' });
  child.stdin.write(`${JSON.stringify(call(1))}\n`);
  const rows = async () => {
    const { stdout } = await misfire('log', '--json', '--exit-zero');
    return lines(stdout).filter(({ kind }) => kind === 'call');
  };
  for (let found = await rows(); found.length === 0; ) found = await rows();
  expect(await rows()).toMatchObject([{ pending: true }]);
  const end = ended(child);
  child.kill('SIGKILL');
  await end;
  expect(await rows()).toMatchObject([{ pending: false, outcome: 'unanswered' }]);
});

it('writes a repro set of watched calls, which replay runs', async () => {
  await watch(initialize, call(2));
  const file = join(data, 'repro.json');
  const written = await misfire('export', '--format', 'repro', '--out', file);
  expect([written.code, written.stderr]).toEqual([0, expect.stringContaining('1 call written')]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    misfireRepro: 1,
    calls: [{ method: 'tools/call', failure: { code: -32603 } }],
  });
  writeFileSync(
    join(data, 'server.cjs'),
    script.replace("{ error: { code: -32603, message: 'The pool is exhausted' } }", '{ result: { content: [] } }'),
  );
  const replayed = await misfire('replay', file, '--json');
  expect([replayed.code, lines(replayed.stdout)]).toMatchObject([0, [{ verdict: 'fixed' }]]);
});

it('replays an exported capture of a watched client, and says which --to to give where it cannot', {
  timeout: 60_000,
}, async () => {
  await watch(initialize, call(2));
  const file = join(data, 'capture.jsonl');
  await misfire('export', '--out', file);
  const own = await misfire('replay', file, '--json');
  expect(lines(own.stdout)).toMatchObject([{ server: 'pool (Tester)', verdict: 'same' }]);
  const other = mkdtempSync(join(tmpdir(), 'misfire-other-'));
  onTestFinished(() => rmSync(other, { recursive: true, force: true }));
  const unknown = await misfire('replay', file, '--data', other);
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('Add --to with an address')]);
});

it('calls that are recorded share one entry of the list', async () => {
  const file = join(data, 'server.cjs');
  writeFileSync(file, script);
  const command = `${process.execPath} ${file}`;
  for (let time = 0; time < 3; time += 1) await misfire('call', command, 'tools/call', '{"name":"query"}', '--record');
  const log = await misfire('log', '--json', '--exit-zero', 'method:tools/call');
  expect(new Set(lines(log.stdout).map(({ server }) => server)).size).toBe(1);
  expect(lines(log.stdout)).toHaveLength(3);
});
