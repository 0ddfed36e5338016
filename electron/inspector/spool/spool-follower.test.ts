import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ServerView } from '../../../shared/api/views.ts';
import type { InspectorHandle } from '../inspector-handle.ts';
import { openFollowing } from '../testing/open-following.ts';
import { value } from '../testing/test-inspector.ts';
import { OpenSpoolFile } from './spool-file.ts';

let dataDir: string;
let inspector: InspectorHandle | null = null;
const started = Date.now() - 60_000;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'misfire-spool-'));
  mkdirSync(join(dataDir, 'spool'));
});
afterEach(async () => {
  await inspector?.close();
  inspector = null;
  rmSync(dataDir, { recursive: true, force: true });
});

const open = async (): Promise<InspectorHandle> => {
  inspector = await openFollowing(dataDir);
  return inspector;
};
const file = (pid: number, part = 1) => join(dataDir, 'spool', `${started}-${pid}-000${part}.jsonl`);
const head = (pid: number, more: object = {}, at = started) =>
  `${JSON.stringify({ misfire: 1, started: new Date(at).toISOString(), server: 'files', client: 'Claude Code', pid, command: ['npx', 'files'], ...more })}\n`;
const line = (t: number, lane: string, more: object) => `${JSON.stringify({ t, server: 'files', lane, ...more })}\n`;
const call = (t: number, id: number, tool = 'read') =>
  line(t, 'out', { text: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool } }) });
const answer = (t: number, id: number) =>
  line(t, 'in', { text: JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } }) });

async function servers(): Promise<ServerView[]> {
  return (await value((inspector as InspectorHandle).api.snapshot({}))).servers;
}

async function rows() {
  const { api } = inspector as InspectorHandle;
  const { view, total } = await value(api.openView({ filter: '' }));
  return (await value(api.rows({ view, from: 0, count: Math.max(1, total) }))).rows;
}

