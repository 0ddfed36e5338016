// Messages that are held on the streams of HTTP servers: a real proxy and the real service of the app, in this process. The older transport
// answers on a stream that the client opened before any rule was set.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readCapture } from '../../../shared/capture/capture.ts';
import { decodeCapture } from '../../../shared/exchange/decode-capture.ts';
import type { HeldView } from '../../../shared/features/hold/held.ts';
import type { WantedRule } from '../../../shared/features/hold/rules.ts';
import { ActiveFile, activePath } from '../rehearse/running/active-file.ts';
import { openProxy } from '../watch/programs/proxy/proxy.ts';
import { ProxyCopy } from '../watch/programs/proxy/proxy-copy.ts';
import { HoldService } from './hold-service.ts';
import { loadHttpHold } from './running/load-http-hold.ts';

const until = (holds: () => boolean | Promise<boolean>, message: string) =>
  expect.poll(holds, { interval: 10, message }).toBe(true);

const answerOf = (id: unknown, by = 'own') =>
  `{"jsonrpc":"2.0", "id":${id},"result":{"content":[{"type":"text","text":"${by}"}]}}`;
const call = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"pay"}}`;
const cancel = (id: number) => `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id}}}`;

/** A client through a proxy, to a server that answers on its stream (`sse`) or to each POST. */
async function start(kind: 'sse' | 'http') {
  const data = mkdtempSync(join(tmpdir(), 'misfire-streams-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const posted: string[] = [];
  let stream: ServerResponse | null = null;
  const take = (response: ServerResponse, body: string) => {
    posted.push(body);
    const { id } = JSON.parse(body) as { id?: number };
    if (kind === 'sse' || id === undefined) response.writeHead(202).end();
    if (id !== undefined && kind === 'sse') stream?.write(`event: message\ndata: ${answerOf(id)}\n\n`);
    if (id !== undefined && kind === 'http')
      response.writeHead(200, { 'content-type': 'application/json' }).end(answerOf(id));
  };
  const upstream = createServer((request, response) => {
    if (request.method === 'GET') {
      stream = response;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return void response.write(kind === 'sse' ? 'event: endpoint\ndata: /messages?s=1\n\n' : ': hello\n\n');
    }
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => take(response, body));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => upstream.once('listening', resolve));
  const url = new URL(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}/mcp`);
  const copy = new ProxyCopy({ dataDir: data, name: 'shop', url: url.href });
  const later = {
    active: new ActiveFile(activePath(data)),
    load: async (file: string) => (await loadHttpHold(file, { server: 'shop', client: 'opencode' })) ?? undefined,
  };
  const proxy = await openProxy({ url, port: 0, copy, later, onChallenge: () => {} });
  const service = new HoldService({
    dataDir: data,
    serverNamed: () => null,
    dialectOf: () => 'mcp',
    schemaOf: () => null,
    onChange: () => {},
  });
  onTestFinished(async () => {
    service.close();
    await proxy.close();
    upstream.closeAllConnections();
    upstream.close();
  });
  const headers = { 'content-type': 'application/json', ...(kind === 'http' ? { 'mcp-session-id': 'one' } : {}) };
  const leave = new AbortController();
  const opened = await fetch(proxy.url, { headers, signal: leave.signal });
  let got = '';
  void (async () => {
    for await (const chunk of opened.body ?? []) got += Buffer.from(chunk).toString();
  })().catch(() => {});
  const events = () => got.split('\n\n').filter((event) => event.includes('jsonrpc'));
  const target = async () => {
    await until(() => got.includes('\n\n'), 'the first event');
    return kind === 'http' ? proxy.url : new URL(/data: (.*)/.exec(got)?.[1] ?? '', proxy.url).href;
  };
  const held = async (): Promise<HeldView[]> => {
    const answer = await service.holds({});
    return answer.ok ? answer.value.held : [];
  };
  return {
    service,
    posted,
    events,
    held,
    leave: () => leave.abort(),
    say: (text: string) => stream?.write(text),
    post: async (body: string) => (await fetch(await target(), { method: 'POST', headers, body })).text(),
    async hold(rule: Partial<WantedRule>) {
      const any = { client: null, server: null, method: null, tool: null, failuresOnly: false, once: false };
      const added = await service.addHoldRule({ rule: { ...any, direction: 'response', ...rule } });
      if (!added.ok) throw new Error(added.error.message);
    },
    async next() {
      await until(async () => (await held()).length > 0, 'a held message');
      return (await held())[0] as HeldView;
    },
    async recorded() {
      await proxy.close();
      await copy.close();
      const names = readdirSync(join(data, 'spool')).filter((name) => name.endsWith('.jsonl'));
      return names.flatMap((name) => {
        const { entries, started } = readCapture(readFileSync(join(data, 'spool', name), 'utf8'));
        const messages = entries.flatMap(({ event }) => (event.lane === 'in' || event.lane === 'out' ? [event] : []));
        return [{ messages, failures: decodeCapture(entries, started).filter((line) => line.rehearsed !== true) }];
      });
    },
  };
}

