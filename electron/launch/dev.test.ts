// `npm run dev` over real sockets. Hot reload itself belongs to Vite; that an edit appears was checked by hand.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { keyProtocol, socketPath, socketProtocol } from '../../shared/api/web-door.ts';
import { exchangeLink, followLink } from '../hosts/exchange-link.ts';

const data = mkdtempSync(join(tmpdir(), 'misfire-dev-'));
let child: ChildProcess;
let link: string;
let page: string;
let key: string;
beforeAll(async () => {
  const started = spawn(process.execPath, [join(import.meta.dirname, 'dev.ts'), '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  // Vite reports each socket that a test cuts off, so its words are shown only if it does not start.
  let said = '';
  started.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  for await (const line of createInterface(started.stdout)) {
    link = /http:\S+token=\S+/.exec(line)?.[0] ?? '';
    if (link) break;
  }
  if (!link) throw new Error(`npm run dev ended before it printed its address: ${said}`);
  // A link works once.
  ({ page } = await followLink(link));
  key = await exchangeLink(link);
});
afterAll(async () => {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  rmSync(data, { recursive: true, force: true });
});

test('npm run dev serves the page with hot reload and connects it to the host', async () => {
  const text = async (path: string) => (await fetch(new URL(path, page))).text();
  expect(await text('')).toContain('@vite/client');
  expect((await text('shell/app.tsx')).includes('import.meta.hot')).toBe(true);
  const { origin, host } = new URL(link);
  const open = async (offered: string) => {
    const socket = new WebSocket(`ws://${host}${socketPath}`, [socketProtocol, keyProtocol(offered)], { origin });
    const [outcome] = await Promise.race([
      once(socket, 'open').then(() => ['open']),
      once(socket, 'unexpected-response').then(([, response]) => [response.statusCode]),
      once(socket, 'error').then(() => ['error']),
    ]);
    socket.terminate();
    return outcome;
  };
  expect(await open(key)).toBe('open');
  expect(await open('another')).not.toBe('open');
});

test('npm run dev rejects other paths, hosts, origins and addresses', async () => {
  const { origin, host, port } = new URL(link);
  const secret = new URL(page, origin).pathname.split('/')[2] ?? '';
  expect(secret.length).toBeGreaterThan(30);

  const ask = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; received: string }>((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path, headers: { host, ...headers } }, async (response) => {
        let received = JSON.stringify(response.headers);
        for await (const chunk of response.setEncoding('utf8')) received += chunk;
        resolve({ status: response.statusCode, received });
      });
      asked.on('error', reject).end();
    });

  const refusals: Record<string, number> = { '/?token=another': 410, '//x/': 403 };
  for (const path of ['/', '/index.html', '/foo', '/@vite/client', '/@fs/etc/passwd', '/?token=another', '//x/']) {
    const { status, received } = await ask(path, { accept: 'text/html' });
    expect([path, status]).toEqual([path, refusals[path] ?? 401]);
    expect(received).not.toContain(secret);
  }
  const within = new URL(page, origin).pathname;
  expect((await ask(within)).status).toBe(200);
  for (const headers of [
    { host: `attacker.test:${port}` },
    { origin: 'http://attacker.test' },
    { origin: 'http://localhost:9' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
  ] as Record<string, string>[]) {
    const { status, received } = await ask(`${within}shell/app.tsx`, headers);
    expect([headers, status]).toEqual([headers, 403]);
    expect(received).not.toContain('access-control-allow-origin');
  }
  for (const from of [undefined, 'http://attacker.test', 'http://localhost:9']) {
    const socket = new WebSocket(`ws://${host}${socketPath}`, [socketProtocol, keyProtocol(key)], {
      ...(from === undefined ? {} : { origin: from }),
    });
    const outcome = await Promise.race([
      once(socket, 'open').then(() => 'open'),
      once(socket, 'unexpected-response').then(() => 'refused'),
      once(socket, 'error').then(() => 'refused'),
    ]);
    socket.terminate();
    expect([from, outcome]).toEqual([from, 'refused']);
  }
  // Bound to one address: it does not listen on the others of this machine. (macOS has no 127.0.0.2 at all.)
  const other = connect(Number(port), '127.0.0.2');
  const reached = await new Promise((resolve) => {
    other.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  other.destroy();
  expect(reached).toBe(false);
});
