// One cause, one incident, and what its card says: real processes and a real refused port, over the api that windows use.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serverConfigSchema } from '../../shared/server-config.ts';
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
const counted = async () => (await value(bench.api.snapshot({}))).counters.incidents;

async function addAcme(): Promise<{ server: string; transport: object }> {
  const file = join(folder, 'acme.cjs');
  await writeFile(file, needsKey);
  const transport = { kind: 'stdio', command: process.execPath, args: [file] };
  return { server: await bench.add('acme', transport), transport };
}

test('a server without its key: one incident, its cause first, whichever of its rows is looked at', async () => {
  const { server } = await addAcme();
  await bench.api.connect({ server });
  // The side list says it too.
  expect(await bench.view(server)).toMatchObject({ state: 'failed', reason: 'Needs ACME_API_KEY. Exit code 1.' });
  const rows = await failed();
  expect(await counted()).toBe(1);
  expect((await value(bench.api.recordings({}))).recordings).toMatchObject([{ incidents: 1 }]);
  expect(new Set(rows.map(({ incident }) => incident)).size).toBe(1);
  expect(rows.length).toBeGreaterThan(1);
  for (const { id } of rows) {
    const { incident } = await detail(id);
    expect(incident?.rows.map((row) => row.id)).toEqual(rows.map((row) => row.id));
    expect(incident?.cause).toMatchObject({
      kind: 'process',
      title: 'acme needs ACME_API_KEY.',
      text: expect.stringMatching(/^It ended with exit code 1, .+ after it was started, before it answered\.$/),
      needsChange: true,
      variables: [{ name: 'ACME_API_KEY' }],
      line: { text: 'Error: ACME_API_KEY is not set', number: 2, of: 3 },
    });
    expect(incident?.cause?.fixes[0]).toEqual({
      words: "Set the variable ACME_API_KEY in the server's settings.",
      action: 'edit_server',
    });
    expect(incident?.healed).toBeNull();
  }
  const [group, ...others] = await groups();
  expect(others).toEqual([]);
  expect(group).toMatchObject({ title: 'Exited 1', count: 1 });
  expect(group?.sentence).toContain('needs ACME_API_KEY');
  expect(rows.find(({ id }) => id === group?.newest)?.headline).toBe('Exited 1');
});

test('with its key it answers, and the incident says since when; a check of the doctor heals nothing', async () => {
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

test('a refused address is one incident and speaks of no process', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  await new Promise((resolve) => taken.close(resolve));
  const server = await bench.add('far', { kind: 'http', url: `http://127.0.0.1:${port}/mcp` });
  await bench.api.connect({ server });
  const rows = await failed();
  expect(await counted()).toBe(1);
  for (const row of rows) {
    const { incident, failure, stderr } = await detail(row.id);
    expect(incident?.cause).toMatchObject({ kind: 'address', title: `Nothing listens at 127.0.0.1:${port}.` });
    const words = [row.headline, row.detail, row.failure?.origin, failure?.carrier, JSON.stringify(incident?.cause)];
    for (const text of words) expect(text).not.toMatch(/process|exit|stderr/i);
    expect(stderr).toEqual([]);
  }
  const [group, ...others] = await groups();
  expect(others).toEqual([]);
  expect(`${group?.title} ${group?.sentence}`).not.toMatch(/process/);
});

test('a command that is not there: it did not start, and the program is to be written in full', async () => {
  const server = await bench.add('nowhere', { kind: 'stdio', command: 'no-such-command-anywhere' });
  await bench.api.connect({ server });
  const rows = await failed();
  expect(await counted()).toBe(1);
  const { incident } = await detail((rows[0] as { id: number }).id);
  expect(incident?.cause).toMatchObject({ kind: 'start', title: 'nowhere did not start.', needsChange: true });
  expect(incident?.cause?.text).toBe('The command “no-such-command-anywhere” was not found.');
});
