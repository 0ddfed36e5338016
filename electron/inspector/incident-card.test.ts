// One cause, one incident, and one finding on all of its rows: real processes and a really refused port, through the API that windows use.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { troubleOf } from '../../shared/incident/incident.ts';
import { serverConfigSchema } from '../../shared/server/server-config.ts';
import { TestInspector, value } from './testing/test-inspector.ts';

const needsKey = `
if (!process.env.ACME_API_KEY) {
  console.error('acme-mcp 2.4.1');
  console.error('Error: ACME_API_KEY is not set');
  console.error('    at main (index.js:3:1)');
  process.exit(1);
}
const answers = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'acme', version: '2.4.1' } },
};
require('node:readline').createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] ?? {} }));
});
`;

let bench: TestInspector;
let folder: string;
beforeEach(async () => {
  bench = await TestInspector.open();
  folder = await mkdtemp(join(tmpdir(), 'misfire-incident-'));
});
afterEach(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

const failed = async () => (await bench.rows()).filter(({ incident }) => incident !== null);
const detail = (id: number) => value(bench.api.rowDetail({ id }));
const groups = async () => (await value(bench.api.failureGroups({ order: 'last', from: 0, count: 10 }))).groups;
const counted = async () => (await value(bench.api.snapshot({}))).counters.failedCalls;

async function addAcme(): Promise<{ server: string; transport: object }> {
  const file = join(folder, 'acme.cjs');
  await writeFile(file, needsKey);
  const transport = { kind: 'stdio', command: process.execPath, args: [file] };
  return { server: await bench.add('acme', transport), transport };
}

test('a server without its key: one incident, and the same finding on each of its rows', async () => {
  const { server } = await addAcme();
  await bench.api.connect({ server });
  // The server list shows it too.
  expect(await bench.view(server)).toMatchObject({ state: 'failed', reason: 'Set ACME_API_KEY for acme' });
  const rows = await failed();
  expect(await counted()).toBe(1);
  expect((await value(bench.api.recordings({}))).recordings).toMatchObject([
    { counted: { failedCalls: 1, causes: 1 } },
  ]);
  expect(new Set(rows.map(({ incident }) => incident)).size).toBe(1);
  expect(rows.length).toBeGreaterThan(1);
  for (const { id } of rows) {
    const { incident, failure, row } = await detail(id);
    expect(incident?.rows.map((other) => other.id)).toEqual(rows.map((other) => other.id));
    expect(failure && troubleOf(failure)).toBe('process');
    expect(failure).toMatchObject({
      sentence: 'Set ACME_API_KEY for acme',
      explanation: expect.stringMatching(/^acme needs ACME_API_KEY: it exited with code 1 before it answered/),
      owner: 'settings',
      retry: { verdict: 'after_fix' },
      fix: { kind: 'setting', variables: ['ACME_API_KEY'] },
      quote: { text: 'Error: ACME_API_KEY is not set', path: 'stderr[1]' },
      stderr: ['acme-mcp 2.4.1', 'Error: ACME_API_KEY is not set', '    at main (index.js:3:1)'],
    });
    expect(failure?.remedy[0]).toBe("Set the variable ACME_API_KEY in the server's settings.");
    expect(row.failure?.short).toBe('Set ACME_API_KEY');
    expect(incident?.healed).toBeNull();
  }
  const [group, ...others] = await groups();
  expect(others).toEqual([]);
  expect(group).toMatchObject({ sentence: 'Set ACME_API_KEY for acme', count: 1 });
  expect(rows.map(({ id }) => id)).toContain(group?.newest);
});

test('with its key it responds, and the incident shows since when; a doctor check does not end an incident', async () => {
  const { server, transport } = await addAcme();
  await bench.api.connect({ server });
  const [{ id } = { id: -1 }] = await failed();
  const config = serverConfigSchema.parse({
    name: 'acme',
    transport: { ...transport, env: { ACME_API_KEY: 'key' } },
    secrets: ['env:ACME_API_KEY'],
  });
  await value(bench.api.changeServer({ server, config }));
  await value(bench.api.diagnose({ server }));
  expect((await detail(id)).incident?.healed).toBeNull();
  await value(bench.api.connect({ server }));
  const healed = (await detail(id)).incident?.healed;
  const answered = (await bench.rows()).find((row) => row.id === healed?.row);
  expect(answered).toMatchObject({ method: 'initialize', outcome: 'answered', actor: 'you' });
  expect(await counted()).toBe(1);
});

test('a refused address is one incident and mentions no process', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  await new Promise((resolve) => taken.close(resolve));
  const server = await bench.add('far', { kind: 'http', url: `http://127.0.0.1:${port}/mcp` });
  await bench.api.connect({ server });
  const rows = await failed();
  expect(await counted()).toBe(1);
  for (const row of rows) {
    const { failure } = await detail(row.id);
    expect(failure && troubleOf(failure)).toBe('address');
    expect(failure).toMatchObject({ sentence: `Connection refused: 127.0.0.1:${port}`, stderr: [] });
    const { explanation, remedy, carrier, origin } = failure ?? {};
    for (const text of [row.headline, row.detail, explanation, ...(remedy ?? []), carrier, origin])
      expect(text).not.toMatch(/process|exit|stderr/i);
  }
  const [group, ...others] = await groups();
  expect(others).toEqual([]);
  expect(`${group?.title} ${group?.sentence}`).not.toMatch(/process/);
});

test('a missing command: it did not start, and the fix is its full path', async () => {
  const server = await bench.add('nowhere', { kind: 'stdio', command: 'no-such-command-anywhere' });
  await bench.api.connect({ server });
  const rows = await failed();
  expect(await counted()).toBe(1);
  for (const { id } of rows) {
    const { failure } = await detail(id);
    expect(failure && troubleOf(failure)).toBe('start');
    expect(failure).toMatchObject({
      sentence: 'nowhere did not start: no-such-command-anywhere was not found',
      retry: { verdict: 'after_fix' },
    });
    expect(failure?.explanation).toContain('The command “no-such-command-anywhere” was not found.');
  }
});
