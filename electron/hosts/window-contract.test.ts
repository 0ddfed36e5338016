// One suite over every door: what a window is promised, by the real WebSocket door and by the desktop door's own code
// (window-doors.ts lists which parts of Electron are replaced). First with an inspector that only echoes its input, so that
// the doors' own part is seen exactly; then with the real one.

import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Batch } from '../../shared/contract/api.ts';
import { type Answer, done, type InspectorApi, methodNames } from '../../shared/contract/api.ts';
import { noChanges } from '../../shared/contract/features.ts';
import { openInspector } from '../app/open-inspector.ts';
import type { InspectorHandle } from '../inspector/inspector-handle.ts';
import { openChannel } from '../shell/link/channel.ts';
import type { PageFrame } from '../shell/link/page-door.ts';
import {
  connectPage as connect,
  type Door,
  openDesktopDoor,
  openWebDoor,
  type PageEnd,
} from '../shell/testing/window-doors.ts';

const counters = {
  rows: 0,
  messages: 0,
  failedRows: 0,
  failedCalls: 0,
  causes: 0,
  recovered: 0,
  pending: 0,
  expected: 0,
  worst: null,
};
const batchAt = (rev: number): Batch => ({
  fromRev: rev - 1,
  rev,
  rows: [],
  truncated: false,
  servers: null,
  past: null,
  counters: { ...counters, rows: rev },
  asks: null,
  ...noChanges,
  recording: 0,
  notice: '',
  marks: null,
});

/** Answers each method with what it was given, except where a test says otherwise. */
function createStandIn() {
  const listeners = new Set<(batch: Batch) => void>();
  const calls: { method: string; input: unknown }[] = [];
  const echo = Object.fromEntries(
    methodNames.map((method) => [
      method,
      async (input: unknown) => {
        calls.push({ method, input });
        return done(input);
      },
    ]),
  );
  const api = echo as unknown as InspectorApi;
  const inspector: InspectorHandle = {
    api,
    onBatch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => undefined,
  };
  const push = (batch: Batch) => {
    for (const listen of listeners) listen(batch);
  };
  return { inspector, api, calls, listeners, push };
}
type StandIn = ReturnType<typeof createStandIn>;

/** Sends one text and gives the next one that comes back. */
async function exchange(end: PageEnd, text: string): Promise<{ i: string; r?: unknown; e?: unknown }> {
  const answer = new Promise<string>((resolve) => end.onMessage(resolve));
  end.post(text);
  return JSON.parse(await answer);
}

const doors = [
  { name: 'the browser door', open: openWebDoor },
  { name: 'the desktop door', open: openDesktopDoor },
];

