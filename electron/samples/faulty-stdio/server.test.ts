// The faulty stdio server: each fault does on the raw wire what its description says.

import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json/json.ts';
import { hostileFrames } from '../faulty/hostile-frames.ts';
import { menu } from '../faulty/menu.ts';
import { type StdioPeer, startStdio } from '../testing/peer.ts';

let peer: StdioPeer;
const start = async () => {
  peer = await startStdio('faulty-stdio');
};
afterEach(async () => {
  await peer.stop();
});

const good = { result: { content: [{ type: 'text', text: 'All is well.' }] } };
const noted = (line: Buffer) => JSON.parse(String(line)) as { method?: string; params: JsonObject };

/** Sends the call and returns all lines up to the response of a healthy call right after it. */
async function linesOf(name: string, args: JsonObject = {}): Promise<Buffer[]> {
  const from = peer.lines.all.length;
  const order = { jsonrpc: '2.0', id: 'ordered', method: 'tools/call', params: { name, arguments: args } };
  peer.sendLine(JSON.stringify(order));
  await peer.call('ok');
  return peer.lines.all.slice(from, -1);
}

test('the tool list, each with a description', async () => {
  await start();
  const { result } = (await peer.request('tools/list'))!;
  const { tools } = result as { tools: { name: string; description: string }[] };
  expect(tools.map((tool) => tool.name)).toEqual(
    menu.filter((fault) => (fault.on as readonly string[]).includes('stdio')).map((fault) => fault.name),
  );
  for (const tool of tools) expect(tool.description).toMatch(/\w.*\.$/);
});

test('faults of the message', async () => {
  await start();
  expect(await peer.call('ok')).toMatchObject(good);
  expect(await peer.call('empty_error')).toMatchObject({ result: { isError: true, content: [] } });
  expect(await peer.call('unflagged')).toMatchObject({
    result: { content: [{ text: expect.stringContaining('"success":false') }] },
  });
  expect((await peer.call('unflagged'))!.result).not.toHaveProperty('isError');
  expect(await peer.call('schema_break')).toMatchObject({ result: { structuredContent: { temperature: 'warm' } } });
  expect(await peer.call('result_and_error')).toMatchObject({ ...good, error: { code: -32603 } });
  expect((await linesOf('wrong_id')).map((line) => JSON.parse(String(line)).id)).toEqual(['ordered-wrong']);
  expect((await linesOf('duplicate_answer')).map((line) => JSON.parse(String(line)).id)).toEqual([
    'ordered',
    'ordered',
  ]);
  expect(await linesOf('hang')).toEqual([]);
  expect(await peer.call('nothing')).toMatchObject({ error: { code: -32602 } });
});

test('garbage, with and without a response', async () => {
  await start();
  const noisy = await linesOf('garbage');
  expect(noisy).toHaveLength(4);
  for (const line of noisy.slice(0, 3)) expect(() => JSON.parse(String(line))).toThrow();
  expect(JSON.parse(String(noisy[3]))).toMatchObject({ id: 'ordered', ...good });
  expect(await linesOf('garbage_only')).toEqual(noisy.slice(0, 3));
});

test('late, progress, flood and a storm on stderr', async () => {
  await start();
  expect(await peer.call('late', { ms: 20 })).toMatchObject(good);
  const from = peer.lines.all.length;
  const params = { name: 'progress', arguments: { steps: 3, ms: 1 }, _meta: { progressToken: 'p' } };
  expect(await peer.request('tools/call', params)).toMatchObject(good);
  expect(peer.lines.all.slice(from, -1).map((line) => noted(line).params)).toMatchObject([
    { progressToken: 'p', progress: 1, total: 3 },
    { progressToken: 'p', progress: 2, total: 3 },
    { progressToken: 'p', progress: 3, total: 3 },
  ]);
  const before = peer.lines.all.length;
  expect(await peer.call('flood')).toMatchObject(good);
  expect(peer.lines.all.length - before).toBe(10_001);
  expect(noted(peer.lines.all.at(-2)!).params.data).toBe('message 10000 of 10000');
  expect(await peer.call('flood', { count: 30, rate: 1000 })).toMatchObject(good);
  expect(await peer.call('stderr_storm', { count: 500 })).toMatchObject(good);
  await expect.poll(peer.stderr).toContain('storm 500:');
});

test('a response of 20 MB is one line', async () => {
  await start();
  await peer.call('huge');
  expect(peer.lines.all.at(-1)!.length).toBeGreaterThan(20 * 1024 * 1024);
});

test('every hostile frame, byte for byte, then the response', async () => {
  await start();
  const from = peer.lines.all.length;
  expect(await peer.call('hostile')).toMatchObject(good);
  const lines = peer.lines.all.slice(from, -1);
  expect(lines.length).toBe(hostileFrames.length);
  for (const [index, { name, bytes }] of hostileFrames.entries()) {
    expect(bytes.includes(10), `${name} is one line`).toBe(false);
    expect(lines[index]!.equals(bytes), name).toBe(true);
  }
  expect(await peer.call('ok')).toMatchObject(good);
});

test('the hostile frames match their names', () => {
  const read = (name: string) => JSON.parse(String(hostileFrames.find((frame) => frame.name === name)!.bytes));
  const data = (name: string) => read(name).params.data;
  expect(new Set(hostileFrames.map((frame) => frame.name)).size).toBe(27);
  expect(() => read('truncated JSON')).toThrow();
  expect(() => read('not JSON')).toThrow();
  expect(() => read('byte order mark')).toThrow();
  expect(Object.keys(data('__proto__ and constructor'))).toEqual(['__proto__', 'constructor']);
  expect(data('lone surrogate').isWellFormed()).toBe(false);
  expect(data('NUL')).toBe('before\0after');
  expect(Object.keys(data('100,000 keys'))).toHaveLength(100_000);
  expect(data('string of 12 MB')).toHaveLength(12 * 1024 * 1024);
  expect(data('1e400, -0 and 20 digits').huge).toBe(Number.POSITIVE_INFINITY);
  let depth = 0;
  for (let level = data('nesting 100000'); level !== undefined; level = level[0]) depth++;
  expect(depth).toBe(100_000);
});

test.each<[string, JsonObject, { code: number | null; signal: string | null }]>([
  ['crash', {}, { code: 1, signal: null }],
  ['crash', { code: 42 }, { code: 42, signal: null }],
  ['crash_signal', {}, { code: null, signal: 'SIGKILL' }],
  ['crash_signal', { signal: 'SIGABRT' }, { code: null, signal: 'SIGABRT' }],
  ['half_line', {}, { code: 0, signal: null }],
])('%s %j ends the process in the middle of the call', async (name, args, ended) => {
  await start();
  const before = peer.lines.all.length;
  expect(await peer.call(name, args)).toBeUndefined();
  expect(await peer.ended).toEqual(ended);
  const left = peer.lines.all.slice(before).map(String);
  expect(left).toEqual(name === 'half_line' ? [expect.stringMatching(/^\{"jsonrpc":"2\.0"[^}]*$/)] : []);
  if (name === 'crash') expect(peer.stderr()).toContain('at readDisk');
});

test('a closed stdin ends it, even in a flood', async () => {
  await start();
  peer.sendLine(
    JSON.stringify({
      jsonrpc: '2.0',
      id: 'f',
      method: 'tools/call',
      params: { name: 'flood', arguments: { count: 1e9 } },
    }),
  );
  await peer.lines.find((line) => line.includes('"flood"'));
  expect(await peer.stop()).toEqual({ code: 0, signal: null });
});
