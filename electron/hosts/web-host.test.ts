// The browser door over real sockets: who is let in, who is not, and what every response carries.

import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { exchangePath, keyProtocol, socketPath, socketProtocol } from '../../shared/api/web-door.ts';
import type { InspectorApi } from '../../shared/contract/api.ts';
import { exchangeLink, followLink } from './exchange-link.ts';
import { openWebHost, type WebHost } from './web-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'misfire-web-host-'));
const pageDir = join(folder, 'page');
let host: WebHost;
let key: string;
/** Where the page is, with a slash at the end. */
let base: string;
let own: string;

beforeAll(async () => {
  mkdirSync(join(pageDir, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'private.txt'), 'private');
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__">');
  writeFileSync(join(pageDir, 'assets', 'app.js'), 'export {}');
  writeFileSync(join(pageDir, 'assets', 'app.js.map'), '{}');
  const inspector = { api: {} as InspectorApi, onBatch: () => () => undefined, close: async () => undefined };
  host = await openWebHost({ inspector, pageDir, port: 0 });
  base = new URL((await followLink(host.address)).page).pathname;
  key = await exchangeLink(host.address);
  own = `127.0.0.1:${host.port}`;
});

afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true });
});

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** node:http rather than fetch: it sends the path, the Host and the Sec-Fetch headers as they are given. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: host.port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    asked.on('error', reject).end(body);
  });
}

/** Every way in which the key was or could be taken for an admission where it is none. */
const withKeyElsewhere = () => ({ cookie: `key=${key}; misfire-${host.port}=${key}`, authorization: `Bearer ${key}` });
const withKey = () => ({ 'sec-websocket-protocol': `${socketProtocol}, ${keyProtocol(key)}` });

/** The status that a socket is refused with; 101 when it is opened. */
function knock(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const { 'sec-websocket-protocol': offered, ...rest } = headers;
    const socket = new WebSocket(`ws://${own}${path}`, offered?.split(', ') ?? [], { headers: rest });
    // The answer must never repeat the key.
    socket.on('upgrade', ({ headers: sent }) => expect(JSON.stringify(sent)).not.toContain(key));
    socket.on('open', () => socket.close());
    socket.on('close', () => resolve(101));
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      socket.removeAllListeners('close').terminate();
    });
    socket.on('error', (problem) => {
      if (socket.readyState !== WebSocket.CLOSING) reject(problem);
    });
  });
}

/** What the page has and what it lacks; at the root, and at the page's path. */
const routes = ['/', '/index.html', '/assets/app.js', '/assets/app.js.map', '/socket', '/health', '/key', '/nothing'];

describe.each(routes)('%s', (path) => {
  const below = () => base.slice(0, -1) + path;

  test('needs a secret', async () => {
    expect((await ask(path)).status).toBe(401);
    expect((await ask(path, withKeyElsewhere())).status).toBe(401);
    expect((await ask(`${path}?token=`)).status).toBe(401);
    expect((await ask(`${path}?token=${key}`)).status).toBe(path === '/' ? 410 : 401);
    expect((await ask(path, { origin: `http://${own}` }, 'POST')).status).toBe(401);
    expect((await ask(`/p/${path}`)).status).toBe(401);
    expect((await ask(`/p/${key}${path}`)).status).toBe(401);
    expect((await ask(below().replace(base.slice(-3, -1), 'xx'))).status).toBe(401);
  });

  test('answers to no foreign name, secret or not', async () => {
    for (const name of ['attacker.test', `attacker.test:${host.port}`, '127.0.0.1', `127.0.0.1.:${host.port}`])
      for (const place of [path, below()]) {
        const reply = await ask(place, { ...withKeyElsewhere(), host: name });
        expect(reply.status).toBe(403);
        expect(reply.text).not.toContain(key);
      }
  });

  test('answers to no foreign page', async () => {
    for (const origin of ['https://attacker.test', 'null', `http://localhost:${host.port + 1}`, `https://${own}`]) {
      expect((await ask(below(), { origin })).status).toBe(403);
    }
    for (const site of ['cross-site', 'same-site']) {
      expect((await ask(below(), { 'sec-fetch-site': site })).status).toBe(403);
      const frame = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
      expect((await ask(below(), frame)).status).toBe(403);
    }
  });

  test('carries the headers that keep the page in, and sets no cookie', async () => {
    for (const place of [path, below()]) {
      const { headers: sent } = await ask(place);
      expect(sent['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'.*base-uri 'none'/);
      expect(sent['content-security-policy']).not.toMatch(/unsafe|\*/);
      expect(sent).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
      expect(sent['access-control-allow-origin']).toBeUndefined();
      expect(sent['set-cookie']).toBeUndefined();
    }
  });
});

test('lets a browser keep only files whose name has the hash of their content', async () => {
  const kept = async (path: string) => (await ask(path)).headers['cache-control'];
  expect(await kept(`${base}assets/app.js`)).toBe('private, max-age=31536000, immutable');
  for (const path of ['/', base, `${base}index.html`, `${base}assets/none.js`])
    expect(await kept(path), path).toBe('no-store');
});

/** One request as text, for what node:http does not send. */
function askRaw(lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(host.port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    socket.on('close', () => resolve(text)).on('error', reject);
  });
}

