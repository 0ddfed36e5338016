// A window that is reloaded in the middle of everything: calls under way, a question that waits, a replay that waits, a bulk that
// runs, a file that is being read. Real doors, the real inspector and a server that writes down what it was sent: afterwards all of
// it is there, nothing was sent twice, and nothing stays of a file whose reading stopped.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../shared/contract/api.ts';
import { serverConfigSchema } from '../../shared/server/server-config.ts';
import { openInspector } from '../app/open-inspector.ts';
import type { InspectorHandle } from '../inspector/inspector-handle.ts';
import {
  connectPage as connect,
  type Door,
  openDesktopDoor,
  openWebDoor,
  type Page,
  type PageEnd,
} from '../shell/link/doors-for-tests.ts';

/** `gate` fails the first time and is held the second time until `release`; `later` fails with a hint of an hour. */
const source = `
const { appendFileSync } = require('node:fs');
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const well = (id) => send({ id, result: { content: [{ type: 'text', text: 'well' }] } });
const seen = new Set();
let held = [];
require('node:readline').createInterface(process.stdin).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') return send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  if (method === 'tools/list') return send({ id, result: { tools: ['gate', 'hold', 'later', 'ask'].map((name) => ({ name, inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } })) } });
  if (method === 'release') { held.forEach(well); held = []; return send({ id, result: {} }); }
  if (method !== 'tools/call') return;
  const key = params.name + ' ' + (params.arguments.n ?? '');
  appendFileSync(process.argv[2], key + '\\n');
  const again = seen.has(key);
  seen.add(key);
  if (params.name === 'later') return again ? well(id) : send({ id, error: { code: -32000, message: 'Slow down', data: { retry_after_ms: 3600000 } } });
  if (params.name === 'gate' && !again) return send({ id, error: { code: -32001, message: 'Broken ' + params.arguments.n } });
  if (params.name === 'ask') send({ id: 'q1', method: 'elicitation/create', params: { message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } } });
  held.push(id);
});`;

const capture = [
  '{"misfire":1,"started":"2026-01-01T00:00:00.000Z"}',
  ...Array.from({ length: 300 }, (_, i) =>
    JSON.stringify({ lane: 'out', t: i, server: 'a', text: `{"jsonrpc":"2.0","id":${i},"method":"ping"}` }),
  ),
  '',
].join('\n');

function value<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer.value;
}

