import { existsSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { parseJson } from '../../../shared/json/json.ts';
import type { StoredEvent } from '../../../shared/wire.ts';
import { createTransport } from '../../transports/create-transport.ts';
import { liveGroups } from '../../transports/process-groups.ts';
import { makeScriptFolder } from '../../transports/testing/test-peers.ts';
import type { Recorded, Recorder } from '../log/recorder.ts';
import { Session } from './session.ts';
import type { SessionOptions } from './session-options.ts';

/** The minimum that fulfills the contract of a Recording. */
class Notebook implements Recorder {
  readonly events: StoredEvent[] = [];

  record: Recorder['record'] = (server, epoch, events) =>
    events.map((given): Recorded => {
      const event = { ...given, server, epoch, seq: this.events.length + 1 } as StoredEvent;
      this.events.push(event);
      return event.lane === 'in' || event.lane === 'out' ? { event, message: parseJson(event.text) } : { event };
    });

  outline(): string[] {
    return this.events.map((event) => (event.lane === 'life' ? event.event : event.lane));
  }

  sent(): unknown[] {
    return this.events.flatMap((event) => (event.lane === 'out' ? [JSON.parse(event.text)] : []));
  }

  life(name: string) {
    return this.events.find((event) => event.lane === 'life' && event.event === name);
  }
}

const scripts = makeScriptFolder();
const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanup.splice(0).reverse()) await step();
  expect(liveGroups()).toEqual([]);
});
afterAll(() => scripts.remove());

function open(transport: Parameters<typeof createTransport>[0], options: Partial<SessionOptions> = {}) {
  const notebook = new Notebook();
  const ended: string[] = [];
  const session = new Session({
    server: 'peer',
    epoch: 1,
    recorder: notebook,
    createTransport: (onEvents) => createTransport(transport, onEvents),
    clientInfo: { name: 'misfire', version: '0' },
    callTimeoutMs: 10_000,
    onEnded: (reason) => ended.push(reason),
    ...options,
  });
  cleanup.push(() => session.close());
  return { session, notebook, ended };
}

// A stdio server whose tools are different ways to respond. `say` writes a line, `answer` a result.
const peer = `
  import { writeFileSync } from 'node:fs';
  import { createInterface } from 'node:readline';
  const say = (message) => process.stdout.write(typeof message === 'string' ? message + '\\n' : JSON.stringify(message) + '\\n');
  const answer = (id, result) => say({ jsonrpc: '2.0', id, result });
  createInterface({ input: process.stdin }).on('line', (line) => {
    let m; try { m = JSON.parse(line); } catch { return say('cannot read that'); }
    switch (m.method) {
      case 'initialize': return answer(m.id, { protocolVersion: '2025-06-18', serverInfo: { name: 'peer', version: '1.2' }, capabilities: { tools: {} }, instructions: 'Be kind.' });
      case 'echo': return answer(m.id, { params: m.params, line });
      case 'note': answer(m.id, {}); return writeFileSync(m.params.noted, '');
      case 'wrong-type': return say({ jsonrpc: '2.0', id: String(m.id), result: {} });
      case 'batch': return say([{ jsonrpc: '2.0', id: m.id, error: { code: -1, message: 'in a batch' } }]);
      case 'ask': say({ jsonrpc: '2.0', id: 'p', method: 'ping' }); return say({ jsonrpc: '2.0', id: 7, method: 'sampling/createMessage', params: {} });
      case 'die': return process.exit(3);
      case 'hang': return;
    }
    if (m.result || m.error) say({ jsonrpc: '2.0', method: 'notifications/got', params: m });
  }).on('close', () => process.exit(0));`;

const stdio = (source = peer) => {
  const { command, args } = scripts.node(source);
  return { kind: 'stdio' as const, command, args: [...args], env: {} };
};

async function connected(options: Partial<SessionOptions> = {}) {
  const opened = open(stdio(), options);
  await opened.session.start();
  return opened;
}

