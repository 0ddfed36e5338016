// What servers offer besides tools: paged lists, subscriptions, tasks, and the rows of such calls.

import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { makeScriptFolder } from '../../transports/testing/test-peers.ts';
import { findSample } from '../sample-config.ts';
import { everythingStdio, TestInspector, value } from '../testing/test-inspector.ts';

/** Starts in a fourth of the time. */
const orders = findSample('orders-adapter')?.transport as object;
const scripts = makeScriptFolder();
let bench: TestInspector;
beforeEach(async () => {
  bench = await TestInspector.open();
});
afterEach(() => bench.close());
afterAll(() => scripts.remove());

const offersOf = (server: string, refresh = false) => value(bench.api.offers({ server, refresh }));

test('the reference server: resources, templates, prompts, capabilities, subscriptions', async () => {
  const server = await bench.connect('everything', everythingStdio);
  const offers = await offersOf(server);
  expect(offers.problems).toEqual([]);
  expect(offers.resources.map(({ name }) => name)).toContain('architecture.md');
  expect(offers.templates.map(({ uriTemplate }) => uriTemplate)).toContain('demo://resource/dynamic/text/{resourceId}');
  expect(offers.prompts.find(({ name }) => name === 'args-prompt')?.arguments).toMatchObject([
    { name: 'city', required: true },
    { name: 'state', required: false },
  ]);
  expect(offers.abilities).toEqual(expect.arrayContaining(['logging', 'completions', 'resources.subscribe', 'tasks']));
  expect(offers.instructions).not.toBe('');
  const { uri } = offers.resources[0]!;
  await bench.call(server, 'resources/subscribe', { uri });
  expect((await offersOf(server)).subscribed).toEqual([uri]);
  await bench.call(server, 'resources/unsubscribe', { uri });
  expect((await offersOf(server)).subscribed).toEqual([]);
  const ref = { type: 'ref/prompt', name: 'completable-prompt' };
  const words = async (method: string, params: object) => {
    const { row } = await bench.call(server, method, params);
    return [row.outcome, row.target, row.headline];
  };
  expect(await words('completion/complete', { ref, argument: { name: 'department', value: 'E' } })).toEqual([
    'answered',
    'completable-prompt',
    '1 suggestion',
  ]);
  expect(await words('logging/setLevel', { level: 'debug' })).toEqual(['answered', 'debug', 'Level set']);
  expect(await words('prompts/get', { name: 'simple-prompt' })).toEqual(['answered', 'simple-prompt', '1 message']);
  expect((await words('resources/read', { uri })).slice(0, 2)).toEqual(['answered', uri]);
});

test("a task is recognized, polled at the server's interval, and its result fetched", async () => {
  const server = await bench.connect('everything', everythingStdio);
  const begun = await bench.call(server, 'tools/call', {
    name: 'simulate-research-query',
    arguments: { topic: 'tea', ambiguous: true },
    task: { ttl: 60_000 },
  });
  expect(begun.row).toMatchObject({ outcome: 'answered', headline: 'Task working' });
  const [task] = (await offersOf(server)).tasks;
  expect(task).toMatchObject({ row: begun.row.id, status: 'working', isOver: false });
  const { id } = await value(bench.api.followTask({ server, taskId: task!.taskId }));
  expect((await value(bench.api.followTask({ server, taskId: task!.taskId }))).id).toBe(id);
  // It needs input on the way, and requests it while the client waits for the result.
  const ask = await bench.ask();
  await bench.answer(ask, { action: 'accept', content: { interpretation: 'technical' } });
  const result = async () => (await bench.rows()).find(({ method, pending }) => method === 'tasks/result' && !pending);
  await expect.poll(async () => (await result())?.outcome).toBe('answered');
  expect((await result())?.headline).toContain('Research Report');
  await expect.poll(async () => (await offersOf(server)).tasks[0]).toMatchObject({ status: 'completed', isOver: true });
});

test('pages are requested until they end, repeat, or are too many; a refused list is reported', async () => {
  const { command, args } = scripts.node(`
    import { createInterface } from 'node:readline';
    const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
    createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params } = JSON.parse(line);
      if (id === undefined) return;
      const page = Number(params?.cursor ?? 0);
      const hello = { protocolVersion: '2025-11-25', capabilities: { resources: {}, prompts: {}, tools: {} } };
      if (method === 'initialize') return say({ id, result: hello });
      if (method === 'resources/list') return say({ id, result: { resources: [{ uri: 'x://' + page, name: 'r' + page }], nextCursor: page < 2 ? String(page + 1) : undefined } });
      if (method === 'resources/templates/list') return say({ id, result: { resourceTemplates: [{}], nextCursor: String((page + 1) % 2) } });
      if (method === 'tools/list') return say({ id, result: { tools: [{ name: 't' + page }], nextCursor: String(page + 1) } });
      if (method === 'change') { say({ method: 'notifications/resources/list_changed' }); return say({ id, result: {} }); }
      say({ id, error: { code: -32603, message: 'No prompts today' } });
    }).on('close', () => process.exit(0));`);
  const server = await bench.connect('pages', { kind: 'stdio', command, args });
  const offers = await offersOf(server);
  expect(offers.resources.map(({ uri }) => uri)).toEqual(['x://0', 'x://1', 'x://2']);
  expect(offers.problems).toEqual([
    'The pages of resources/templates/list lead in a circle; each is shown once.',
    'The server refused prompts/list: -32603 No prompts today.',
  ]);
  const { tools, problem } = await value(bench.api.tools({ server, refresh: false }));
  expect(tools).toHaveLength(50);
  expect(problem).toBe('The list goes on after 50 pages; only those are shown.');
});

test('a server that is not connected is reported', async () => {
  const server = await bench.add('idle', everythingStdio);
  for (const answer of [
    await bench.api.offers({ server, refresh: false }),
    await bench.api.followTask({ server, taskId: 'x' }),
  ]) {
    expect(answer).toMatchObject({ ok: false, error: { code: 'not_connected' } });
  }
});

test('names the tools that clients drop, by the name of the server too', async () => {
  const long = await bench.connect('e'.repeat(55), orders);
  const { tools } = await value(bench.api.tools({ server: long, refresh: false }));
  const dropped = tools.filter(({ notOffered }) => notOffered.length > 0);
  expect(dropped.length).toBeGreaterThan(0);
  for (const { name } of dropped) expect(name.length).toBeGreaterThan(5);
  expect(dropped[0]?.notOffered[0]).toMatchObject({ by: 'Cursor', fix: expect.stringContaining('Shorten the name') });
  const short = await bench.connect('e', orders);
  const all = await value(bench.api.tools({ server: short, refresh: false }));
  expect(all.tools.filter(({ notOffered }) => notOffered.length > 0)).toEqual([]);
});

test('two concurrent callers share one tools/list request', async () => {
  const server = await bench.connect('orders', orders);
  const [one, other] = await Promise.all([
    value(bench.api.tools({ server, refresh: false })),
    value(bench.api.tools({ server, refresh: false })),
  ]);
  expect(one.tools.length).toBeGreaterThan(0);
  expect(other).toEqual(one);
  expect((await bench.rows()).filter(({ method }) => method === 'tools/list')).toHaveLength(1);
});
