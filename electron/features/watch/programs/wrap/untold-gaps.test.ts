// What could not be kept is said: in the timeline once something can be written, else as a notice of the app. The spool is made
// unusable by a file in its place, which refuses even root, or by a limit under which no file may grow.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InspectorHandle } from '../../../../inspector/inspector-handle.ts';
import { openFollowing } from '../../../../inspector/testing/open-following.ts';
import { value } from '../../../../inspector/testing/test-inspector.ts';
import { builtProgram } from '../../../../launch/testing/built-program.ts';
import { ended, readSpool, startWrapped, until, wrapProgram } from '../testing/test-peers.ts';

const temporaryBefore = process.env.TMPDIR;
let home: string;
let data: string;
let inspector: InspectorHandle | null = null;
let server: Server | null = null;
const children: ChildProcessWithoutNullStreams[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'misfire-untold-'));
  data = join(home, 'data');
  mkdirSync(data);
  mkdirSync(join(home, 'temporary'));
  // Of this process and of those it starts.
  process.env.TMPDIR = join(home, 'temporary');
});
afterEach(async () => {
  await inspector?.close();
  inspector = null;
  for (const child of children.splice(0)) child.kill('SIGKILL');
  server?.closeAllConnections();
  server?.close();
  server = null;
  if (temporaryBefore === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = temporaryBefore;
  rmSync(home, { recursive: true, force: true });
});

const echo = [process.execPath, '-e', "process.stdin.on('data', (c) => process.stdout.write(c))"];
const countIn = (words: string | undefined) => Number(/^(\d+) lines? \(\d+ bytes\) from /.exec(words ?? '')?.[1]);

function startWrap(): ChildProcessWithoutNullStreams {
  const child = startWrapped(echo, { data, client: 'Cursor' });
  children.push(child);
  return child;
}

/** Five messages there and back. */
async function talk(child: ChildProcessWithoutNullStreams): Promise<void> {
  const lines = createInterface(child.stdout);
  for (let id = 0; id < 5; id += 1) {
    const back = once(lines, 'line');
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`);
    await back;
  }
}

/** The rows that report gaps, once the app has opened and read the spool. */
async function gapRows() {
  inspector = await openFollowing(data);
  const { api } = inspector;
  for (;;) {
    const { view, total } = await value(api.openView({ filter: 'could not be kept' }));
    const { rows } = await value(api.rows({ view, from: 0, count: Math.max(1, total) }));
    const { servers } = await value(api.snapshot({}));
    if (rows.length > 0)
      return rows.map(({ detail, server: id, client }) => ({
        detail,
        client,
        server: servers.find((each) => each.id === id)?.name,
      }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The same when the app is opened another time: nothing is said twice. */
async function gapRowsAgain() {
  await inspector?.close();
  return gapRows();
}

describe('a spool that cannot be used', () => {
  it('reports what is missing as soon as it can, even without further traffic', async () => {
    writeFileSync(join(data, 'spool'), '');
    const child = startWrap();
    await talk(child);
    rmSync(join(data, 'spool'));
    await until(() => readSpool(data).events.length > 0, 'the gap is told');
    const [gap, ...kept] = readSpool(data).events;
    // How it began, and each message there and back; the last may have found room already.
    expect(countIn((gap as { message?: string }).message) + kept.length).toBe(11);
    await talk(child);
    child.stdin.end();
    await ended(child);
    expect(await gapRows()).toMatchObject([{ server: 'files (Cursor)' }]);
  });

  it('is named in a notice of the app until it can be used, and nothing is left beside it', async () => {
    writeFileSync(join(data, 'spool'), '');
    const child = startWrap();
    await talk(child);
    child.stdin.end();
    await ended(child);
    expect(readdirSync(data)).toEqual(['spool']);
    inspector = await openFollowing(data);
    const { api } = inspector;
    const notice = async () => (await value(api.hello({}))).store.notice;
    await expect
      .poll(notice)
      .toBe(
        `Watched traffic passes but is not recorded: Misfire cannot write to ${join(data, 'spool')} (EEXIST). Check that it is a folder, and its permissions.`,
      );
    rmSync(join(data, 'spool'));
    await expect.poll(notice, { timeout: 60_000 }).toBe('');
  });

  it('leaves nothing outside of the data folder where that cannot be used either', async () => {
    rmSync(data, { recursive: true });
    writeFileSync(data, '');
    const before = new Set(readdirSync(tmpdir()));
    const child = startWrap();
    await talk(child);
    child.stdin.end();
    await ended(child);
    expect(readdirSync(join(home, 'temporary')).filter((name) => name.includes('note'))).toEqual([]);
    const added = readdirSync(tmpdir()).filter((name) => !before.has(name) && name.startsWith('misfire-notes'));
    expect(added).toEqual([]);
    expect(readFileSync(data, 'utf8')).toBe('');
  });

  it.skipIf(process.platform === 'win32')('is reported if the disk accepted nothing at all', async () => {
    const own = [process.execPath, wrapProgram, '--name', 'files', '--data', data, '--', ...echo];
    const child = spawn('/bin/sh', ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...own], { stdio: ['pipe', 'pipe', 'pipe'] });
    children.push(child);
    await talk(child);
    child.stdin.end();
    await ended(child);
    expect(await gapRows()).toMatchObject([
      { detail: expect.stringMatching(/^What passed from .*: the disk took nothing/) },
    ]);
    expect(await gapRowsAgain()).toHaveLength(1);
  });
});

describe.skipIf(process.platform === 'win32')(
  'an address, where the data folder cannot be used',
  { timeout: 60_000 },
  () => {
    async function listen(): Promise<string> {
      server = createServer((request, response) => {
        let body = '';
        request.on('data', (chunk) => {
          body += chunk;
        });
        request.on('end', () => {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, result: {} }));
        });
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    }

    function start(...args: string[]): ChildProcessWithoutNullStreams {
      const child = spawn(process.execPath, [builtProgram, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
      children.push(child);
      return child;
    }

    it('is answered through the bridge all the same', async () => {
      const url = await listen();
      rmSync(data, { recursive: true });
      writeFileSync(data, '');
      const child = start('wrap', '--data', data, '--name', 'api', '--client', 'Cursor', '--', url);
      await talk(child);
      const over = ended(child);
      child.stdin.end();
      expect(await over).toEqual({ code: 0, signal: null });
    });

    it('is answered through the proxy', async () => {
      const url = await listen();
      writeFileSync(join(data, 'spool'), '');
      const child = start('proxy', url, '--name', 'api', '--data', data, '--json');
      const [line] = await once(createInterface(child.stdout), 'line');
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { clientInfo: { name: 'probe' } },
      });
      const answer = await fetch(JSON.parse(line).url, { method: 'POST', body });
      expect(await answer.json()).toMatchObject({ id: 1 });
      const over = ended(child);
      child.kill('SIGTERM');
      await over;
    });
  },
);
