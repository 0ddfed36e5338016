// Wraps, bridges and proxies that run already when a rehearsal is started: they join it, and leave it when it ends. Real processes; the
// wrap is the small program that watched clients start.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ActiveRehearsal, writeActive } from '../../../../shared/features/rehearse/active.ts';
import { type Plan, type RehearsalStep, readPlan } from '../../../../shared/features/rehearse/rehearsal-plan.ts';
import { builtProgram } from '../../../launch/testing/built-program.ts';
import { ended, readSpool, toolsServer, until } from '../../watch/programs/testing/test-peers.ts';
import { activePath } from './active-file.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-join-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
});

const refuse: RehearsalStep = { do: { answer: 'internal' } };
let plans = 0;

function activate(steps: readonly RehearsalStep[] = [refuse], more: Partial<Plan & ActiveRehearsal> = {}) {
  plans += 1;
  const { pid = process.pid, expiry = Date.now() + 60_000, dialects = {}, ...own } = more;
  const read = readPlan(JSON.stringify({ name: `plan-${plans}`, ...own, steps }));
  if (!read.ok) throw new Error(read.problem);
  mkdirSync(join(data, 'rehearse'), { recursive: true });
  writeFileSync(activePath(data), writeActive({ plan: read.plan, pid, expiry, dialects }));
  return read.plan.name;
}
const deactivate = () => rmSync(activePath(data));