it('edits an answer of the older transport, on a stream that was open before the rule', async () => {
  const { service, events, hold, next, post, recorded } = await start('sse');
  await post(call(1));
  await until(() => events().length === 1, 'an answer without a rule');
  await hold({ method: 'tools/call' });
  await post(call(2));
  const { id, ...view } = await next();
  expect(view).toMatchObject({ direction: 'response', tool: 'pay', client: 'opencode' });
  // Others go on.
  await post('{"jsonrpc":"2.0","id":3,"method":"tools/list"}');
  await until(() => events().length === 2, 'an answer that no rule holds');
  await service.decideHeld({ held: id, action: 'edit', text: answerOf(2, 'edited') });
  await until(() => events().length === 3, 'the edited answer');
  expect(events()[2]).toBe(`event: message\ndata: ${answerOf(2, 'edited')}`);
  const [run] = await recorded();
  const answers = run?.messages.filter(({ lane, text }) => lane === 'in' && text.includes('"id"')) ?? [];
  expect(answers.map(({ injected, original }) => [injected, original])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    ['hold:edited', answerOf(2)],
  ]);
});

it('holds a request of the older transport without keeping its client waiting for the POST', async () => {
  const { service, posted, events, hold, next, post } = await start('sse');
  await hold({ direction: 'request', method: 'tools/call' });
  expect(await post(call(1))).toBe('');
  expect(posted).toEqual([]);
  await service.decideHeld({ held: (await next()).id, action: 'answer', text: answerOf(1, 'instead') });
  await until(() => events().length === 1, 'the answer');
  expect(events()).toEqual([`event: message\ndata: ${answerOf(1, 'instead')}`]);
  await post(call(2));
  await service.decideHeld({ held: (await next()).id, action: 'edit', text: call(2).replace('pay', 'refund') });
  await until(() => events().length === 2, 'the answer of the server');
  expect(posted).toEqual([call(2).replace('pay', 'refund')]);
  await post(call(3));
  await next();
  await post(cancel(3));
  // What its client has canceled never reaches the server.
  expect(posted.slice(1)).toEqual([cancel(3)]);
});

it('passes an answer on when its client cancels with a notification, and reports no failure', async () => {
  const { service, held, hold, next, post, recorded } = await start('http');
  await hold({ method: 'tools/call' });
  const answer = post(call(1));
  const { id } = await next();
  await post(cancel(1));
  expect(await answer).toBe(answerOf(1));
  expect(await held()).toEqual([]);
  expect(await service.holds({})).toMatchObject({ value: { gone: { held: { id }, why: 'client' } } });
  const runs = await recorded();
  expect(runs.flatMap(({ failures }) => failures)).toEqual([]);
});

it('holds a notification also after a cancellation that names no request', async () => {
  const { service, posted, hold, next, post } = await start('http');
  await hold({ direction: 'notification', method: 'notifications/roots/list_changed' });
  const [note, canceled] = ['roots/list_changed', 'cancelled'].map(
    (name) => `{"jsonrpc":"2.0","method":"notifications/${name}","params":{}}`,
  ) as [string, string];
  const noted = post(note);
  const { id } = await next();
  await post(canceled);
  await service.decideHeld({ held: id, action: 'pass' });
  await noted;
  expect(posted).toEqual([canceled, note]);
});

it('holds what a server says by itself between two events, and keeps every byte of the others', async () => {
  const { service, events, hold, next, post, say } = await start('http');
  await hold({ direction: 'notification' });
  // Programs notice a rule with the next message of their client.
  await post('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  const note = (n: number) => `data: {"jsonrpc":"2.0",  "method":"notifications/message","params":{"n":${n}}}`;
  const progress =
    'data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":2}}';
  say(`${note(1)}\n\n${progress}\n`);
  say('\n');
  await until(() => events().length === 1, 'progress');
  expect(events()).toEqual([progress]);
  await service.decideHeld({ held: (await next()).id, action: 'pass' });
  await until(() => events().length === 2, 'the notification');
  expect(events()[1]).toBe(note(1));
  await service.releaseHeld({});
  say(`${note(2)}\n\n`);
  await until(() => events().length === 3, 'the next one');
});

it('keeps what the server answered when the client has left', async () => {
  const { held, hold, next, post, leave, recorded } = await start('sse');
  await hold({ method: 'tools/call' });
  await post(call(1));
  await next();
  leave();
  await until(async () => (await held()).length === 0, 'nothing is held');
  const runs = await recorded();
  const answers = runs
    .flatMap(({ messages }) => messages)
    .filter(({ lane, text }) => lane === 'in' && text.includes('"id"'));
  expect(answers).toMatchObject([{ text: answerOf(1), injected: 'hold:passed' }]);
  expect(runs.flatMap(({ failures }) => failures)).toEqual([]);
});