describe('the handshake', () => {
  test('requests the newest supported revision and keeps what was negotiated', async () => {
    const { session, notebook } = await connected();
    expect(notebook.sent()).toMatchObject([
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'misfire' } },
      },
      { method: 'notifications/initialized' },
    ]);
    expect(notebook.outline()).toEqual(['spawned', 'out', 'in', 'out', 'connected']);
    expect(notebook.life('connected')).toMatchObject({ message: '2025-06-18', server: 'peer', epoch: 1 });
    expect(session).toMatchObject({
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'peer', version: '1.2' },
      capabilities: { tools: {} },
      instructions: 'Be kind.',
      pendingCount: 0,
      isOpen: true,
    });
    expect(session.pid).toBeGreaterThan(0);
  });

  test.each([
    [
      'refuses',
      `console.log('{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unsupported"}}')`,
      'The server refused to connect: Unsupported (-32602)',
    ],
    ['names no version', `console.log('{"jsonrpc":"2.0","id":1,"result":{}}')`, 'names no protocolVersion'],
    ['dies', `console.error('no config'); process.exit(1)`, 'The server process ended with exit code 1.'],
    ['stays silent', '', 'did not answer “initialize” within 0.2 s'],
  ])('with a server that %s fails with a sentence, recorded before', async (_how, reaction, reason) => {
    const source = `process.stdin.once('data', () => { ${reaction} });`;
    const { session, notebook } = open(stdio(source), { handshakeTimeoutMs: reaction === '' ? 200 : 10_000 });
    await expect(session.start()).rejects.toThrow(reason);
    expect(notebook.life('connect_failed')).toMatchObject({ message: expect.stringContaining(reason) });
    expect(notebook.sent()).toHaveLength(1); // `initialize` is never canceled
  });

  test('with a missing command is reported once', async () => {
    const { session, notebook } = open({ kind: 'stdio', command: 'no-such-command', args: [], env: {} });
    await expect(session.start()).rejects.toThrow('was not found');
    expect(notebook.outline()).toEqual(['spawn_failed']);
    expect(() => session.request('ping', '')).toThrow('was not found');
  });

  test('can be aborted, before and after `initialize` was sent', async () => {
    for (const sent of [false, true]) {
      const { session, notebook } = open(stdio(`process.stdin.resume()`));
      const starting = session.start();
      if (sent) await expect.poll(() => notebook.outline()).toContain('out');
      await Promise.all([expect(starting).rejects.toThrow('Misfire closed'), session.close()]);
      expect(notebook.outline()).toEqual(['spawned', ...(sent ? ['out'] : []), 'closed', 'exited']);
    }
  });
});