async function until<T>(ask: () => Promise<T>, holds: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await ask();
    if (holds(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('following the spool', () => {
  it.skipIf(process.platform === 'win32')('follows no link and does not block on a pipe', async () => {
    // Another program's file under one of our names, and a pipe without a writer: reading it would never end.
    writeFileSync(join(dataDir, 'theirs.jsonl'), head(7) + call(1, 1, 'theirs'));
    symlinkSync(join(dataDir, 'theirs.jsonl'), file(7));
    for (let pid = 8; pid < 14; pid += 1) execFileSync('mkfifo', [file(pid)]);
    writeFileSync(file(process.pid), head(process.pid) + call(2, 1, 'ours'));
    await open();
    const found = await until(rows, (all) => all.length > 0);
    expect(found.map(({ target }) => target)).toEqual(['ours']);
  });

  it('imports background traffic, then live traffic, each event once', async () => {
    writeFileSync(file(process.pid), head(process.pid) + line(1, 'life', { event: 'spawned', pid: 7 }) + call(2, 1));
    await open();
    await until(rows, (found) => found.length === 2);
    expect(await servers()).toMatchObject([
      {
        name: 'files (Claude Code)',
        state: 'connected',
        watched: { client: 'Claude Code', server: 'files' },
        endpoint: 'npx files',
      },
    ]);
    // An incomplete line waits for its end.
    const late = answer(5, 1);
    appendFileSync(file(process.pid), late.slice(0, 20));
    appendFileSync(file(process.pid), late.slice(20) + call(6, 2));
    const live = await until(rows, (found) => found.length === 3);
    expect(live.map(({ outcome, pending }) => [outcome, pending])).toEqual([
      [null, false],
      ['answered', false],
      [null, true],
    ]);
    await inspector?.close();
    appendFileSync(file(process.pid), answer(9, 2) + line(10, 'life', { event: 'exited', code: 0, signal: null }));
    await open();
    const all = await until(rows, (found) => found.length === 4);
    expect(all.map(({ method }) => method)).toEqual([null, 'tools/call', 'tools/call', null]);
    expect(await servers()).toMatchObject([{ state: 'exited', reason: 'The server process ended with exit code 0.' }]);
    expect(JSON.parse(readFileSync(join(dataDir, 'spool', 'places.json'), 'utf8')).version).toBe(1);
  });

  it('notices what arrives just as a read ends, even if nothing follows', async () => {
    writeFileSync(file(process.pid), head(process.pid) + call(2, 1));
    // The real read, and a line that arrives right after it.
    const read = OpenSpoolFile.prototype.read;
    const reading = vi.spyOn(OpenSpoolFile.prototype, 'read').mockImplementationOnce(async function (
      this: OpenSpoolFile,
      most,
    ) {
      const portion = await read.call(this, most);
      appendFileSync(file(process.pid), answer(5, 1));
      return portion;
    });
    onTestFinished(() => reading.mockRestore());
    await open();
    const found = await until(rows, ([row]) => row?.pending === false);
    expect(found.map(({ outcome }) => outcome)).toEqual(['answered']);
  });

  it('reads the last lines of a process that wrote them after a read and then ended', async () => {
    const dead = 2 ** 22 + 1;
    writeFileSync(file(dead), head(dead) + line(1, 'life', { event: 'spawned', pid: 7 }) + call(2, 1));
    const read = OpenSpoolFile.prototype.read;
    const reading = vi.spyOn(OpenSpoolFile.prototype, 'read').mockImplementationOnce(async function (
      this: OpenSpoolFile,
      most,
    ) {
      const portion = await read.call(this, most);
      appendFileSync(file(dead), answer(5, 1) + line(6, 'life', { event: 'exited', code: 0, signal: null }));
      return portion;
    });
    onTestFinished(() => reading.mockRestore());
    await open();
    const found = await until(rows, (all) => all.length > 2);
    expect(found.map(({ outcome, headline }) => outcome ?? headline)).toEqual(['Started', 'answered', 'Exited 0']);
  });

  it('shows background failures from the start, newest first', async () => {
    const failed = (t: number, id: number, words: string) =>
      line(t, 'in', { text: JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: words } }) });
    const other = join(dataDir, 'spool', `${started + 1}-${process.ppid}-0001.jsonl`);
    writeFileSync(other, head(process.ppid, { client: 'Cursor' }) + call(30, 1, 'new') + failed(50, 1, 'the newest'));
    writeFileSync(file(process.pid), head(process.pid) + call(10, 1, 'old') + failed(40, 1, 'older') + call(60, 2));
    const { api } = await open();
    const found = await value(api.locate({ view: '', id: 0, want: 'newest_failure' }));
    const newest = (await rows()).find(({ id }) => id === found?.id);
    expect(newest).toMatchObject({ target: 'new', client: 'Cursor' });
  });

  it('keeps clients and copies of one server separate, and merges their rows by time', async () => {
    const other = { client: 'Cursor' };
    const pids = [process.pid, process.ppid];
    writeFileSync(file(pids[0] as number), head(pids[0] as number) + call(10, 1, 'a') + answer(40, 1));
    writeFileSync(file(pids[1] as number), head(pids[1] as number) + call(20, 1, 'b') + answer(50, 1));
    const third = join(dataDir, 'spool', `${started + 1}-${process.pid}-0001.jsonl`);
    writeFileSync(third, head(process.pid, other) + call(15, 1, 'c') + answer(60, 1));
    await open();
    const found = await until(rows, (all) => all.length === 3 && all.every(({ pending }) => !pending));
    expect(found.map(({ target }) => target)).toEqual(['a', 'c', 'b']);
    expect(new Set(found.map(({ server }) => server)).size).toBe(3);
    expect((await servers()).map(({ name }) => name).sort()).toEqual([
      'files (Claude Code)',
      'files (Claude Code) 2',
      'files (Cursor)',
    ]);
  });

  it('records neither secrets of a watched command nor tokens in responses', async () => {
    const secret = 'spool-canary-41aa';
    const token = 'spool-canary-access-52bb';
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.canaryJwtSignature0001';
    const said = {
      content: [{ type: 'text', text: `beside-it ${secret} ${btoa(secret)} ${jwt}` }],
      access_token: token,
    };
    writeFileSync(
      file(process.pid),
      head(process.pid, { command: ['npx', 'files', `--token=${secret}`] }) +
        call(1, 1) +
        line(2, 'in', { text: JSON.stringify({ jsonrpc: '2.0', id: 1, result: said }) }),
    );
    await open();
    await until(rows, (found) => found.length === 1 && found[0]?.pending === false);
    await inspector?.close();
    const log = readFileSync(join(dataDir, 'log.db'), 'latin1');
    expect(log).toContain('beside-it');
    for (const one of [secret, btoa(secret), token, jwt]) expect(log).not.toContain(one);
  });

  it('reuses the server when its next process starts, continues across files, and names an unnamed client', async () => {
    const nobody = { client: undefined };
    const hello = line(1, 'out', {
      text: JSON.stringify({
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: { clientInfo: { name: 'probe-client', version: '1' }, protocolVersion: '2025-11-25', capabilities: {} },
      }),
    });
    const exit = line(9, 'life', { event: 'exited', code: 3, signal: null });
    writeFileSync(file(1), head(1, nobody) + hello);
    writeFileSync(file(1, 2), head(1, { ...nobody, part: 2 }) + exit);
    writeFileSync(join(dataDir, 'spool', `${started + 50}-2-0001.jsonl`), head(2, nobody, started + 50) + hello + exit);
    await open();
    await until(rows, (all) => all.length === 4);
    expect(await servers()).toMatchObject([{ name: 'files (probe-client)', state: 'exited' }]);
  });

  it('reuses the server after a process that was killed without a last line', async () => {
    // Processes that are gone: numbers beyond what a system assigns.
    const dead = [4_194_400, 4_194_401, 4_194_402];
    for (const [index, pid] of dead.entries()) {
      const at = started + index * 10_000;
      const path = join(dataDir, 'spool', `${at}-${pid}-0001.jsonl`);
      writeFileSync(path, head(pid, {}, at) + call(10, 1, `tool ${index}`) + answer(20, 1));
      utimesSync(path, new Date(at + 20), new Date(at + 20));
    }
    await open();
    const found = await until(rows, (all) => all.filter(({ kind }) => kind === 'call').length === 3);
    expect(new Set(found.map(({ server }) => server)).size).toBe(1);
    expect(await servers()).toHaveLength(1);
  });

  it('gives all connections of an agent one server, also concurrent ones', async () => {
    for (const pid of [process.pid, process.ppid])
      writeFileSync(file(pid), head(pid, { by: 'agent', client: 'Coder' }) + call(10, 1) + answer(20, 1));
    await open();
    await until(rows, (all) => all.length === 2);
    expect(await servers()).toHaveLength(1);
  });

  it('reports that the watching process was killed', async () => {
    // No process has this number.
    writeFileSync(file(2 ** 22 + 5), head(2 ** 22 + 5) + call(1, 1));
    await open();
    const found = await until(rows, (all) => all.length === 2);
    expect(found[0]).toMatchObject({ outcome: 'unanswered' });
    expect(await servers()).toMatchObject([{ state: 'exited', reason: expect.stringContaining('was ended') }]);
  });

  it('refuses to connect to a server that is only watched', async () => {
    writeFileSync(file(process.pid), head(process.pid) + call(1, 1));
    await open();
    await until(rows, (all) => all.length === 1);
    const [watched] = await servers();
    const { api } = inspector as InspectorHandle;
    for (const ask of [api.connect, api.restart, api.disconnect])
      expect(await ask({ server: watched?.id ?? '' })).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining('belongs to Claude Code') },
      });
  });
});
