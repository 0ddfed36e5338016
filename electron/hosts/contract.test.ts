// One suite over every door: what a window is promised, by the real WebSocket door and by the desktop door's own code.
// Electron cannot run inside vitest, so for the desktop door its two ends (`webContents` here, the preload there) are stood in for
// by an event emitter; everything between them is the code that the app runs. The running window is tested in e2e.

import { EventEmitter } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BirpcReturn, createBirpc } from 'birpc';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Batch, done, type InspectorApi, methods, type WindowApi } from '../../shared/api.ts';
import type { InspectorHandle } from '../inspector/contract.ts';
import { openChannel, textChannel } from '../shell/channel.ts';
import { openIpcDoor, type PageContents, type PageFrame, type PageMessage } from '../shell/ipc-port.ts';
import { serveWindow } from './dispatch.ts';
import { openWebHost, type WebHost } from './web-host.ts';

/** A window of ours as the page sees it: text out, text in. */
interface PageEnd {
  post(text: string): void;
  onMessage(listener: (text: string) => void): void;
  close(): Promise<void>;
}

interface Door {
  /** A page load. */
  openPage(): Promise<PageEnd>;
  close(): Promise<void>;
}

const counters = { rows: 0, messages: 0, failures: 0, recovered: 0, pending: 0 };
const batchAt = (rev: number): Batch => ({
  fromRev: rev - 1,
  rev,
  rows: [],
  truncated: false,
  servers: null,
  counters: { ...counters, rows: rev },
  replays: null,
});

/** Answers each method with what it was given, except where a test says otherwise. */
function createStandIn() {
  const listeners = new Set<(batch: Batch) => void>();
  const calls: { method: string; input: unknown }[] = [];
  const echo = Object.fromEntries(
    methods.map((method) => [
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

async function openWebDoor({ inspector }: StandIn): Promise<Door> {
  const pageDir = mkdtempSync(join(tmpdir(), 'misfire-page-'));
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html><title>Page</title>');
  const host: WebHost = await openWebHost({ inspector, pageDir, port: 0 });
  return {
    async openPage() {
      const socket = new WebSocket(`ws://127.0.0.1:${host.port}/socket${new URL(host.address).search}`, {
        origin: `http://127.0.0.1:${host.port}`,
      });
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      return {
        post: (text) => socket.send(text),
        onMessage: (listener) => void socket.on('message', (data) => listener(data.toString())),
        close: () => new Promise((resolve) => socket.once('close', () => resolve()).close()),
      };
    },
    async close() {
      await host.close();
      await rm(pageDir, { recursive: true });
    },
  };
}

/** The two ends of Electron's IPC for one window. Messages arrive in order and never within the call that sends them. */
class StandInContents extends EventEmitter implements PageContents {
  readonly ipc = new EventEmitter();
  readonly mainFrame: PageFrame = { url: 'misfire://app/', routingId: 1, processId: 7 };
  listener: (text: string) => void = () => undefined;
  send(channel: string, text: string): void {
    expect(channel).toBe(textChannel);
    setImmediate(() => this.listener(text));
  }
  isDestroyed(): boolean {
    return false;
  }
  /** What the preload does on behalf of the page. */
  fromPage(channel: string, text?: string, frame: PageFrame | null = this.mainFrame): void {
    const event: PageMessage = { senderFrame: frame };
    setImmediate(() => this.ipc.emit(channel, event, text));
  }
}

async function openDesktopDoor({ inspector }: StandIn): Promise<Door & { contents: StandInContents }> {
  const contents = new StandInContents();
  openIpcDoor(contents, (port) => serveWindow(inspector, port));
  return {
    contents,
    async openPage() {
      return {
        post: (text) => contents.fromPage(textChannel, text),
        onMessage: (listener) => {
          contents.listener = listener;
          contents.fromPage(openChannel);
        },
        close: async () => void contents.emit('destroyed'),
      };
    },
    close: async () => undefined,
  };
}

type Page = BirpcReturn<InspectorApi, WindowApi>;

function connect(end: PageEnd, onBatch: (batch: Batch) => void | Promise<void> = () => undefined): Page {
  return createBirpc<InspectorApi, WindowApi>(
    { batch: onBatch },
    {
      post: (text: string) => end.post(text),
      on: (listener) => end.onMessage(listener),
      serialize: (value) => JSON.stringify(value),
      deserialize: (text: string) => JSON.parse(text),
    },
  );
}

/** Sends one text and gives the next one that comes back. */
async function exchange(end: PageEnd, text: string): Promise<{ i: string; r?: unknown; e?: unknown }> {
  const answer = new Promise<string>((resolve) => end.onMessage(resolve));
  end.post(text);
  return JSON.parse(await answer);
}

describe.each([
  { name: 'the browser door', open: openWebDoor },
  { name: 'the desktop door', open: openDesktopDoor },
])('$name', ({ open }) => {
  let standIn: StandIn;
  let door: Door;
  beforeEach(async () => {
    standIn = createStandIn();
    door = await open(standIn);
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
    // Whatever was sent before an answer has arrived when the answer has.
    await page.hello({});
    expect(taken).toEqual([batchAt(1), batchAt(2)]);
    takeIn();
    await expect.poll(() => taken.length).toBe(3);
    expect(taken[2]).toEqual({ ...batchAt(100), fromRev: 2, rows: [], truncated: true });
  });

  test('a page that comes again is served anew, and the one before gets nothing more', async () => {
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

describe('the desktop door hears only our page', () => {
  test.each<{ who: string; frame: PageFrame | null }>([
    { who: 'a frame that is gone', frame: null },
    { who: 'a frame inside the page', frame: { url: 'misfire://app/', routingId: 2, processId: 7 } },
    { who: 'another process', frame: { url: 'misfire://app/', routingId: 1, processId: 8 } },
    { who: 'another page in the window', frame: { url: 'https://example.com/', routingId: 1, processId: 7 } },
    { who: 'another host of the scheme', frame: { url: 'misfire://app.example/', routingId: 1, processId: 7 } },
    { who: 'a file', frame: { url: 'file:///misfire://app/', routingId: 1, processId: 7 } },
  ])('not $who', async ({ frame }) => {
    const standIn = createStandIn();
    const { contents, openPage } = await openDesktopDoor(standIn);
    contents.fromPage(openChannel, undefined, frame);
    const page = connect(await openPage());
    contents.fromPage(textChannel, JSON.stringify({ t: 'q', i: '1', m: 'trySamples', a: [{}] }), frame);
    await page.hello({});
    expect(standIn.calls.map((call) => call.method)).toEqual(['hello']);
    expect(standIn.listeners.size).toBe(1);
  });
});
