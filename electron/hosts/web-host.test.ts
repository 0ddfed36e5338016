// The browser door over real sockets: who is let in, who is not, and what every response carries.

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { InspectorApi } from '../../shared/api.ts';
import { openWebHost, type WebHost } from './web-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'misfire-web-host-'));
const pageDir = join(folder, 'page');
let host: WebHost;
let key: string;
let own: string;

beforeAll(async () => {
  mkdirSync(join(pageDir, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'private.txt'), 'private');
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__">');
  writeFileSync(join(pageDir, 'assets', 'app.js'), 'export {}');
  writeFileSync(join(pageDir, 'assets', 'app.js.map'), '{}');
  const inspector = { api: {} as InspectorApi, onBatch: () => () => undefined, close: async () => undefined };
  host = await openWebHost({ inspector, pageDir, port: 0 });
  key = new URL(host.address).searchParams.get('token') ?? '';
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

const withCookie = () => ({ cookie: `other=1; misfire-${host.port}=${key}` });

/** The status that a socket is refused with; 101 when it is opened. */
function knock(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${own}${path}`, { headers });
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

/** Whatever the page has, and what it has not. */
const routes = ['/', '/index.html', '/assets/app.js', '/assets/app.js.map', '/socket', '/health', '/nothing'];

describe.each(routes)('%s', (path) => {
  test('needs the key', async () => {
    expect((await ask(path)).status).toBe(401);
    expect((await ask(path, { cookie: `misfire-${host.port}=${key.slice(1)}` })).status).toBe(401);
    expect((await ask(path, { cookie: `misfire-1=${key}` })).status).toBe(401);
    expect((await ask(`${path}?token=`)).status).toBe(401);
    expect((await ask(path, {}, 'POST')).status).toBe(401);
  });

  test('answers to no foreign name, key or not', async () => {
    for (const name of ['attacker.test', `attacker.test:${host.port}`, '127.0.0.1', `127.0.0.1.:${host.port}`]) {
      const reply = await ask(path, { ...withCookie(), host: name });
      expect(reply.status).toBe(403);
      expect(reply.text).not.toContain(key);
    }
  });

  test('answers to no foreign page', async () => {
    for (const origin of ['https://attacker.test', 'null', `http://localhost:${host.port + 1}`, `https://${own}`]) {
      expect((await ask(path, { ...withCookie(), origin })).status).toBe(403);
    }
    for (const site of ['cross-site', 'same-site']) {
      expect((await ask(path, { ...withCookie(), 'sec-fetch-site': site })).status).toBe(403);
      const frame = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
      expect((await ask(path, { ...withCookie(), ...frame })).status).toBe(403);
    }
  });

  test('carries the headers that keep the page in', async () => {
    for (const headers of [{}, withCookie()]) {
      const { headers: sent } = await ask(path, headers);
      expect(sent['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'.*base-uri 'none'/);
      expect(sent['content-security-policy']).not.toMatch(/unsafe|\*/);
      expect(sent).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
      expect(sent['access-control-allow-origin']).toBeUndefined();
    }
  });
});

test('listens on this machine alone', () => {
  if (process.platform !== 'linux') return;
  const hexPort = host.port.toString(16).toUpperCase().padStart(4, '0');
  const table = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFileSync(file, 'utf8')).join('\n');
  const listening = [...table.matchAll(/\s([0-9A-F]+):([0-9A-F]{4}) \S+ 0A /g)].filter((row) => row[2] === hexPort);
  expect(listening.map((row) => row[1])).toEqual(['0100007F']);
});

test('a browser that opens the address gets the cookie and a clean address', async () => {
  const reply = await ask(`/?token=${key}`, { accept: 'text/html,*/*' });
  expect(reply.status).toBe(303);
  expect(reply.headers.location).toBe('/');
  expect(reply.headers['set-cookie']).toEqual([`misfire-${host.port}=${key}; Path=/; HttpOnly; SameSite=Strict`]);
});

test('after a click on another site, our own page leads on', async () => {
  const click = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const reply = await ask(`/?token=${key}`, { accept: 'text/html', ...click });
  expect(reply.status).toBe(200);
  expect(reply.text).toContain('http-equiv="refresh"');
  expect(reply.headers['set-cookie']).toBeDefined();
});

test('an invitation works once', async () => {
  const { pathname, search } = new URL(host.createInvitation());
  expect(search).not.toContain(key);
  expect((await ask(pathname + search)).status).toBe(200);
  expect((await ask(pathname + search)).status).toBe(401);
});

test('the page has the nonce of its own response', async () => {
  const [one, two] = [await ask('/', withCookie()), await ask('/', withCookie())];
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
  const reply = await ask(path, withCookie());
  expect([403, 404]).toContain(reply.status);
  expect(reply.text).not.toContain('private');
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json'])(
  'takes no %s',
  async (type) => {
    const reply = await ask('/', { ...withCookie(), 'content-type': type }, 'POST', '{"t":"q"}');
    expect(reply.status).toBe(405);
  },
);

describe('the socket', () => {
  test('opens for our own page with the key', async () => {
    expect(await knock('/socket', { ...withCookie(), origin: `http://${own}` })).toBe(101);
  });
  test('needs the key', async () => {
    expect(await knock('/socket', { origin: `http://${own}` })).toBe(401);
  });
  test('needs our Origin, and takes a missing one for a foreign one', async () => {
    expect(await knock('/socket', withCookie())).toBe(403);
    expect(await knock('/socket', { ...withCookie(), origin: 'https://attacker.test' })).toBe(403);
    expect(await knock('/socket', { ...withCookie(), origin: `http://localhost:${host.port}` })).toBe(403);
  });
  test('answers to no foreign name', async () => {
    const name = `attacker.test:${host.port}`;
    expect(await knock('/socket', { ...withCookie(), host: name, origin: `http://${name}` })).toBe(403);
  });
  test('is nowhere else', async () => {
    expect(await knock('/', { ...withCookie(), origin: `http://${own}` })).toBe(404);
  });
});

test('says when its port is taken', async () => {
  const inspector = { api: {} as InspectorApi, onBatch: () => () => undefined, close: async () => undefined };
  await expect(openWebHost({ inspector, pageDir, port: host.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
