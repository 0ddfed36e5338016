// Two recordings of the log, call by call, as the window asks for them: each changed call with the rows to open.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { MemoryStore } from '../../inspector/log/store/memory-store.ts';
import { TestInspector, value } from '../../inspector/testing/test-inspector.ts';
import { RecordingComparisons, type RecordingComparisonsOptions } from './recording-comparisons.ts';

type Ending = 'answered' | 'failed' | 'open';

/** One call for each tool. */
const messagesOf = (tools: Readonly<Record<string, Ending>>): { lane: 'in' | 'out'; text: string }[] =>
  Object.entries(tools).flatMap(([name, ending], id) => {
    const wire = (lane: 'in' | 'out', message: object) => ({
      lane,
      text: JSON.stringify({ jsonrpc: '2.0', id, ...message }),
    });
    const asked = wire('out', { method: 'tools/call', params: { name, arguments: { id: 1 } } });
    const answer =
      ending === 'failed' ? { error: { code: -32050, message: 'Upstream timed out' } } : { result: { content: [] } };
    return ending === 'open' ? [asked] : [asked, wire('in', answer)];
  });

const captureOf = (tools: Readonly<Record<string, Ending>>): string =>
  [
    { misfire: 1, started: '2026-11-17T09:20:00.000Z' },
    ...messagesOf(tools).map((line, index) => ({ t: index, server: 'shop', ...line })),
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');

let here: TestInspector;
beforeEach(async () => {
  here = await TestInspector.open();
});
afterEach(() => here.close());

const shownId = async () => (await value(here.api.snapshot({}))).recording.id;

test('names broken, new, gone and fixed calls, with rows of both recordings', async () => {
  await here.imported(captureOf({ find: 'failed', get: 'answered', old: 'answered', ping: 'answered' }), {
    name: 'a.jsonl',
  });
  const before = await shownId();
  const [found] = await here.rows();
  await here.imported(captureOf({ find: 'answered', get: 'failed', fresh: 'failed', ping: 'answered' }), {
    name: 'b.jsonl',
  });
  const after = await shownId();
  const rows = await here.rows();
  const { counts, changed } = await value(here.api.compareRecordings({ before, after }));
  expect(counts).toEqual({ worse: 1, different: 0, fixed: 1, same: 1, 'only before': 1, 'only after': 1 });
  expect(changed.map(({ verdict, target, after: now }) => [verdict, target, now?.hasFailed])).toEqual([
    ['worse', 'get', true],
    ['only after', 'fresh', true],
    ['only before', 'old', undefined],
    ['fixed', 'find', false],
  ]);
  const rowOf = (tool: string) => rows.find(({ target }) => target === tool)?.id;
  expect(changed[0]?.after?.row).toBe(rowOf('get'));
  expect(changed[3]).toMatchObject({ before: { row: found?.id, hasFailed: true }, after: { row: rowOf('find') } });
  expect(await here.api.compareRecordings({ before, after: 9_999 })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
});

/** Two recordings in memory, the second one live. */
function comparing(one: Readonly<Record<string, Ending>>, other: Readonly<Record<string, Ending>>, messages = 4) {
  const stores = [one, other].map((tools, index) => {
    const store = new MemoryStore({ recording: index + 1 });
    store.append(messagesOf(tools).map((line, at) => ({ server: 's1', epoch: 1, at, ...line })));
    return store;
  });
  const recordings = {
    view: (id: number) => ({ id, name: `Recording ${id}`, kind: 'recorded', messages, isLive: id === 2 }),
    readerOf: (id: number) => stores[id - 1],
  } as unknown as RecordingComparisonsOptions['recordings'];
  const parts = { dialects: () => [], pinned: () => undefined, serverName: () => 'Shop' };
  return new RecordingComparisons({ recordings, ...parts }).compareRecordings({ before: 1, after: 2 });
}

test('a call that is still open is not compared while its recording is live', async () => {
  const answer = await comparing({ find: 'answered', get: 'answered' }, { find: 'failed', get: 'open' });
  expect(answer.ok && answer.value.changed.map(({ verdict, target, server }) => [verdict, target, server])).toEqual([
    ['worse', 'find', 'Shop'],
    ['only before', 'get', 'Shop'],
  ]);
});

test('a recording that is too long is compared in a terminal', async () => {
  expect(await comparing({}, {}, 300_000)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('misfire compare 1 2') },
  });
});
