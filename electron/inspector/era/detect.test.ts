// Visible era detection: the result, what is saved, and the rows that show how it was found.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { modernHttp, modernStdio } from '../../launch/testing/built-program.ts';
import { everythingStdio, TestInspector, value } from '../testing/test-inspector.ts';

/** Holds the reference server of the older transport, which two tests use. */
let servers: TestInspector;
let sse: string;
beforeAll(async () => {
  servers = await TestInspector.open();
  sse = await servers.everything('sse');
});
afterAll(() => servers.close());

let bench: TestInspector;
beforeEach(async () => {
  bench = await TestInspector.open();
});
afterEach(() => bench.close());

const methods = async () => (await bench.rows()).flatMap(({ method }) => (method === null ? [] : [method]));

test.each([
  ['the modern era over stdio', modernStdio, { era: 'modern', transport: 'stdio' }, ['server/discover']],
  ['the modern era over HTTP', modernHttp, { era: 'modern', transport: 'http' }, ['server/discover']],
  ['the older era over stdio', everythingStdio, { era: 'legacy', transport: 'stdio' }, ['server/discover']],
])('%s', async (_name, transport, finding, asked) => {
  const server = await bench.add('unknown', transport);
  const found = await value(bench.api.detectEra({ server }));
  expect(found).toMatchObject(finding);
  expect(found.words).toMatch(/^It speaks .* That is kept\.$/);
  expect(await methods()).toEqual(asked);
  expect(await bench.view(server)).toMatchObject({ era: finding.era, state: 'idle' });
});

test('Streamable HTTP and the old HTTP+SSE are distinguished, and the transport is saved', async () => {
  const url = await bench.everything('streamableHttp');
  const http = await bench.add('http', { kind: 'http', url });
  expect(await value(bench.api.detectEra({ server: http }))).toMatchObject({ era: 'legacy', transport: 'http' });
  expect(await methods()).toEqual(['server/discover', 'initialize', 'DELETE']);
  const old = await bench.add('sse', { kind: 'http', url: sse }, { era: 'detect' });
  await value(bench.api.connect({ server: old }));
  expect(await bench.view(old)).toMatchObject({ state: 'connected', era: 'legacy', transport: 'sse' });
  expect((await bench.callTool(old, 'echo', { message: 'hi' })).row.headline).toBe('Echo: hi');
  // Each request has its own connection, separate from what people do.
  const epochs = (await bench.rows()).filter(({ server }) => server === old).map(({ epoch }) => epoch);
  expect(new Set(epochs).size).toBe(4);
});

test.each([
  ['the modern era over stdio', modernStdio, 'modern'],
  ['the modern era over HTTP', modernHttp, 'modern'],
])('a server that refuses “initialize” because it supports %s is connected anyway', async (_, transport, era) => {
  const server = await bench.add('unknown', transport);
  await value(bench.api.connect({ server }));
  expect(await bench.view(server)).toMatchObject({ state: 'connected', era });
});

test('an HTTP+SSE address is connected over HTTP+SSE', async () => {
  const server = await bench.add('old', { kind: 'http', url: sse });
  await value(bench.api.connect({ server }));
  expect(await bench.view(server)).toMatchObject({ state: 'connected', transport: 'sse' });
});

test('a detection without a result is reported and saves nothing; it can be stopped', async () => {
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
