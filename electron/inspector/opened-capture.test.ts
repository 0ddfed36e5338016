// An opened capture is evidence: nothing of it is sent automatically, and a reopened export is unchanged.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tempFolder } from './testing/temp-folder.ts';
import { TestInspector, value } from './testing/test-inspector.ts';

const orders = `
require('node:readline').createInterface(process.stdin).on('line', (line) => {
  if (process.env.RECEIVED) require('node:fs').appendFileSync(process.env.RECEIVED, line + '\\n');
  const { id, method, params } = JSON.parse(line);
  const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...message }));
  if (method === 'initialize') send({ result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'orders', version: '3.1.0' } } });
  else if (id === undefined) return;
  else if (params.name === 'ok') send({ result: { content: [{ type: 'text', text: 'fine' }] } });
  else if (params.name === 'crash') { console.error('fatal: out of cheese'); process.exit(7); }
  else send({ error: { code: params.name === 'find' ? -32001 : -32602, message: 'No such order' } });
});
`;
const transport = { kind: 'stdio', command: process.execPath, args: ['-e', orders] };

let here: TestInspector;
beforeEach(async () => {
  here = await TestInspector.open();
});
afterEach(() => here.close());

/** What people count and read, without the ids of rows. */
async function picture(names: (server: string) => string) {
  const { counters, marks, servers } = await value(here.api.snapshot({}));
  const { groups } = await value(here.api.failureGroups({ order: 'count', from: 0, count: 100 }));
  const rows = await here.rows();
  return {
    counters: { ...counters, worst: counters.worst },
    atTheSide: servers.map(({ name, counts }) => [name, counts.messages, counts.failedCalls, counts.expected]),
    servers: [...new Set(rows.map(({ server }) => names(server)))],
    rows: rows.map((row) => [names(row.server), row.kind, row.method, row.target, row.headline, row.code, row.actor]),
    groups: groups.map(({ server, target, code, count, title, mark }) => [
      names(server),
      target,
      code,
      count,
      title,
      mark && [mark.state, mark.note, mark.version],
    ]),
    marks: marks.map(({ state, note, at, version, back }) => ({ state, note, at, version, back })),
  };
}

test('a reopened export has the same servers, marks, counts and failures', async () => {
  const first = await here.connect('Orders, test', transport);
  const second = await here.connect('shop', transport);
  for (const server of [first, second]) {
    await here.callTool(server, 'ok');
    await here.callTool(server, 'find', { id: 1 });
    await here.callTool(server, 'cancel', { id: 2 });
  }
  await here.callTool(second, 'crash');
  const { groups } = await value(here.api.failureGroups({ order: 'count', from: 0, count: 100 }));
  const named = (server: string, target: string) =>
    groups.find((group) => group.server === server && group.target === target)?.id ?? '';
  await value(here.api.markGroup({ group: named(first, 'find'), state: 'expected', note: 'by design' }));
  await value(here.api.markGroup({ group: named(second, 'cancel'), state: 'resolved' }));
  const nameOf = new Map([
    [first, 'Orders, test'],
    [second, 'shop'],
  ]);
  const before = await picture((server) => nameOf.get(server) ?? server);
  expect(before.marks).toHaveLength(2);
  await here.imported(await here.exported());
  expect(await picture((server) => server)).toEqual(before);
  // A mark in the capture stays with it.
  const [expected] = (await value(here.api.failureGroups({ order: 'count', from: 0, count: 100 }))).groups.filter(
    ({ mark }) => mark?.state === 'expected',
  );
  await value(here.api.markGroup({ group: expected?.id ?? '', state: null, note: '' }));
  expect((await value(here.api.snapshot({}))).marks).toHaveLength(1);
});

test('a call of a capture goes to no server of the same name, and placeholders block it', async () => {
  const received = join(tempFolder(), 'received.txt');
  const server = await here.connect('billing', { ...transport, env: { RECEIVED: received } });
  const methods = () => readFileSync(received, 'utf8').match(/(?<="method":")[^"]+/g);
  const line = (t: number, lane: string, message: object) =>
    JSON.stringify({ t, server: 'billing', lane, text: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }) });
  const params = { name: 'find', arguments: { email: '‹e-mail 1›' } };
  await here.imported(
    [
      '{"misfire":1}',
      line(1, 'out', { method: 'tools/call', params }),
      line(2, 'in', { error: { code: -1, message: 'x' } }),
    ].join('\n'),
  );
  const [row] = await here.rows();
  const id = row?.id ?? -1;
  const draft = await value(here.api.draftReplay({ row: id }));
  expect(draft.evidence).toEqual({ placeholders: ['‹e-mail 1›'] });
  const request = {
    row: id,
    when: { kind: 'now' as const },
    confirm: 'yes',
    times: 1,
    untilChange: false,
    headers: {},
  };
  const asSent = { kind: 'as_sent' as const };
  expect(await here.api.startReplay({ ...request, message: asSent, to: { kind: 'same' } })).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('Choose a live server') },
  });
  expect(await here.api.startReplay({ ...request, message: asSent, to: { kind: 'server', server } })).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('‹e-mail 1›') },
  });
  // Listing what could be sent contacts no server either, not even one with that name.
  expect((await value(here.api.planBulk({ filter: '' }))).items).toHaveLength(1);
  // A server reads in order, so once it has this call, nothing else is on its way to it.
  await here.send(server, 'tools/call', { name: 'ok' });
  await expect.poll(methods).toContain('tools/call');
  expect(methods()).toEqual(['initialize', 'notifications/initialized', 'tools/call']);
  expect(await here.api.startBulk({ rows: [id], confirm: [] })).toMatchObject({ ok: false });
  const filled = {
    kind: 'params' as const,
    method: 'tools/call',
    params: JSON.stringify({ ...params, arguments: { email: 'a@b.c' } }),
  };
  expect(await here.api.startReplay({ ...request, message: filled, to: { kind: 'server', server } })).toMatchObject({
    ok: true,
  });
});