describe('a request', () => {
  test('carries the parameters verbatim, and is answered by its id', async () => {
    const { session, notebook } = await connected();
    const odd = '{ "a":1e400, "a":-0, "big":12345678901234567890 }';
    let sentSeq = 0;
    const { seq, id, settled } = session.request('echo', odd, { onSent: (sent) => (sentSeq = sent) });
    expect(session.pendingCount).toBe(1);
    expect(notebook.events.find((event) => event.seq === seq)).toMatchObject({
      lane: 'out',
      text: `{"jsonrpc":"2.0","id":${id},"method":"echo","params":${odd}}`,
    });
    expect(sentSeq).toBe(seq);
    expect(await settled).toMatchObject({ kind: 'answered', message: { id } });
    const without = session.request('echo', '');
    expect(await without.settled).toMatchObject({
      message: { result: { line: expect.not.stringContaining('params') } },
    });
    expect(session.pendingCount).toBe(0);
  });

  test('is answered within a batch too, but not by an id of another type', async () => {
    const { session } = await connected();
    expect(await session.request('batch', '').settled).toMatchObject({
      kind: 'answered',
      message: { error: { code: -1 } },
    });
    const wrong = session.request('wrong-type', '', { timeoutMs: 300 });
    expect(await wrong.settled).toEqual({ kind: 'timeout', afterMs: 300 });
  });

  test('that takes too long is reported as our timeout, and the server is notified', async () => {
    const { session, notebook } = await connected();
    const { id, settled } = session.request('hang', '', { timeoutMs: 100 });
    expect(await settled).toEqual({ kind: 'timeout', afterMs: 100 });
    expect(notebook.life('timeout')).toMatchObject({ id, afterMs: 100 });
    expect(notebook.sent().at(-1)).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: id, reason: expect.any(String) },
    });
    expect(notebook.outline().slice(-2)).toEqual(['timeout', 'out']);
  });

  test('does not time out because Misfire was too busy to read the response', async () => {
    const { session, notebook } = await connected();
    const noted = join(scripts.path, 'answered');
    const { settled } = session.request('note', JSON.stringify({ noted }), { timeoutMs: 100 });
    // Until the timeout has passed and the response has arrived; bounded, because no timer runs meanwhile.
    const began = performance.now();
    for (let ms = 0; ms < 15_000 && (ms < 200 || !existsSync(noted)); ms = performance.now() - began);
    expect(await settled).toMatchObject({ kind: 'answered' });
    expect(notebook.life('timeout')).toBeUndefined();
  });

  test('is answered among frames that break every rule', async () => {
    const { session } = open(
      stdio(`
        import { createInterface } from 'node:readline';
        const deep = (n) => '['.repeat(n) + ']'.repeat(n);
        const frames = [
          '{"jsonrpc":"2.0","method":"x","params":' + deep(100000) + '}', '{"jsonrpc":"2.0","id":' + deep(100000) + ',"method":"ping"}',
          '{"__proto__":{"polluted":1},"id":"__proto__","result":{}}', '{"jsonrpc":"2.0","id":null,"error":{"code":"x"}}', '[]', '[[],1,null]', 'null', '7',
          '{"jsonrpc":"2.0","id":9007199254740993,"result":1}', '{"id":99,"result":1,"error":2}', '\ufeff{}', '{"a":"\\\\ud800"}', '"', '',
        ];
        createInterface({ input: process.stdin }).on('line', (line) => {
          const { id, method } = JSON.parse(line);
          if (!method) return;
          process.stdout.write(frames.join('\\n') + '\\n');
          process.stdout.write(Buffer.from([0xff, 0x00, 0x0a]));
          if (id) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25' } }));
        });`),
    );
    await session.start();
    expect(await session.request('tools/list', '').settled).toMatchObject({ kind: 'answered' });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('may wait longer than timers can count', async () => {
    const { session } = await connected({ callTimeoutMs: 2 ** 40 });
    expect(await session.request('echo', '').settled).toMatchObject({ kind: 'answered' });
  });

  test('can be canceled once', async () => {
    const { session, notebook } = await connected();
    const { seq, id, settled } = session.request('hang', '');
    expect(session.cancel(seq, 'Changed my mind.')).toBe(true);
    expect(await settled).toEqual({ kind: 'cancelled', reason: 'Changed my mind.' });
    expect(session.cancel(seq)).toBe(false);
    expect(notebook.life('cancelled')).toMatchObject({ id, message: 'Changed my mind.' });
    expect(notebook.sent().at(-1)).toMatchObject({ params: { requestId: id, reason: 'Changed my mind.' } });
  });

  test('ends with the process, and the session reports how', async () => {
    const { session, notebook, ended } = await connected();
    const hanging = session.request('hang', '');
    const dying = session.request('die', '');
    const reason = 'The server process ended with exit code 3.';
    expect(await Promise.all([hanging.settled, dying.settled])).toEqual([
      { kind: 'closed', reason },
      { kind: 'closed', reason },
    ]);
    expect(ended).toEqual([reason]);
    expect(notebook.outline().at(-1)).toBe('exited');
    expect(() => session.request('echo', '')).toThrow(reason);
    expect(session.cancel(hanging.seq)).toBe(false);
  });

  test('ends when we close', async () => {
    const { session, ended } = await connected();
    const { settled } = session.request('hang', '');
    await session.close();
    await session.close();
    expect(await settled).toMatchObject({ kind: 'closed' });
    expect(ended).toEqual(['Misfire closed the connection.']);
  });
});

describe('raw messages', () => {
  test('are sent verbatim; nonsense gets no response, a request with any id does', async () => {
    const { session, notebook } = await connected();
    const nonsense = session.sendRaw('{"half":');
    expect(nonsense.settled).toBeNull();
    expect(notebook.events.find(({ seq }) => seq === nonsense.seq)).toMatchObject({ lane: 'out', text: '{"half":' });
    for (const id of ['"text"', 'null', '1.5', '{"x":[1]}', 'true']) {
      const sent = session.sendRaw(`{"jsonrpc":"2.0","id":${id},"method":"echo"}`);
      expect(await sent.settled).toMatchObject({ kind: 'answered', message: { id: JSON.parse(id) } });
    }
  });

  test('with a duplicate id are answered in order', async () => {
    const { session } = await connected();
    const first = session.sendRaw('{"jsonrpc":"2.0","id":"same","method":"echo","params":[1]}');
    const second = session.sendRaw('{"jsonrpc":"2.0","id":"same","method":"echo","params":[2]}');
    expect(await first.settled).toMatchObject({ message: { result: { params: [1] } } });
    expect(await second.settled).toMatchObject({ message: { result: { params: [2] } } });
  });
});