test('a second Host is refused, in either order, for a page and for a socket', async () => {
  const [ours, theirs] = [`Host: ${own}`, `hOST: attacker.test:${host.port}`];
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', `Origin: http://${own}`];
  const offer = [
    `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
    `Sec-WebSocket-Protocol: ${socketProtocol}, ${keyProtocol(key)}`,
  ];
  for (const hosts of [
    [ours, theirs],
    [theirs, ours],
    [ours, ours],
  ]) {
    expect(await askRaw([`GET ${base} HTTP/1.1`, ...hosts, 'Connection: close'])).toMatch(/^HTTP\/1.1 40[03] /);
    expect(await askRaw([`GET ${socketPath} HTTP/1.1`, ...hosts, ...upgrade, ...offer])).toMatch(/^HTTP\/1.1 40[03] /);
  }
  expect(await askRaw([`GET ${base} HTTP/1.1`, ours, 'Connection: close'])).toMatch(/^HTTP\/1.1 200 /);
  expect(await askRaw([`GET ${base} HTTP/1.0`, 'Connection: close'])).toMatch(/^HTTP\/1.1 40[03] /);
  expect(await askRaw([`GET http://${own}${base} HTTP/1.1`, ours, 'Connection: close'])).toMatch(/^HTTP\/1.1 403 /);
});

test('a refused client cannot keep the server from closing', async () => {
  const inspector = { api: {} as InspectorApi, onBatch: () => () => undefined, close: async () => undefined };
  const other = await openWebHost({ inspector, pageDir, port: 0 });
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
  // It reads the refusal and never hangs up.
  const stays = connect({ port: other.port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void stays.destroy());
  stays.write(`GET ${socketPath} HTTP/1.1\r\nHost: 127.0.0.1:${other.port}\r\n${upgrade}\r\n`);
  await once(stays.resume(), 'end');
  await other.close();
});

test('listens on this machine alone', () => {
  if (process.platform !== 'linux') return;
  const hexPort = host.port.toString(16).toUpperCase().padStart(4, '0');
  const table = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFileSync(file, 'utf8')).join('\n');
  const listening = [...table.matchAll(/\s([0-9A-F]+):([0-9A-F]{4}) \S+ 0A /g)].filter((row) => row[2] === hexPort);
  expect(listening.map((row) => row[1])).toEqual(['0100007F']);
});

describe('a link', () => {
  test('leads to the page, also after a click on another site, with its code and without the key', async () => {
    const { pathname, search } = new URL(host.createLink());
    const click = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    for (const headers of [{}, click]) {
      const reply = await ask(pathname + search, headers);
      expect(reply.status).toBe(303);
      expect(reply.headers.location).toMatch(/^\/p\/[\w-]{43}\/\?code=[\w-]{43}$/);
      expect(JSON.stringify(reply)).not.toContain(key);
    }
  });

  test('gives the key once; used, it says so', async () => {
    const link = host.createLink();
    expect(await exchangeLink(link)).toBe(key);
    await expect(exchangeLink(link)).rejects.toThrow();
    const { pathname, search } = new URL(link);
    const used = await ask(pathname + search, { accept: 'text/html' });
    expect(used.status).toBe(410);
    expect(used.text).toContain('<h1>This link was already used</h1>');
    // A wrong code learns nothing else.
    const wrong = await ask('/?token=wrong', { accept: 'text/html' });
    const bare = (text: string) => text.replaceAll(/nonce="[^"]*"/g, '');
    expect([wrong.status, bare(wrong.text)]).toEqual([410, bare(used.text)]);
    expect((await ask('/', { accept: 'text/html' })).text).toContain('<h1>This address needs a link</h1>');
  });

  test('is exchanged by our own page alone, with POST', async () => {
    const { code } = await followLink(host.createLink());
    const place = base + exchangePath;
    expect((await ask(place, {}, 'POST', code)).status).toBe(403);
    expect((await ask(place, { origin: 'http://127.0.0.1:1' }, 'POST', code)).status).toBe(403);
    const sameSite = { origin: `http://${own}`, 'sec-fetch-site': 'same-site' };
    expect((await ask(place, sameSite, 'POST', code)).status).toBe(403);
    expect((await ask(`${place}?code=${code}`)).status).toBe(405);
    expect((await ask(place, { origin: `http://${own}` }, 'POST', 'x'.repeat(100_000))).status).toBe(413);
    expect((await ask(place, { origin: `http://${own}` }, 'POST', 'x')).status).toBe(410);
    // None of these used it up.
    expect((await ask(place, { origin: `http://${own}` }, 'POST', code)).text).toBe(key);
  });
});

test('the page has the nonce of its own response', async () => {
  const [one, two] = [await ask(base), await ask(base)];
  const nonce = /content="([\w-]{24})"/.exec(one.text)?.[1];
  expect(one.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
  expect(two.text).not.toContain(nonce);
});

test.each([
  '/../private.txt',
  '/assets/../../private.txt',
  '/%2e%2e/private.txt',
  '/..%2fprivate.txt',
  '/assets',
  '//etc/passwd',
])('does not follow %s', async (path) => {
  const reply = await ask(base.slice(0, -1) + path);
  expect([401, 403, 404]).toContain(reply.status);
  expect(reply.text).not.toContain('private');
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json'])(
  'takes no %s',
  async (type) => {
    const headers = { origin: `http://${own}`, 'content-type': type };
    const reply = await ask(base, headers, 'POST', '{"t":"q"}');
    expect(reply.status).toBe(405);
  },
);

describe('the socket', () => {
  test('opens for our own page with the key', async () => {
    expect(await knock('/socket', { ...withKey(), origin: `http://${own}` })).toBe(101);
  });
  test('needs the key', async () => {
    const origin = `http://${own}`;
    expect(await knock('/socket', { origin })).toBe(401);
    expect(await knock('/socket', { ...withKeyElsewhere(), origin })).toBe(401);
    expect(await knock(`/socket?token=${key}`, { origin })).toBe(401);
    for (const offered of [
      socketProtocol,
      keyProtocol(key),
      `${socketProtocol}, ${keyProtocol(key.slice(1))}`,
      `${socketProtocol}, ${keyProtocol(base.split('/')[2] ?? '')}`,
    ])
      expect(await knock('/socket', { origin, 'sec-websocket-protocol': offered })).toBe(401);
  });
  test('needs our Origin, and takes a missing one for a foreign one', async () => {
    expect(await knock('/socket', withKey())).toBe(403);
    expect(await knock('/socket', { ...withKey(), origin: 'https://attacker.test' })).toBe(403);
    expect(await knock('/socket', { ...withKey(), origin: `http://localhost:${host.port}` })).toBe(403);
  });
  test('answers to no foreign name', async () => {
    const name = `attacker.test:${host.port}`;
    expect(await knock('/socket', { ...withKey(), host: name, origin: `http://${name}` })).toBe(403);
  });
  test('is nowhere else', async () => {
    expect(await knock('/', { ...withKey(), origin: `http://${own}` })).toBe(401);
    expect(await knock(`${base}socket`, { ...withKey(), origin: `http://${own}` })).toBe(401);
  });
});

test('says when its port is taken', async () => {
  const inspector = { api: {} as InspectorApi, onBatch: () => () => undefined, close: async () => undefined };
  await expect(openWebHost({ inspector, pageDir, port: host.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
