// Finding out which era a server speaks, in plain sight: the verdict, what is kept, and the rows that show how.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { everythingStdio, modernHttp, modernStdio, TestInspector, value } from '../testing/test-inspector.ts';

let bench: TestInspector;
beforeEach(async () => {
  bench = await TestInspector.open();
});
afterEach(() => bench.close());

const methods = async () => (await bench.rows()).flatMap(({ method }) => (method === null ? [] : [method]));

test.each([
  ['the newer era over stdio', modernStdio, { era: 'modern', transport: 'stdio' }, ['server/discover']],
  ['the newer era over HTTP', modernHttp, { era: 'modern', transport: 'http' }, ['server/discover']],
  ['the older era over stdio', everythingStdio, { era: 'legacy', transport: 'stdio' }, ['server/discover']],
])('%s', async (_name, transport, finding, asked) => {
  const server = await bench.add('unknown', transport);
  const found = await value(bench.api.detectEra({ server }));
  expect(found).toMatchObject(finding);
  expect(found.words).toMatch(/^It speaks .* That is kept\.$/);
  expect(await methods()).toEqual(asked);
  expect(await bench.view(server)).toMatchObject({ era: finding.era, state: 'idle' });
});

test('Streamable HTTP and the old HTTP+SSE are told apart, and the transport is kept', async () => {
  const url = await bench.everything('streamableHttp');
  const http = await bench.add('http', { kind: 'http', url });
  expect(await value(bench.api.detectEra({ server: http }))).toMatchObject({ era: 'legacy', transport: 'http' });
  expect(await methods()).toEqual(['server/discover', 'initialize', 'DELETE']);
  const old = await bench.add('sse', { kind: 'http', url: await bench.everything('sse') }, { era: 'detect' });
  await value(bench.api.connect({ server: old }));
  expect(await bench.view(old)).toMatchObject({ state: 'connected', era: 'legacy', transport: 'sse' });
  expect((await bench.callTool(old, 'echo', { message: 'hi' })).row.headline).toBe('Echo: hi');
  // Each question has a connection of its own, so nothing of it is mixed with what people do.
  const epochs = (await bench.rows()).filter(({ server }) => server === old).map(({ epoch }) => epoch);
  expect(new Set(epochs).size).toBe(4);
});

test.each([
  ['the newer era over stdio', modernStdio, 'modern'],
  ['the newer era over HTTP', modernHttp, 'modern'],
])('a server that refuses “initialize” because it speaks %s is connected all the same', async (_, transport, era) => {
  const server = await bench.add('unknown', transport);
  await value(bench.api.connect({ server }));
  expect(await bench.view(server)).toMatchObject({ state: 'connected', era });
});

test('an address of the old HTTP+SSE is connected as that', async () => {
  const server = await bench.add('old', { kind: 'http', url: await bench.everything('sse') });
  await value(bench.api.connect({ server }));
  expect(await bench.view(server)).toMatchObject({ state: 'connected', transport: 'sse' });
});

test('nothing found is said and nothing is kept; stopping is possible', async () => {
  const nowhere = await bench.add('nowhere', { kind: 'http', url: 'http://127.0.0.1:9/mcp' }, { era: 'detect' });
  const answer = await bench.api.connect({ server: nowhere });
  expect(answer).toMatchObject({ ok: false });
  expect(await bench.view(nowhere)).toMatchObject({
    state: 'failed',
    era: 'detect',
    reason: expect.stringContaining('Nothing is listening at 127.0.0.1:9'),
  });
  const silent = { kind: 'stdio', command: process.execPath, args: ['-e', 'process.stdin.resume()'] };
  const server = await bench.add('silent', silent);
  const detecting = bench.api.detectEra({ server });
  await expect.poll(methods).toContain('server/discover');
  await value(bench.api.stopDiagnosis({ server })).catch(() => {});
  expect(await detecting).toMatchObject({ ok: false, error: { message: 'Detecting was stopped.' } });
});
