// Messages that are held by the whole programs that clients start: wrap, bridge and proxy as built, with the real app or with one that is
// killed. What each decision does to single lines is in hold.test.ts.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { HeldView } from '../../../shared/features/hold/held.ts';
import type { WantedRule } from '../../../shared/features/hold/rules.ts';
import type { MessageEvent } from '../../../shared/wire.ts';
import type { InspectorHandle } from '../../inspector/inspector-handle.ts';
import { openFollowing } from '../../inspector/testing/open-following.ts';
import { value } from '../../inspector/testing/test-inspector.ts';
import { builtProgram } from '../../launch/testing/built-program.ts';
import { ended, readSpool, startWrapped, toolsServer } from '../watch/programs/testing/test-peers.ts';

const anyAnswer: WantedRule = {
  client: null,
  server: null,
  method: 'tools/call',
  tool: null,
  direction: 'response',
  failuresOnly: false,
  once: false,
};
const edited = '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"edited"}],"isError":true}}';

let data: string;
let app: InspectorHandle | null = null;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-held-'));
});
afterEach(async () => {
  await app?.close();
  app = null;
  rmSync(data, { recursive: true, force: true });
});

const until = (holds: () => boolean | Promise<boolean>, message: string) =>
  expect.poll(holds, { interval: 10, message }).toBe(true);

async function openApp(rule: Partial<WantedRule> = {}) {
  const opened = await openFollowing(data);
  app = opened;
  await value(opened.api.addHoldRule({ rule: { ...anyAnswer, ...rule } }));
  const next = async (): Promise<HeldView> => {
    let found: HeldView | undefined;
    await until(async () => {
      [found] = (await value(opened.api.holds({}))).held;
      return found !== undefined;
    }, 'a held message');
    return found as HeldView;
  };
  const rowsOf = async (filter: string) => {
    const { view, total } = await value(opened.api.openView({ filter }));
    return (await value(opened.api.rows({ view, from: 0, count: Math.max(1, total) }))).rows;
  };
  return { api: opened.api, next, rowsOf };
}

const call = (id: number, name = 'read') =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":{}}}\n`;

/** A client over the pipes of a process. */
function talk(child: ReturnType<typeof startWrapped>) {
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    const end = ended(child);
    child.kill('SIGKILL');
    await end;
  });
  return { child, lines, answersTo: (id: number) => lines.filter((line) => line.includes(`"id":${id},`)) };
}

const messages = (lane: 'in' | 'out') =>
  readSpool(data).events.filter((event): event is MessageEvent => event.lane === lane);

