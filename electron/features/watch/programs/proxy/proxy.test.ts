import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCapture } from '../../../../../shared/capture/capture.ts';
import { decodeCapture } from '../../../../../shared/exchange/decode-capture.ts';
import { readSpool } from '../testing/test-peers.ts';
import { openProxy, type RunningProxy } from './proxy.ts';
import { ProxyCopy } from './proxy-copy.ts';

let data: string;
let upstream: Server;
let proxy: RunningProxy;
let copy: ProxyCopy;
let challenges: number;
let handle: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'misfire-proxy-'));
  challenges = 0;
  upstream = createServer((incoming, outgoing) => handle(incoming, outgoing)).listen(0, '127.0.0.1');
  await new Promise((resolve) => upstream.once('listening', resolve));
  const url = new URL(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}/mcp`);
  copy = new ProxyCopy({ dataDir: data, name: 'api', url: url.href });
  proxy = await openProxy({
    url,
    port: 0,
    copy,
    onChallenge: () => {
      challenges += 1;
    },
  });
});
afterEach(async () => {
  await proxy.close();
  upstream.closeAllConnections();
  upstream.close();
  // Before its folder goes: it would leave a note that it could not be written.
  await copy.close();
  rmSync(data, { recursive: true, force: true });
});

interface Asked {
  status: number;
  headers: string[];
  body: Buffer;
}

function ask(url: string, headers: Record<string, string> = {}, body?: Buffer, method = 'POST'): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const agent = headers.connection === 'close' ? false : undefined;
    const sent = request(url, { method, headers, agent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => parts.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.rawHeaders, body: Buffer.concat(parts) }),
      );
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** What is said of all that passed: class, sentence, owner. */
function failuresIn(folder: string): string[][] {
  const names = readdirSync(join(folder, 'spool')).filter((name) => name.endsWith('.jsonl'));
  return names.flatMap((name) => {
    const { entries, started } = readCapture(readFileSync(join(folder, 'spool', name), 'utf8'));
    return decodeCapture(entries, started).map((failure) => [failure.class, failure.sentence, failure.owner]);
  });
}

describe('misfire proxy', () => {
  it('passes headers and bodies as they are, both ways', async () => {
    let seen: { raw: string[]; hash: string; url: string } | null = null;
    handle = (incoming, outgoing) => {
      const hash = createHash('sha256');
      incoming.on('data', (chunk) => hash.update(chunk));
      incoming.on('end', () => {
        seen = { raw: incoming.rawHeaders, hash: hash.digest('hex'), url: incoming.url ?? '' };
        outgoing.sendDate = false;
        outgoing.writeHead(418, 'Short And Stout', [
          'X-Odd',
          'a',
          'X-Odd',
          'b',
          'Set-Cookie',
          'c=1',
          'Content-Length',
          '3',
        ]);
        outgoing.end('tea');
      });
    };
    const body = randomBytes(3_000_000);
    const answer = await ask(
      `${proxy.url}?q=%20x`,
      { 'Mcp-Param-Region': 'eu', 'X-Case': 'Kept', Authorization: 'Bearer secret-token-1' },
      body,
    );
    expect(answer).toMatchObject({ status: 418, body: Buffer.from('tea') });
    expect(answer.headers.slice(0, 8)).toEqual([
      'X-Odd',
      'a',
      'X-Odd',
      'b',
      'Set-Cookie',
      'c=1',
      'Content-Length',
      '3',
    ]);
    const found = seen as unknown as { raw: string[]; hash: string; url: string };
    expect(found.hash).toBe(createHash('sha256').update(body).digest('hex'));
    expect(found.url).toBe('/mcp?q=%20x');
    expect(found.raw).toContain('X-Case');
    expect(found.raw[found.raw.findIndex((name) => name.toLowerCase() === 'host') + 1]).toMatch(/^127\.0\.0\.1:\d+$/);
    await copy.close();
    const { events } = readSpool(data);
    expect(JSON.stringify(events)).not.toContain('secret-token-1');
    expect(events).toContainEqual(
      expect.objectContaining({ lane: 'http', http: expect.objectContaining({ status: 418, body: 'tea' }) }),
    );
  });

  it('asks for the very path that the client asked for', async () => {
    const seen: string[] = [];
    handle = (incoming, outgoing) => {
      seen.push(incoming.url ?? '');
      outgoing.end();
    };
    const { origin, pathname } = new URL(proxy.url);
    const secret = pathname.split('/')[1];
    const { port } = new URL(origin);
    // Not as a URL, which would put it in order.
    const askRaw = (path: string) =>
      new Promise((resolve, reject) => {
        const sent = request({ port, path, agent: false }, (answer) => answer.resume().once('end', resolve));
        sent.once('error', reject);
        sent.end();
      });
    for (const path of [`/${secret}/a/../b|c?q={x}`, `/${secret}?only=query`, `/${secret}`]) await askRaw(path);
    expect(seen).toEqual(['/a/../b|c?q={x}', '/?only=query', '/']);
  });

  it('passes each part of a stream at once, and a client that leaves cancels upstream', async () => {
    let gone: () => void = () => {};
    const cancelled = new Promise<void>((resolve) => {
      gone = resolve;
    });
    handle = (incoming, outgoing) => {
      incoming.resume();
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
      outgoing.write('data: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n');
      outgoing.on('close', gone);
    };
    const part = await new Promise<string>((resolve) => {
      const sent = request(proxy.url, { method: 'POST' }, (answer) => {
        answer.once('data', (chunk) => {
          resolve(String(chunk));
          answer.destroy();
        });
        answer.on('error', () => {});
      });
      sent.on('error', () => {});
      sent.end('{"jsonrpc":"2.0","id":1,"method":"tools/call"}');
    });
    expect(part).toContain('notifications/progress');
    await cancelled;
  });

  for (const [when, head] of [
    ['before the server says anything', false],
    ['while the answer streams', true],
  ] as const)
    it(`records that the client closed the connection ${when}`, async () => {
      const gone = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      handle = (incoming, outgoing) => {
        outgoing.on('close', gone.resolve);
        if (head) outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
        incoming.resume().once('end', asked.resolve);
      };
      const sent = request(proxy.url, { method: 'POST' }, (answer) => {
        answer.on('error', () => {});
        answer.once('data', () => sent.destroy());
      });
      sent.on('error', () => {});
      sent.end('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"export"}}');
      await asked.promise;
      if (!head) sent.destroy();
      await gone.promise;
      await proxy.close();
      await copy.close();
      expect(failuresIn(data)).toEqual([['cancelled', expect.stringMatching(/^“export” was canceled after /), 'none']]);
    });

  it('takes a stream that the client closes before it brought anything for no failure', async () => {
    const gone = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    handle = (_incoming, outgoing) => {
      outgoing.on('close', gone.resolve);
      asked.resolve();
    };
    const sent = request(proxy.url, { headers: { accept: 'text/event-stream' } });
    sent.on('error', () => {});
    sent.end();
    await asked.promise;
    sent.destroy();
    await gone.promise;
    await proxy.close();
    await copy.close();
    expect(failuresIn(data)).toEqual([]);
  });

  it('asks on a connection of its own where the client says that it wants no other on it', async () => {
    // It claims the opposite, as some servers do, and refuses everything after such a request.
    handle = (incoming, outgoing) => {
      incoming.resume();
      outgoing.writeHead(200, { connection: 'keep-alive', 'content-length': '2' });
      outgoing.end('ok');
    };
    for (let times = 0; times < 3; times += 1)
      expect((await ask(proxy.url, { connection: 'close' }, Buffer.from('{}'))).status).toBe(200);
  });

  it('passes an answer that is cut off as one that is cut off', async () => {
    handle = (_, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '1000' });
      outgoing.write('half', () => outgoing.destroy());
    };
    await expect(ask(proxy.url, {}, Buffer.from('{}'))).rejects.toThrow(/aborted|hang up|ECONNRESET/);
  });

  it('leaves compressed bodies compressed, and reads only its copy', async () => {
    const answer = '{"jsonrpc":"2.0","id":7,"result":{}}';
    handle = (incoming, outgoing) => {
      incoming.resume();
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      outgoing.end(gzipSync(answer));
    };
    const { body } = await ask(proxy.url, {}, Buffer.from('{"jsonrpc":"2.0","id":7,"method":"ping"}'));
    expect(body).toEqual(gzipSync(answer));
    await copy.close();
    expect(readSpool(data).events).toContainEqual(expect.objectContaining({ lane: 'in', text: answer }));
  });

  it.each([
    ['one that grows without end', 'gzip', gzipSync(Buffer.alloc(64 * 1024 * 1024, '1'))],
    ['one that is damaged', 'gzip', gzipSync('{"jsonrpc":"2.0","id":7,"result":{}}').subarray(0, 20)],
    ['one that is packed twice', 'gzip, gzip', gzipSync(gzipSync('{}'))],
    ['one that lies', 'br', Buffer.from('{"jsonrpc":"2.0","id":7,"result":{}}')],
  ])('passes a packed body as it is and shows it, also %s', async (_what, encoding, packed) => {
    handle = (incoming, outgoing) => {
      incoming.resume();
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
      outgoing.end(packed);
    };
    const { body } = await ask(proxy.url, {}, Buffer.from('{"jsonrpc":"2.0","id":7,"method":"ping"}'));
    expect(body.equals(packed)).toBe(true);
    await copy.close();
    const { events } = readSpool(data);
    const [exchange, ...others] = events.flatMap((event) => (event.lane === 'http' ? [event.http] : []));
    expect(others).toEqual([]);
    expect(exchange?.problem).toMatch(/^The body is packed \(.+\) and was not unpacked: .+\.$/);
    // The copy holds what came, and never what it would have become.
    const kept = events.flatMap((event) => ('text' in event ? [event.text] : 'http' in event ? [event.http.body] : []));
    expect(kept.join('').length).toBeLessThan(200_000);
  });

  it('changes the address of an endpoint event and nothing else', async () => {
    handle = (_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
      outgoing.write('event: endp');
      outgoing.write('oint\ndata: /messages?sid=1\n\n: hello\n\nevent: endpoint\ndata: /second\n\n');
      outgoing.end();
    };
    const { body } = await ask(proxy.url, {}, undefined, 'GET');
    const secret = new URL(proxy.url).pathname.split('/')[1];
    expect(String(body)).toBe(
      `event: endpoint\ndata: /${secret}/messages?sid=1\n\n: hello\n\nevent: endpoint\ndata: /second\n\n`,
    );
  });

  it('refuses unauthorized clients', async () => {
    let asked = 0;
    handle = (_, outgoing) => {
      asked += 1;
      outgoing.end();
    };
    const { origin } = new URL(proxy.url);
    expect((await ask(`${origin}/mcp`)).status).toBe(404);
    expect((await ask(proxy.url, { Host: 'evil.example' })).status).toBe(403);
    expect((await ask(proxy.url, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await ask(proxy.url, { Origin: 'null' })).status).toBe(403);
    expect(asked).toBe(0);
    expect((await ask(proxy.url, { Origin: origin })).status).toBe(200);
  });

  it('admits pages of this machine, and passes on no origin that names the proxy', async () => {
    const origins: (string | undefined)[] = [];
    handle = ({ headers }, outgoing) => {
      origins.push(headers.origin);
      outgoing.end();
    };
    for (const origin of ['http://localhost:6274', 'http://127.0.0.1:1', 'http://[::1]:9', 'https://localhost'])
      expect((await ask(proxy.url, { Origin: origin })).status).toBe(200);
    // A program that is no page keeps what it says of itself.
    expect((await ask(proxy.url, { Origin: 'vscode-webview://abc' })).status).toBe(200);
    for (const origin of [
      'http://localhost.evil.example',
      'http://evil.example/localhost',
      'http://127.0.0.1.evil.example',
    ])
      expect((await ask(proxy.url, { Origin: origin })).status).toBe(403);
    expect(origins).toEqual([undefined, undefined, undefined, undefined, 'vscode-webview://abc']);
  });

  it('says so when the server wants a sign-in, and passes the challenge on', async () => {
    handle = (_, outgoing) => {
      outgoing.writeHead(401, { 'www-authenticate': 'Bearer resource_metadata="https://e.example/x"' });
      outgoing.end();
    };
    const { status, headers } = await ask(proxy.url, {}, Buffer.from('{}'));
    expect([status, challenges]).toEqual([401, 1]);
    expect(headers).toContain('Bearer resource_metadata="https://e.example/x"');
  });

  it('explains that the server cannot be reached', async () => {
    upstream.closeAllConnections();
    await new Promise((resolve) => upstream.close(resolve));
    const { status, body } = await ask(proxy.url, {}, Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}'));
    expect(status).toBe(502);
    expect(String(body)).toContain('could not be reached');
    await copy.close();
    expect(readSpool(data).events.find(({ lane }) => lane === 'http')).toMatchObject({ id: 1, http: { status: null } });
  });
});
