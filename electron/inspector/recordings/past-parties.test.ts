// Whose traffic an opened recording has: its own servers and clients, with counts that add up, while live servers run beside it.

import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PastParties } from '../../../shared/api/past-servers.ts';
import { TestInspector, value } from '../testing/test-inspector.ts';

let here: TestInspector;
beforeEach(async () => {
  here = await TestInspector.open();
  // Never started: what an opened recording shows must not depend on it.
  for (const name of ['Closient', 'shop']) await here.add(name, { kind: 'stdio', command: 'none', args: [] });
});
afterEach(() => here.close());

/** A failed call of each client to each server, `times` times. */
function capture(servers: readonly string[], clients: readonly string[], times = 1): string {
  const lines = Array.from({ length: times }, (_, round) =>
    servers.flatMap((server, at) =>
      clients.flatMap((client, place) => {
        const id = (round * servers.length + at) * clients.length + place;
        const who = { server, by: 'client', client };
        const wire = (message: object) => JSON.stringify({ jsonrpc: '2.0', id, ...message });
        const call = { method: 'tools/call', params: { name: 'sync', arguments: { id } } };
        const error = { code: -32050, message: `Upstream timed out: ${server}` };
        return [
          { t: id * 10, ...who, lane: 'out', text: wire(call) },
          { t: id * 10 + 5, ...who, lane: 'in', text: wire({ error }) },
        ];
      }),
    ),
  ).flat();
  return [{ misfire: 1, started: '2026-11-17T09:20:00.000Z' }, ...lines].map((line) => JSON.stringify(line)).join('\n');
}

const snapshot = () => value(here.api.snapshot({}));
const namesOf = (past: PastParties | null) => past?.servers.map(({ name }) => name);
const sum = (list: readonly { messages: number }[] = []) => list.reduce((all, { messages }) => all + messages, 0);

test('an opened recording has its own servers only, also when it replaces another', async () => {
  await here.imported(capture(['north', 'south'], ['Codex']), { name: 'first.jsonl' });
  expect(namesOf((await snapshot()).past)).toEqual(['north', 'south']);
  await here.imported(capture(['depot'], ['Codex', 'Claude Code']), { name: 'second.jsonl' });
  // A batch asks for the counts of all live servers, and a snapshot too.
  await snapshot();
  const { past, counters, recording } = await snapshot();
  expect(past).toEqual({
    servers: [{ id: 'depot', name: 'depot', look: null, messages: 4, failedCalls: counters.failedCalls }],
    clients: [
      { name: 'Codex', messages: 2 },
      { name: 'Claude Code', messages: 2 },
    ],
  });
  expect((await value(here.api.suggest({ key: 'server', prefix: '' }))).values).toEqual([{ value: 'depot', count: 2 }]);
  const groups = await value(here.api.failureGroups({ order: 'count', from: 0, count: 10 }));
  expect(groups.facets.server.map((facet) => facet.value)).toEqual(['depot']);
  await here.reopen();
  await value(here.api.openRecording({ recording: recording.id }));
  expect((await snapshot()).past).toEqual(past);
});

test('a recording of the live session has the servers that it recorded, not those added later', async () => {
  await value(here.api.newRecording({ name: 'empty' }));
  const { recording, servers } = await snapshot();
  expect(servers.map(({ name }) => name)).toEqual(['Closient', 'shop']);
  await value(here.api.newRecording({ name: 'next' }));
  await value(here.api.openRecording({ recording: recording.id }));
  expect((await snapshot()).past).toEqual({ servers: [], clients: [] });
});

test('the last batch of an import has the counts of the whole file', async () => {
  let last: PastParties | null = null;
  let messages = 0;
  here.inspector.onBatch((batch) => {
    last = batch.past ?? last;
    messages = batch.counters.messages;
  });
  await here.imported(capture(['north', 'south'], ['Codex', 'Claude Code'], 60), { part: 5000 });
  await expect.poll(() => [messages, sum(last?.servers), sum(last?.clients)]).toEqual([480, 480, 480]);
  expect((last as PastParties | null)?.servers).toHaveLength(2);
});

test('recorded traffic of an opened recording is compared between its own servers', async () => {
  await here.imported(capture(['north', 'south'], ['Codex']));
  const compare = (servers: string[]) => value(here.api.compareServers({ source: { kind: 'traffic', servers } }));
  const all = await compare([]);
  expect(all.servers.map(({ name }) => name)).toEqual(['north', 'south']);
  expect(all.rows.flatMap(({ cells }) => cells.map(({ server }) => server))).toEqual(['north', 'south']);
  expect((await compare(['south'])).servers.map(({ name }) => name)).toEqual(['south']);
  // Chosen before, in the live session.
  expect((await compare(['closient'])).servers.map(({ name }) => name)).toEqual(['north', 'south']);
});