test("a server's request is answered: ping with a result, others with a refusal", async () => {
  const { session, notebook } = await connected();
  session.notify('ask', '');
  await expect.poll(() => notebook.events.filter(({ lane }) => lane === 'in').length).toBe(5);
  expect(notebook.sent().slice(-2)).toEqual([
    { jsonrpc: '2.0', id: 'p', result: {} },
    { jsonrpc: '2.0', id: 7, error: { code: -32601, message: expect.stringContaining('sampling/createMessage') } },
  ]);
});

describe('over HTTP', () => {
  async function serve(
    answer: (message: { id?: number; method?: string }, response: ServerResponse, method: string) => unknown,
  ) {
    const arrived: string[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      if (request.method !== 'POST') return response.writeHead(405).end();
      const message = JSON.parse(body) as { id?: number; method?: string };
      arrived.push(message.method ?? 'answer');
      if (message.method === 'initialize') {
        const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'h', version: '1' } };
        return json(response, 200, { jsonrpc: '2.0', id: message.id, result });
      }
      if (message.id === undefined) return setTimeout(() => response.writeHead(202).end(), 50);
      return answer(message, response, request.method);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanup.push(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    const opened = open({
      kind: 'http',
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      headers: {},
    });
    return { ...opened, arrived };
  }
  const json = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  test('`initialized` is accepted before anything else is sent', async () => {
    const { session, notebook, arrived } = await serve(({ id }, response) =>
      json(response, 200, { jsonrpc: '2.0', id, result: {} }),
    );
    await session.start();
    expect(notebook.outline().slice(0, 6)).toEqual(['out', 'http', 'in', 'out', 'http', 'connected']);
    expect(await session.request('tools/list', '').settled).toMatchObject({ kind: 'answered' });
    expect(arrived).toEqual(['initialize', 'notifications/initialized', 'tools/list']);
  });

  test('an HTTP error settles the call at once, with its message', async () => {
    const { session } = await serve(({ method }, response) => {
      if (method === 'limited') return response.writeHead(429, { 'retry-after': '30' }).end('slow down');
      return json(response, 404, { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } });
    });
    await session.start();
    expect(await session.request('limited', '').settled).toMatchObject({
      kind: 'http',
      http: { status: 429, body: 'slow down', headers: { 'retry-after': '30' } },
      message: null,
    });
    expect(await session.request('lost', '').settled).toMatchObject({
      kind: 'http',
      http: { status: 404 },
      message: { error: { message: 'Session not found' } },
    });
    expect(session.isOpen).toBe(true);
  });

  test('a stream that ends without the response settles the call', async () => {
    const { session } = await serve((_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end('data: {"jsonrpc":"2.0","method":"notifications/x"}\n\n'),
    );
    await session.start();
    expect(await session.request('tools/call', '').settled).toMatchObject({ kind: 'stream_ended' });
  });

  test('canceling and timeouts close the exchange', async () => {
    const { session, notebook, arrived } = await serve(() => {});
    await session.start();
    const { seq, settled, id } = session.request('hang', '');
    session.cancel(seq);
    expect(await settled).toMatchObject({ kind: 'cancelled' });
    await expect
      .poll(() =>
        notebook.events.some((event) => event.lane === 'http' && event.id === id && event.http.status === null),
      )
      .toBe(true);
    const late = session.request('hang', '', { timeoutMs: 50 });
    expect(await late.settled).toMatchObject({ kind: 'timeout' });
    await expect.poll(() => arrived.filter((name) => name === 'notifications/cancelled')).toHaveLength(2);
  });

  test('an address without a server is a failed start with the reason', async () => {
    const { session, notebook } = open({ kind: 'http', url: 'http://127.0.0.1:9/', headers: {} });
    await expect(session.start()).rejects.toThrow('Nothing is listening at 127.0.0.1:9');
    expect(notebook.outline()).toEqual(['out', 'http', 'connect_failed']);
  });
});