/** A client over the pipes of a process. */
function talk(args: readonly string[]) {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const end = ended(child as never);
  onTestFinished(async () => {
    child.stdin.destroy();
    child.kill('SIGKILL');
    await end;
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  let id = 0;
  const answerTo = async (own: number): Promise<string> => {
    const find = () => text.split('\n').find((line) => line.includes(`"id":${own},`) && line.endsWith('}'));
    await until(() => find() !== undefined, `an answer to ${own} in ${text}`);
    return find() ?? '';
  };
  const call = (name = 'write') => {
    id += 1;
    child.stdin.write(
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":{}}}\n`,
    );
    return id;
  };
  return {
    child,
    text: () => text,
    write: (bytes: string) => child.stdin.write(bytes),
    call,
    answerTo,
    isRefused: async () => (await answerTo(call())).includes('Internal error'),
    close: () => {
      child.stdin.end();
      return end;
    },
  };
}

const wrapped = (...server: string[]) =>
  talk([join(dirname(builtProgram), 'wrap.cjs'), '--name', 'tools', '--data', data, '--', ...server]);
const plansRecorded = () =>
  readSpool(data).events.flatMap((event) =>
    event.lane === 'life' && event.event === 'rehearsing' ? event.message : [],
  );

async function serve(): Promise<string> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { id } = parts.length === 0 ? {} : JSON.parse(Buffer.concat(parts).toString());
    if (id === undefined) return response.writeHead(405).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

async function proxied(): Promise<{ isRefused: () => Promise<boolean> }> {
  const words = [builtProgram, '--data', data, 'proxy', await serve(), '--json'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await new Promise<string[]>((resolve) =>
    createInterface(child.stdout).once('line', (read) => resolve([read])),
  );
  const { url } = JSON.parse(line ?? '') as { url: string };
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"write"}}';
  const headers = { 'content-type': 'application/json', 'mcp-session-id': 'one' };
  return {
    isRefused: async () =>
      (await (await fetch(url, { method: 'POST', headers, body })).text()).includes('Internal error'),
  };
}

describe.each([
  ['wrap', () => wrapped(process.execPath, toolsServer)],
  ['bridge', async () => talk([builtProgram, '--data', data, 'wrap', '--', await serve()])],
  ['proxy', proxied],
] as const)('a %s that runs already', (_, start) => {
  it('joins a rehearsal with the first call after its start, leaves it when it is stopped, and joins the next', async () => {
    const { isRefused } = await start();
    expect(await isRefused()).toBe(false);
    const first = activate();
    expect([await isRefused(), await isRefused()]).toEqual([true, true]);
    deactivate();
    expect([await isRefused(), await isRefused()]).toEqual([false, false]);
    const second = activate();
    expect(await isRefused()).toBe(true);
    await until(() => plansRecorded().length === 2, 'both plans in the recording');
    expect(plansRecorded()).toEqual([first, second]);
    expect(readSpool(data).problems).toEqual([]);
  });

  it('ignores files that mean nothing, and notices the next one', async () => {
    const { isRefused } = await start();
    expect(await isRefused()).toBe(false);
    const gone = spawn(process.execPath, ['-e', '0']);
    await ended(gone);
    activate([refuse], { pid: gone.pid ?? 0 });
    expect(await isRefused()).toBe(false);
    activate([refuse], { expiry: Date.now() - 1 });
    expect(await isRefused()).toBe(false);
    writeFileSync(activePath(data), '{"plan":{"ste');
    expect(await isRefused()).toBe(false);
    writeFileSync(activePath(data), 'x'.repeat(3_000_000));
    expect(await isRefused()).toBe(false);
    deactivate();
    mkdirSync(activePath(data));
    expect(await isRefused()).toBe(false);
    rmSync(activePath(data), { recursive: true });
    activate();
    expect(await isRefused()).toBe(true);
  });
});

describe('a wrap', () => {
  it('answers in the error model that the app knows of its server, and others in plain MCP', async () => {
    const busy: RehearsalStep = { do: { answer: 'rate_limited', waitMs: 2000 } };
    const { call, answerTo } = wrapped(process.execPath, toolsServer);
    for (const [dialects, expected] of [
      [{ tools: 'closient' }, { error: { code: -32003, data: { retry_after: 2 } } }],
      [{ others: 'closient' }, { structuredContent: { retry_after: 2 } }],
    ] as const) {
      activate([busy], { dialects });
      expect(JSON.parse(await answerTo(call()))).toMatchObject({ result: expected });
    }
  });

  it('does not read a line that had begun before the rehearsal', async () => {
    const { write, answerTo, isRefused, text } = wrapped(process.execPath, '-e', 'process.stdin.pipe(process.stdout)');
    const call = '{"jsonrpc":"2.0","id":100,"method":"tools/call","params":{"name":"write"}}\n';
    // In one piece: the echo of the first line shows that the half has passed too.
    write('{"jsonrpc":"2.0","id":99,"method":"ping"}\nsaid: ');
    await answerTo(99);
    activate();
    write(call);
    expect(await isRefused()).toBe(true);
    await until(() => text().includes(`said: ${call}`), 'the whole line');
  });

  it('does not inject into a line that the server has begun', async () => {
    // Answers the first call with half a line, and writes the rest when it gets a notification.
    const server = `
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id } = JSON.parse(line);
        if (id !== undefined) process.stdout.write('{"jsonrpc":"2.0","id":' + id + ',"result":{"content":[');
        else process.stdout.write(']}}\\n');
      });`;
    const { write, call, answerTo, text } = wrapped(process.execPath, '-e', server);
    const slow = call();
    await until(() => text().includes(`"id":${slow}`), 'half an answer');
    activate();
    const quick = call();
    write('{"jsonrpc":"2.0","method":"notifications/go"}\n');
    expect(await answerTo(slow)).toBe(`{"jsonrpc":"2.0","id":${slow},"result":{"content":[]}}`);
    expect(await answerTo(quick)).toContain('Internal error');
  });

  it('passes what it withholds as soon as the rehearsal is stopped', async () => {
    const { write, call, answerTo, text } = wrapped(process.execPath, toolsServer);
    activate([{ do: { spoil: 'no-answer' }, tools: ['read'], often: 'once' }]);
    const withheld = call('read');
    await answerTo(call('write'));
    expect(text()).not.toContain(`"id":${withheld},`);
    deactivate();
    expect(await answerTo(withheld)).toContain('"calls":1');
    // Back to bytes: half a line passes at once.
    write('{"jsonrpc":"2.0","id":7000,"method":"ping"}\n');
    await answerTo(7000);
  });
});
