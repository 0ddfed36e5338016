// Access to the browser page of the real app: only with the printed link.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { keyProtocol, socketPath, socketProtocol } from '../shared/api/web-door.ts';
import { expect, program, startProcess, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { projectRoot } from './desktop.ts';

/** The status of one request with the given headers, including those that `fetch` would not send. */
async function statusOf(url: URL, path: string, headers: Record<string, string>): Promise<number> {
  const asked = httpRequest({ host: url.hostname, port: url.port, path, headers, agent: false }).end();
  const [response] = await once(asked, 'response');
  response.resume();
  return response.statusCode;
}

/** The status with which a socket is refused; 101 if it opens. */
function socketStatus(url: URL, headers: Record<string, string>, protocols: string[] = []): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${url.host}${socketPath}`, protocols, { headers });
    socket.once('open', () => {
      socket.close();
      resolve(101);
    });
    socket.once('unexpected-response', (request, response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    socket.once('error', reject);
  });
}

test('the printed link opens the app and leaves no key in the URL', async ({ app, page }) => {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  const socket = page.waitForEvent('websocket');
  await page.goto(app.url);
  await expect(page.locator('#app')).not.toBeEmpty();
  expect(new URL(page.url()).search).toBe('');
  await expect(page).toHaveTitle(/Misfire/);
  await expect(page.locator('#app')).not.toBeEmpty();
  expect(new URL((await socket).url()).pathname).toBe('/socket');
  // The content policy is strict; the page must cause no violation.
  expect(problems).toEqual([]);
});

test('a reload and a second tab need no link, and a used link still opens the app in its browser', async ({
  app,
  page,
  context,
}) => {
  await page.goto(app.url);
  await expect(page.locator('#app button').first()).toBeVisible();
  await page.reload();
  await expect(page.locator('#app button').first()).toBeVisible();
  for (const address of [page.url(), app.url]) {
    const tab = await context.newPage();
    await tab.goto(address);
    await expect(tab.locator('#app button').first()).toBeVisible();
  }
});

test('another browser learns that the link was used, and opens the app with a new one', async ({
  app,
  page,
  browser,
}) => {
  await page.goto(app.url);
  await expect(page.locator('#app button').first()).toBeVisible();
  const other = await browser.newContext();
  const tab = await other.newPage();
  await tab.goto(app.url);
  await expect(tab.getByRole('heading', { name: 'This link was already used' })).toBeVisible();
  await expect(tab.getByText('misfire serve --link')).toBeVisible();
  await expectAccessible(tab, 'a used link');
  const asked = spawn(process.execPath, [program, 'serve', '--link', '--json', '--data', app.data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(asked.stdout), 'line');
  await tab.goto(JSON.parse(String(line)).url);
  await expect(tab.locator('#app button').first()).toBeVisible();
  await other.close();
});

test('another service on this machine gets nothing that opens the socket', async ({ app, page }) => {
  const url = new URL(app.url);
  const received: string[] = [];
  const neighbour = createServer((request, response) => {
    received.push(`${request.url} ${request.rawHeaders.join(' ')}`);
    response.setHeader('content-type', 'text/html').end('<title>Neighbour</title>');
  }).listen(0, '127.0.0.1');
  await once(neighbour, 'listening');
  const { port } = neighbour.address() as AddressInfo;
  await page.goto(app.url);
  await expect(page.locator('#app button').first()).toBeVisible();
  const place = new URL(page.url()).pathname;
  for (const path of ['/', place, '/socket']) await page.goto(`http://127.0.0.1:${port}${path}`);
  expect(received.length).toBeGreaterThan(2);
  // The service's own page may be the referrer of an icon request; ours never.
  expect(received.join('\n')).not.toMatch(/\bcookie\b/i);
  expect(received.join('\n')).not.toContain(url.host);
  // Neither what the service received nor the page's URL opens a socket.
  const words = [...new Set([...received.join(' ').split(/[\s=;,/?]+/), ...place.split('/')])].filter(
    (word) => word.length > 20,
  );
  for (const word of words)
    expect(
      await socketStatus(url, { origin: url.origin }, /^[\w-]+$/.test(word) ? [socketProtocol, keyProtocol(word)] : []),
    ).toBe(401);
  neighbour.close();
});

test('requests without the secret are rejected', async ({ app }) => {
  const url = new URL(app.url);
  const link = `/${url.search}`;
  expect(await statusOf(url, '/', {})).toBe(401);
  expect(await statusOf(url, '/socket', {})).toBe(401);
  expect(await statusOf(url, link, {})).toBe(303);
  expect(await statusOf(url, link, { host: `attacker.test:${url.port}` })).toBe(403);
  expect(await statusOf(url, link, { origin: 'https://attacker.test' })).toBe(403);
  expect(await statusOf(url, link, { 'sec-fetch-site': 'cross-site' })).toBe(403);
});

test('the socket opens only for Misfire’s own page', async ({ app, page }) => {
  const url = new URL(app.url);
  await page.goto(app.url);
  await expect(page.locator('#app button').first()).toBeVisible();
  const kept = await page.evaluate(() => localStorage.getItem('misfire-key'));
  const protocols = [socketProtocol, keyProtocol(kept?.split(' ')[1] ?? '')];
  expect(await socketStatus(url, { origin: url.origin }, protocols)).toBe(101);
  expect(await socketStatus(url, {}, protocols)).toBe(403);
  expect(await socketStatus(url, { origin: 'https://attacker.test' }, protocols)).toBe(403);
  expect(await socketStatus(url, { origin: url.origin })).toBe(401);
});

test('an injected script does not run, and another site cannot frame the page', async ({ app, page }) => {
  const response = await page.goto(app.url);
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe/);
  const violated = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
        const script = document.createElement('script');
        script.textContent = 'window.__injected = true';
        document.body.append(script);
      }),
  );
  expect(violated).toMatch(/^script-src/);
  expect(await page.evaluate(() => '__injected' in window)).toBe(false);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} ends it, with a page open`, async ({ data, page }) => {
    // A process of its own, to get the signal.
    const app = await startProcess({ data });
    await page.goto(app.url);
    expect(await app.stop(signal)).toEqual({ code: signal === 'SIGINT' ? 130 : 0, signal: null });
    await expect(fetch(app.url)).rejects.toThrow();
  });
}

test('invalid usage exits with 2 and explains the error on stderr', async () => {
  for (const args of [['serve', '--port', 'x'], ['serve', '--host', '0.0.0.0'], ['nonsense']]) {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      err += text;
    });
    const [code] = await once(child, 'close');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/error: .+/);
  }
});

test('ending npm ends the app that npm started', async ({ data }) => {
  test.skip(process.platform === 'win32', 'Windows has no signals to send');
  const npm = spawn('npm', ['run', '-s', 'misfire', '--', 'serve', '--json', '--no-open', '--data', data], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(npm.stdout), 'line');
  const { url } = JSON.parse(String(line));
  expect((await fetch(url)).status).toBe(200);
  npm.kill('SIGTERM');
  await expect.poll(() => fetch(url).then(String, () => 'gone')).toBe('gone');
});