describe.each(doors)('$name', ({ open }) => {
  let standIn: StandIn;
  let door: Door;
  beforeEach(async () => {
    standIn = createStandIn();
    door = await open(standIn.inspector);
  });
  afterEach(() => door.close());

  test('carries every method of the contract, with defaults filled in', async () => {
    const page = connect(await door.openPage());
    const config = { name: 'files', transport: { kind: 'stdio' as const, command: 'files-server' } };
    const answer = await page.addServer({ config, connect: false } as never);
    expect(answer).toMatchObject({
      ok: true,
      value: { connect: false, config: { callTimeoutMs: 60_000, transport: { args: [], env: {} } } },
    });
    expect(await page.hello({})).toEqual({ ok: true, value: {} });
    expect(standIn.calls.map((call) => call.method)).toEqual(['addServer', 'hello']);
  });

  test('answers a bad input with the field that is wrong, and does not pass it on', async () => {
    const page = connect(await door.openPage());
    const answer = await page.rows({ view: '', from: -1, count: 10 });
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'bad_input', message: expect.stringContaining('"from"') },
    });
    expect(await page.rows('all' as never)).toMatchObject({ ok: false, error: { code: 'bad_input' } });
    expect(standIn.calls).toEqual([]);
  });

  test.each(['nothingLikeThis', 'constructor', '__proto__', 'toString', '$close'])('has no method %s', async (m) => {
    const answer = await exchange(await door.openPage(), JSON.stringify({ t: 'q', i: '1', m, a: [{}] }));
    expect(answer.r).toMatchObject({ ok: false, error: { code: 'refused' } });
  });

  test('survives texts that are no messages', async () => {
    const end = await door.openPage();
    const page = connect(end);
    for (const text of [
      '',
      'null',
      '[]',
      '{',
      '7',
      '{"t":"q"}',
      '{"t":"q","i":"1","m":"hello","a":"{}"}',
      '{"t":"s"}',
    ]) {
      end.post(text);
    }
    expect(await page.hello({})).toEqual({ ok: true, value: {} });
  });

  test('turns a bug into an answer without its insides', async () => {
    standIn.api.snapshot = async () => {
      throw new Error('secret path /home/someone');
    };
    const page = connect(await door.openPage());
    const answer = await page.snapshot({});
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(answer)).not.toMatch(/secret|\.ts|node_modules/);
  });

  test('carries text of any kind unchanged, and says so when values are too deep to be written', async () => {
    const page = connect(await door.openPage());
    const params = `${'['.repeat(100_000)}"\u0000\ud800\u202e\u{1F4A5}"${']'.repeat(100_000)}`;
    expect(await page.call({ server: 's', method: 'tools/call', params })).toMatchObject({
      ok: true,
      value: { params },
    });
    standIn.api.rowDetail = async () => done(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)));
    expect(await page.rowDetail({ id: 1 })).toMatchObject({ ok: false, error: { code: 'internal' } });
  });

  test('pushes batches, and sums up what a slow window misses', async () => {
    const taken: Batch[] = [];
    let takeIn = () => {};
    const slow = new Promise<void>((resolve) => {
      takeIn = resolve;
    });
    const page = connect(await door.openPage(), async (batch) => {
      taken.push(batch);
      await slow;
    });
    await page.hello({});
    for (let rev = 1; rev <= 100; rev += 1) standIn.push(batchAt(rev));
    await expect.poll(() => taken.length).toBe(2);
    // Everything sent before an answer has arrived with the answer.
    await page.hello({});
    expect(taken).toEqual([batchAt(1), batchAt(2)]);
    takeIn();
    await expect.poll(() => taken.length).toBe(3);
    expect(taken[2]).toEqual({ ...batchAt(100), fromRev: 2 });
  });

  test('a reloaded page is served again, and the one before gets nothing more', async () => {
    const before: Batch[] = [];
    const first = await door.openPage();
    // It never takes a batch in: a reload must not inherit that.
    const page = connect(first, (batch) => {
      before.push(batch);
      return new Promise(() => undefined);
    });
    await page.hello({});
    for (let rev = 1; rev <= 5; rev += 1) standIn.push(batchAt(rev));
    await expect.poll(() => before.length).toBe(2);
    if (open === openWebDoor) await first.close();

    const after: Batch[] = [];
    const again = connect(await door.openPage(), (batch) => void after.push(batch));
    await again.hello({});
    await expect.poll(() => standIn.listeners.size).toBe(1);
    standIn.push(batchAt(6));
    await expect.poll(() => after).toEqual([batchAt(6)]);
    expect(before.length).toBe(2);
  });

  test('lets go of the inspector when the window is gone', async () => {
    const end = await door.openPage();
    await connect(end).hello({});
    expect(standIn.listeners.size).toBe(1);
    await end.close();
    await expect.poll(() => standIn.listeners.size).toBe(0);
  });
});