describe('a wrap', () => {
  it('gives the client the edited answer, and the server no blame', async () => {
    const { api, next, rowsOf } = await openApp();
    const { child, answersTo } = talk(startWrapped([process.execPath, toolsServer], { data, client: 'Codex' }));
    child.stdin.write(call(1));
    expect(await next()).toMatchObject({ client: 'Codex', tool: 'read', direction: 'response', limitMs: 300_000 });
    expect(answersTo(1)).toEqual([]);
    await value(api.decideHeld({ held: (await next()).id, action: 'edit', text: edited }));
    await until(() => answersTo(1).length === 1, 'the edited answer');
    expect(answersTo(1)).toEqual([edited]);
    const [kept] = messages('in');
    expect(kept).toMatchObject({ text: edited, rehearsed: true, injected: 'hold:edited' });
    expect(kept?.original).toContain('structuredContent');
    await until(async () => (await rowsOf('is:rehearsed')).length === 1, 'the row');
    const [row] = await rowsOf('is:rehearsed');
    expect(row).toMatchObject({ outcome: 'tool_error', rehearsed: { injected: 'hold:edited' } });
    expect((await value(api.snapshot({}))).counters).toMatchObject({ failedCalls: 0 });
  });

  it('is as before once nothing is held', async () => {
    const { api, next } = await openApp();
    const { child, answersTo } = talk(startWrapped([process.execPath, toolsServer], { data }));
    child.stdin.write(call(1));
    await next();
    await value(api.releaseHeld({}));
    await until(() => answersTo(1).length === 1, 'the answer');
    child.stdin.write(call(2));
    await until(() => answersTo(2).length === 1, 'the next answer');
    await until(() => messages('in').length === 2, 'both in the copy');
    expect(messages('in').map(({ injected }) => injected)).toEqual(['hold:passed', undefined]);
  });

  it('passes a hundred held answers once and unchanged when the app is killed', async () => {
    const service = pathToFileURL(join(import.meta.dirname, 'hold-service.ts')).href;
    const script = `
      import { HoldService } from ${JSON.stringify(service)};
      const service = new HoldService({ dataDir: ${JSON.stringify(data)}, serverNamed: () => null, dialectOf: () => 'mcp',
        schemaOf: () => null, onChange: async () => { const { value } = await service.holds({}); if (value.held.length === 100) console.log('held'); } });
      await service.addHoldRule({ rule: ${JSON.stringify(anyAnswer)} });
      console.log('ready');
      setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void holder.kill('SIGKILL'));
    const said: string[] = [];
    createInterface({ input: holder.stdout }).on('line', (line) => said.push(line));
    await until(() => said.includes('ready'), 'the app');
    const { child, lines } = talk(startWrapped([process.execPath, toolsServer], { data }));
    const ids = Array.from({ length: 100 }, (_, index) => index + 1);
    child.stdin.write(ids.map((id) => call(id, 'write')).join(''));
    await until(() => said.includes('held'), 'a hundred held answers');
    expect(lines).toEqual([]);
    holder.kill('SIGKILL');
    await until(() => lines.length === 100, 'the answers');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(ids);
    expect(lines.map((line) => JSON.parse(JSON.parse(line).result.content[0].text).calls)).toEqual(ids);
    await until(() => messages('in').length === 100, 'the copy');
    // They were late, so that their rows do not count against the server.
    expect(messages('in').filter(({ injected, original }) => injected === 'hold:passed' && !original)).toHaveLength(
      100,
    );
  });
});

/** Answers each call as JSON, or as a stream with progress before it. */
async function serve(isStream: boolean): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = [];
  const reply = (response: ServerResponse, body: string) => {
    bodies.push(body);
    const { id } = JSON.parse(body) as { id?: number };
    if (id === undefined) return void response.writeHead(202).end();
    const text = `{"jsonrpc":"2.0", "id":${id},"result":{"content":[{"type":"text","text":"own"}]}}`;
    if (!isStream) return void response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      'data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}\n\n',
    );
    response.end(`data: ${text}\n\n`);
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => reply(response, body));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, bodies };
}

async function proxied(url: string): Promise<(body: string, signal?: AbortSignal) => Promise<string>> {
  const words = [builtProgram, '--data', data, 'proxy', url, '--json'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await new Promise<string[]>((resolve) =>
    createInterface(child.stdout).once('line', (read) => resolve([read])),
  );
  const address = (JSON.parse(line ?? '') as { url: string }).url;
  const headers = { 'content-type': 'application/json', 'mcp-session-id': 'one' };
  return async (body, signal) =>
    (await fetch(address, { method: 'POST', headers, body, ...(signal ? { signal } : {}) })).text();
}

describe.each([
  ['JSON', false],
  ['a stream', true],
])('a proxy, where the server answers with %s', (_, isStream) => {
  it('gives the client the edited answer and keeps the original', async () => {
    const { url } = await serve(isStream);
    const ask = await proxied(url);
    const { api, next } = await openApp();
    const answer = ask(call(1).trim());
    await value(api.decideHeld({ held: (await next()).id, action: 'edit', text: edited }));
    expect(await answer).toContain(edited);
    expect(await ask('{"jsonrpc":"2.0","id":2,"method":"tools/list"}')).toContain('own');
    const answers = () => messages('in').filter(({ text }) => text.includes('"id"'));
    await until(() => answers().length === 2, 'the copy');
    const kept = answers();
    expect(kept.map(({ injected }) => injected)).toEqual(['hold:edited', undefined]);
    expect(kept[0]?.original).toContain('"own"');
    // Progress before the answer is the server's own.
    expect(
      messages('in')
        .filter(({ text }) => text.includes('progress'))
        .map(({ injected }) => injected),
    ).not.toContain('hold:edited');
  });

  it('sends the server the edited request', async () => {
    const { url, bodies } = await serve(isStream);
    const ask = await proxied(url);
    const { api, next } = await openApp({ direction: 'request' });
    const answer = ask(call(1).trim());
    const text = call(1, 'other').trim();
    const held = await next();
    expect(bodies).toEqual([]);
    await value(api.decideHeld({ held: held.id, action: 'edit', text }));
    expect(await answer).toContain('own');
    expect(bodies).toEqual([text]);
    await until(() => messages('out').length > 0, 'the copy');
    expect(messages('out')[0]).toMatchObject({ text, original: call(1).trim(), injected: 'hold:edited' });
  });

  it('does not send a request for which the client no longer waits', async () => {
    const { url, bodies } = await serve(isStream);
    const ask = await proxied(url);
    const { api, next } = await openApp({ direction: 'request' });
    const leave = new AbortController();
    const answer = ask(call(1).trim(), leave.signal).catch((problem: Error) => problem.name);
    const { id } = await next();
    leave.abort();
    expect(await answer).toBe('AbortError');
    await until(async () => (await value(api.holds({}))).held.length === 0, 'the client has left');
    expect(await ask(call(2).trim())).toContain('"id":2');
    expect(bodies.map((body) => JSON.parse(body).id)).toEqual([2]);
    expect(await api.decideHeld({ held: id, action: 'pass' })).toMatchObject({ ok: false });
  });
});

describe('a bridge', () => {
  it('records the edited messages once, with the original, and sends what is held when its client closes its end', async () => {
    const { url, bodies } = await serve(false);
    const { api, next } = await openApp();
    const child = spawn(process.execPath, [builtProgram, '--data', data, 'wrap', '--', url], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const { answersTo } = talk(child);
    child.stdin.write(call(1));
    await value(api.decideHeld({ held: (await next()).id, action: 'edit', text: edited }));
    await until(() => answersTo(1).length === 1, 'the edited answer');
    expect(answersTo(1)).toEqual([edited]);
    child.stdin.write('{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n');
    await until(() => answersTo(2).length === 1, 'an answer that no rule holds');
    await until(() => messages('in').length === 2, 'the copy');
    expect(messages('in').map(({ injected, original }) => [injected, original?.includes('own')])).toEqual([
      ['hold:edited', true],
      [undefined, undefined],
    ]);
    const note = '{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}';
    await value(api.addHoldRule({ rule: { ...anyAnswer, method: null, direction: 'notification' } }));
    await value(api.addHoldRule({ rule: { ...anyAnswer, direction: 'request' } }));
    child.stdin.write('{"jsonrpc":"2.0","id":3,"method":"tools/list"}\n');
    await until(() => answersTo(3).length === 1, 'the next answer');
    child.stdin.write(`${note}\n`);
    await value(api.decideHeld({ held: (await next()).id, action: 'edit', text: note.replace('}', ',"params":{}}') }));
    await until(() => bodies.some((body) => body.includes('"params":{}}')), 'the edited notification');
    child.stdin.write(call(4));
    await next();
    child.stdin.end();
    await ended(child);
    expect(answersTo(4).join()).toContain('own');
    const sent = messages('out').map(({ injected, original }) => [injected, original]);
    expect(sent.slice(3)).toEqual([
      ['hold:edited', note],
      ['hold:passed', undefined],
    ]);
  });
});