describe.each([
  { name: 'the browser door', open: openWebDoor },
  { name: 'the desktop door', open: openDesktopDoor },
])('$name', ({ open }) => {
  let folder: string;
  let inspector: InspectorHandle;
  let door: Door;
  const openAgain = () =>
    openInspector({
      dataDir: join(folder, 'data'),
      version: '1',
      abilities: { openExternal: false, secureStorage: false },
    });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'misfire-reload-'));
    inspector = await openAgain();
    door = await open(inspector);
  });
  afterEach(async () => {
    await door.close();
    await inspector.close();
    await rm(folder, { recursive: true });
  });

  const ledger = () => join(folder, 'ledger');
  const sent = () => readFileSync(ledger(), 'utf8').split('\n').filter(Boolean).sort();

  async function addServer(page: Page): Promise<string> {
    writeFileSync(join(folder, 'server.cjs'), source);
    writeFileSync(ledger(), '');
    const transport = { kind: 'stdio', command: process.execPath, args: [join(folder, 'server.cjs'), ledger()] };
    const config = serverConfigSchema.parse({ name: 'held', transport });
    const { server } = value(await page.addServer({ config, connect: false }));
    value(await page.connect({ server }));
    return server;
  }

  async function reload(before: PageEnd): Promise<Page> {
    if (open === openWebDoor) await before.close();
    return connect(await door.openPage());
  }

  test('everything that was under way is there, and nothing is sent twice', async () => {
    const first = await door.openPage();
    const page = connect(first);
    const server = await addServer(page);
    const call = async (on: Page, name: string, args: object = {}) =>
      value(await on.call({ server, method: 'tools/call', params: JSON.stringify({ name, arguments: args }) })).id;
    const row = async (on: Page, id: number) => value(await on.rowDetail({ id })).row;
    const failed: number[] = [];
    for (const n of [1, 2, 3]) failed.push(await call(page, 'gate', { n }));
    const late = await call(page, 'later');
    for (const id of [...failed, late]) await expect.poll(async () => (await row(page, id)).pending).toBe(false);

    // Under way, all at once.
    const held = [await call(page, 'hold', { n: 'a' }), await call(page, 'hold', { n: 'b' }), await call(page, 'ask')];
    const { replay } = value(
      await page.startReplay({
        row: late,
        message: { kind: 'as_sent' },
        to: { kind: 'same' },
        when: { kind: 'hinted' },
      } as never),
    );
    const { bulk } = value(await page.startBulk({ rows: failed, confirm: [] }));
    await expect.poll(() => sent().filter((line) => line.startsWith('gate')).length).toBe(5);
    await expect.poll(async () => value(await page.asks({})).asks.length).toBe(1);
    const waiting = value(await page.replays({})).replays.find(({ id }) => id === replay);
    expect(waiting?.state).toBe('waiting');
    const before = sent();

    const after = await reload(first);
    for (const id of held) expect((await row(after, id)).pending).toBe(true);
    expect(value(await after.asks({})).asks).toMatchObject([{ server, method: 'elicitation/create' }]);
    const replays = async () => value(await after.replays({})).replays;
    expect((await replays()).find(({ id }) => id === replay)).toEqual(waiting);
    expect((await replays()).filter((it) => it.bulk === bulk).length).toBe(3);
    // The reload itself sent nothing.
    expect(sent()).toEqual(before);

    // And all of it goes on.
    value(await after.controlReplay({ replay, action: 'skip' }));
    await expect
      .poll(async () => {
        value(await after.call({ server, method: 'release', params: '' }));
        return (await replays()).map(({ state }) => state);
      })
      .toEqual(['done', 'done', 'done', 'done']);
    for (const id of held) await expect.poll(async () => (await row(after, id)).outcome).toBe('answered');
    expect(sent()).toEqual(
      [
        'ask ',
        'gate 1',
        'gate 1',
        'gate 2',
        'gate 2',
        'gate 3',
        'gate 3',
        'hold a',
        'hold b',
        'later ',
        'later ',
      ].sort(),
    );
  });

  test('removes a half-read file when its window reloads', async () => {
    const first = await door.openPage();
    const page = connect(first);
    const recordings = value(await page.recordings({})).recordings.map(({ id }) => id);
    const { import: begun } = value(await page.startImport({ name: 'half.jsonl' }));
    value(await page.importPart({ import: begun, text: capture.slice(0, 9000), last: false }));
    // Its rows show while it is read.
    expect(value(await page.recordings({})).recordings).toHaveLength(recordings.length + 1);
    const after = await reload(first);
    await expect.poll(async () => (await after.importPart({ import: begun, text: '', last: false })).ok).toBe(false);
    await expect.poll(async () => value(await after.recordings({})).recordings.map(({ id }) => id)).toEqual(recordings);
    // Read again, it is there once and whole.
    const { import: again } = value(await after.startImport({ name: 'half.jsonl' }));
    const { recording } = value(await after.importPart({ import: again, text: capture, last: true }));
    expect(recording).toMatchObject({ kind: 'imported', messages: 300 });
  });

  test('half a file that Misfire ended with is gone at the next start', async () => {
    const page = connect(await door.openPage());
    const { import: begun } = value(await page.startImport({ name: 'half.jsonl' }));
    value(await page.importPart({ import: begun, text: capture.slice(0, 9000), last: false }));
    await door.close();
    await inspector.close();
    inspector = await openAgain();
    door = await open(inspector);
    const { recordings } = value(await connect(await door.openPage()).recordings({}));
    expect(recordings.map(({ kind }) => kind)).toEqual(['recorded']);
    const file = new DatabaseSync(join(folder, 'data', 'log.db'), { readOnly: true });
    const left = () => file.prepare('SELECT count(*) AS n FROM events').get()?.n;
    await expect.poll(left).toBe(0);
    file.close();
  });
});