describe('the desktop entry point only accepts our page', () => {
  test.each<{ who: string; frame: PageFrame | null }>([
    { who: 'a frame that is gone', frame: null },
    { who: 'a frame inside the page', frame: { url: 'misfire://app/', routingId: 2, processId: 7 } },
    { who: 'another process', frame: { url: 'misfire://app/', routingId: 1, processId: 8 } },
    { who: 'another page in the window', frame: { url: 'https://example.com/', routingId: 1, processId: 7 } },
    { who: 'another host of the scheme', frame: { url: 'misfire://app.example/', routingId: 1, processId: 7 } },
    { who: 'a file', frame: { url: 'file:///misfire://app/', routingId: 1, processId: 7 } },
  ])('not $who', async ({ frame }) => {
    const standIn = createStandIn();
    const { contents, asked } = await openDesktopDoor(standIn.inspector);
    contents.fromPage(openChannel, frame);
    // Nothing was opened: no port, and no listener for batches.
    expect(standIn.listeners.size).toBe(0);
    expect(await contents.askFromPage('copyText', { text: 'x' }, frame)).toMatchObject({ ok: false });
    expect(asked).toEqual([]);
  });

  test('and of our page only what is a question, in its own shape', async () => {
    const { contents, asked } = await openDesktopDoor(createStandIn().inspector);
    for (const [method, input] of [
      ['constructor', {}],
      ['copyText', { text: 5 }],
      ['savePart', { file: 1, bytes: 'text' }],
      ['chooseOpen', { accept: ['../..'] }],
      ['showInFolder', { file: '/etc/passwd' }],
    ] as const)
      expect(await contents.askFromPage(method, input), method).toMatchObject({ ok: false });
    expect(asked).toEqual([]);
    expect(await contents.askFromPage('copyText', { text: 'x' })).toEqual({ ok: true, value: null });
    expect(asked).toEqual(['copyText']);
  });
});

describe.each(doors)('$name, with the real inspector', ({ open }) => {
  let data: string;
  let inspector: InspectorHandle;
  let door: Door;
  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), 'misfire-contract-'));
    inspector = await openInspector({
      dataDir: data,
      version: '1.2.3',
      abilities: { openExternal: false, secureStorage: false },
    });
    door = await open(inspector);
  });
  afterEach(async () => {
    await door.close();
    await inspector.close();
    await rm(data, { recursive: true });
  });

  /** A sample server that is connected, and its id. */
  async function addSample(page: ReturnType<typeof connect>): Promise<string> {
    const transport = { kind: 'stdio' as const, command: 'chosen by the sample', args: [], env: {} };
    const config = { name: 'Orders', transport, sample: 'orders-adapter', callTimeoutMs: 60_000 };
    const { server } = value(await page.addServer({ config, connect: true }));
    await expect.poll(async () => value(await page.snapshot({})).servers[0]?.state).toBe('connected');
    return server;
  }

  test('a call fails, and the window gets the reason', async () => {
    const batches: Batch[] = [];
    const page = connect(await door.openPage(), (batch) => void batches.push(batch));
    expect(value(await page.hello({}))).toMatchObject({ version: '1.2.3' });
    const server = await addSample(page);
    const params = JSON.stringify({ name: 'get_order', arguments: { order_id: 'SO-9999' } });
    const { id } = value(await page.call({ server, method: 'tools/call', params }));
    await expect
      .poll(() => batches.flatMap(({ rows }) => rows).find((row) => row.id === id && !row.pending))
      .toBeTruthy();
    const detail = value(await page.rowDetail({ id }));
    expect(detail.row.outcome).not.toBe('answered');
    expect(detail.params).toContain('SO-9999');
    expect(detail.failure?.explanation).not.toBe('');
  });

  test('a window that was away catches up from where it was', async () => {
    const first = await door.openPage();
    const before = connect(first);
    const server = await addSample(before);
    const { rev } = value(await before.snapshot({}));
    if (open === openWebDoor) await first.close();

    const after = connect(await door.openPage());
    const { id } = value(await after.call({ server, method: 'tools/list', params: '{}' }));
    const missed = async () => value(await after.changes({ rev, limit: 100 })).rows;
    await expect.poll(async () => (await missed()).find((row) => row.id === id)?.outcome).toBe('answered');
  });

  test('what cannot be done is answered with its own code', async () => {
    const page = connect(await door.openPage());
    expect(await page.openView({ filter: 'no such thing:(' })).toMatchObject({
      ok: false,
      error: { code: 'bad_filter' },
    });
    expect(await page.rowDetail({ id: 12_345 })).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await page.connect({ server: 'nobody' })).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });
});

function value<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer.value;
}
