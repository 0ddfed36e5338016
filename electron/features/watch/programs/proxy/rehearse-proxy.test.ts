// Rehearsals through a real proxy and real sockets: JSON and streams, sessions and tokens, and what passes untouched.

import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answersIn, canWait } from '../../../../../shared/features/rehearse/answer-pairs.ts';
import { type Plan, type RehearsalStep, readPlan } from '../../../../../shared/features/rehearse/rehearsal-plan.ts';
import { decode } from '../../../../../shared/library/library.ts';
import type { WireEvent } from '../../../../../shared/wire.ts';
import { Rehearsal } from '../../../rehearse/running/rehearsal.ts';
import { readSpool } from '../testing/test-peers.ts';
import { openProxy, type RunningProxy } from './proxy.ts';
import { ProxyCopy } from './proxy-copy.ts';
import { HttpRehearsal } from './rehearse-exchange.ts';

let data: string;
let upstream: Server;
let url: URL;
let proxy: RunningProxy | undefined;
let copy: ProxyCopy | undefined;
let asked: { method: string; hash: string; raw: string[] }[];
let isStreaming: boolean;

const listed = {
  tools: [{ name: 'read', outputSchema: { required: ['n'] }, annotations: { readOnlyHint: true } }, { name: 'write' }],
};

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'misfire-rehearse-'));
  asked = [];
  isStreaming = false;
  upstream = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => upstream.once('listening', resolve));
  url = new URL(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}/mcp`);
});
afterEach(async () => {
  await proxy?.close();
  upstream.closeAllConnections();
  upstream.close();
  await copy?.close();
  rmSync(data, { recursive: true, force: true });
});

function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const parts: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => parts.push(chunk));
  incoming.on('end', () => {
    const body = Buffer.concat(parts);
    const hash = createHash('sha256').update(body).digest('hex');
    asked.push({ method: incoming.method ?? '', hash, raw: incoming.rawHeaders });
    if (incoming.headers['content-type'] !== 'application/json') {
      outgoing.writeHead(200, ['X-Odd', 'a', 'x-odd', 'b']).end(Buffer.concat([body, Buffer.from([0xff, 0])]));
      return;
    }
    const { id, method } = JSON.parse(body.toString());
    const good = { content: [{ type: 'text', text: 'ok' }], structuredContent: { n: 1 } };
    const text = JSON.stringify({ jsonrpc: '2.0', id, result: method === 'tools/list' ? listed : good });
    if (!isStreaming) {
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length }).end(text);
      return;
    }
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
    outgoing.write('event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}\n\n');
    outgoing.end(`event: message\ndata: ${text}\n\n`);
  });
}

async function rehearse(steps: readonly RehearsalStep[], more: Partial<Plan> = {}): Promise<void> {
  const read = readPlan(JSON.stringify({ name: 'test-plan', ...more, steps }));
  if (!read.ok) throw new Error(read.problem);
  const rehearsal = new HttpRehearsal(new Rehearsal(read.plan, () => true));
  copy = new ProxyCopy({ dataDir: data, name: 'api', url: url.href });
  proxy = await openProxy({ url, port: 0, copy, rehearsal, onChallenge: () => {} });
  await ask('tools/list');
}

interface Asked {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  raw: string[];
  body: Buffer;
  isBroken: boolean;
}

function send(body: Buffer, headers: Record<string, string>, to = proxy?.url ?? ''): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const sent = request(to, { method: 'POST', headers, agent: false }, (got) => {
      const parts: Buffer[] = [];
      const done = (isBroken: boolean) =>
        resolve({
          status: got.statusCode ?? 0,
          headers: got.headers,
          raw: got.rawHeaders,
          body: Buffer.concat(parts),
          isBroken,
        });
      got.on('data', (chunk: Buffer) => parts.push(chunk));
      got.on('end', () => done(false));
      got.on('error', () => done(true));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

let lastId = 0;
function ask(method: string, params: object = {}, headers: Record<string, string> = {}): Promise<Asked> {
  lastId += 1;
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }));
  return send(body, { 'content-type': 'application/json', ...headers });
}
const call = (name: string, headers: Record<string, string> = {}) =>
  ask('tools/call', { name, arguments: { nights: 3 } }, headers);
const callsThatArrived = () => asked.length - 1;
const marked = (): WireEvent[] => readSpool(data).events.filter(({ rehearsed }) => rehearsed);

describe('answers in the place of the server', () => {
  it('sends every class as an HTTP answer, and each is read back', async () => {
    const classes = answersIn('http');
    await rehearse(
      classes.map((one) => ({
        tools: [one],
        do: { answer: one, dialect: 'http', ...(canWait(one) ? { waitMs: 4000 } : {}) },
      })),
    );
    for (const one of classes) {
      const { status, headers, body } = await call(one);
      const http = { status, headers: headers as Record<string, string>, body: body.toString() };
      const failure = decode(undefined, { method: 'tools/call', http });
      expect(failure, one).toMatchObject({ class: one, flagged: true });
      expect(failure?.retry.afterMs, one).toBe(canWait(one) ? 4000 : null);
    }
    expect(callsThatArrived()).toBe(0);
  });

  it('sends a tool result as JSON, and marks request, exchange and answer', async () => {
    await rehearse([{ do: { answer: 'rate_limited', waitMs: 2000 }, often: 'once' }]);
    const { status, body } = await call('write');
    expect(status).toBe(200);
    expect(decode(JSON.parse(body.toString()), { method: 'tools/call' })).toMatchObject({
      class: 'rate_limited',
      retry: { afterMs: 2000 },
    });
    expect(callsThatArrived()).toBe(0);
    await call('write');
    expect(callsThatArrived()).toBe(1);
    await expect
      .poll(() => marked().map(({ lane, injected }) => `${lane} ${injected}`))
      .toEqual(['out', 'http', 'in'].map((lane) => `${lane} answer:rate_limited`));
  });

  it('loses a session until the client has another one', async () => {
    await rehearse([{ do: { end: 'session' }, often: 'once' }]);
    const statuses: number[] = [];
    for (const session of ['one', 'one', 'two'])
      statuses.push((await call('write', { 'mcp-session-id': session })).status);
    expect(statuses).toEqual([404, 404, 200]);
    expect(callsThatArrived()).toBe(1);
  });

  it('lets a token expire until the client has another one', async () => {
    await rehearse([{ do: { end: 'sign-in' }, often: 'once' }]);
    const answers: Asked[] = [];
    for (const token of ['old', 'old', 'new']) answers.push(await call('write', { authorization: `Bearer ${token}` }));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 200]);
    expect(answers[0]?.headers['www-authenticate']).toContain('invalid_token');
  });
});

describe.each([false, true])('spoils an answer (stream: %s)', (streaming) => {
  const spoilOf = async (
    injection: RehearsalStep['do'],
    more: Partial<Plan> = {},
  ): Promise<Asked & { text: string }> => {
    isStreaming = streaming;
    await rehearse([{ do: injection, often: 'once' }], more);
    const got = await call('read');
    expect(callsThatArrived()).toBe(1);
    // The client may have the answer before its last part is recorded.
    await expect.poll(() => marked().length).toBeGreaterThan(0);
    return { ...got, text: got.body.toString() };
  };

  it('cut', async () => {
    const { text } = await spoilOf({ spoil: 'cut' });
    expect(text).toContain('"jsonrpc"');
    expect(text).not.toContain('"n":1');
  });

  it('noise', async () => {
    expect((await spoilOf({ spoil: 'noise' })).text).toMatch(/DEBUG: cache[\s\S]*"n":1/);
  });

  it('wrong id', async () => {
    expect((await spoilOf({ spoil: 'wrong-id' })).text).toContain(`"id":${lastId + 1_000_000}`);
  });

  it('twice', async () => {
    expect((await spoilOf({ spoil: 'duplicate' })).text.split('"n":1')).toHaveLength(3);
  });

  it('broken schema', async () => {
    expect((await spoilOf({ spoil: 'broken-schema' })).text).toContain('"structuredContent":{}');
  });

  it('reported as success', async () => {
    expect((await spoilOf({ spoil: 'reported-as-success' })).text).toContain('Error: the request failed');
  });

  it('late, or when the plan is over', async () => {
    expect((await spoilOf({ spoil: 'no-answer' }, { endsAfterMs: 300 })).text).toContain('"n":1');
  });

  it('broken off', async () => {
    const { isBroken, text } = await spoilOf({ end: 'stream' });
    expect(isBroken).toBe(true);
    expect(text).not.toContain('"n":1');
  });
});

it('passes what comes before the answer in a stream', async () => {
  isStreaming = true;
  await rehearse([{ do: { spoil: 'cut' } }]);
  expect((await call('read')).body.toString()).toContain('notifications/progress');
});

it('leaves all other traffic as it is, byte for byte', async () => {
  await rehearse([{ tools: ['other'], do: { answer: 'internal' } }]);
  for (const streaming of [false, true]) {
    isStreaming = streaming;
    for (const body of [
      randomBytes(300_000),
      Buffer.from('{"jsonrpc":"2.0","id":1.50,"method":"tools/call","params":{"name":"write"} }\r\n'),
      Buffer.from('[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"other"}}]'),
      Buffer.alloc(0),
    ]) {
      const headers: Record<string, string> = body.includes('write')
        ? { 'content-type': 'application/json' }
        : { 'x-Bin': 'yes' };
      const bare = await send(body, headers, url.href);
      const before = asked.at(-1);
      const through = await send(body, headers);
      expect(asked.at(-1)?.hash).toBe(before?.hash);
      expect(through.body.equals(bare.body)).toBe(true);
      const own = (raw: string[]) => raw.filter((_, index) => !/^(?:date|host)$/i.test(raw[index - (index % 2)] ?? ''));
      expect(own(through.raw)).toEqual(own(bare.raw));
      expect(own(asked.at(-1)?.raw ?? [])).toEqual(own(before?.raw ?? []));
    }
  }
  expect(marked()).toEqual([]);
});

it('passes everything once the plan is over', async () => {
  await rehearse([{ do: { answer: 'internal' } }], { endsAfterMs: 1 });
  await call('write');
  await new Promise((resolve) => setTimeout(resolve, 5));
  await call('write');
  expect(callsThatArrived()).toBe(1);
});
