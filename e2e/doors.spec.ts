// The browser door of the real app: it opens for whoever has the address, and for nobody else.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { expect, program, startApp, test } from './app.ts';
import { projectRoot } from './desktop.ts';

/** The status of one request with headers as given, also those that `fetch` would not send. */
async function statusOf(url: URL, path: string, headers: Record<string, string>): Promise<number> {
  const asked = httpRequest({ host: url.hostname, port: url.port, path, headers, agent: false }).end();
  const [response] = await once(asked, 'response');
  response.resume();
  return response.statusCode;
}

/** The status that a socket is refused with; 101 when it opens. */
function socketStatus(url: URL, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${url.host}/socket${url.search}`, { headers });
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

test('the printed address opens the app, and leaves no key in the address bar', async ({ app, page }) => {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  const socket = page.waitForEvent('websocket');
  await page.goto(app.url);
  expect(new URL(page.url()).search).toBe('');
  await expect(page).toHaveTitle(/Misfire/);
  await expect(page.locator('#app')).not.toBeEmpty();
  expect(new URL((await socket).url()).pathname).toBe('/socket');
  // The content policy forbids much; the page must live within it without a word of complaint.
  expect(problems).toEqual([]);
});

test('a reload needs no key in the address', async ({ app, page }) => {
  await page.goto(app.url);
  await page.reload();
  await expect(page.locator('#app')).not.toBeEmpty();
});

test('strangers are refused', async ({ app }) => {
  const url = new URL(app.url);
  const withKey = `/${url.search}`;
  expect(await statusOf(url, '/', {})).toBe(401);
  expect(await statusOf(url, '/socket', {})).toBe(401);
  expect(await statusOf(url, withKey, {})).toBe(200);
  expect(await statusOf(url, withKey, { host: `attacker.test:${url.port}` })).toBe(403);
  expect(await statusOf(url, withKey, { origin: 'https://attacker.test' })).toBe(403);
  expect(await statusOf(url, withKey, { 'sec-fetch-site': 'cross-site' })).toBe(403);
});

test('the socket opens only for our own page', async ({ app }) => {
  const url = new URL(app.url);
  expect(await socketStatus(url, { origin: url.origin })).toBe(101);
  expect(await socketStatus(url, {})).toBe(403);
  expect(await socketStatus(url, { origin: 'https://attacker.test' })).toBe(403);
  expect(await socketStatus(new URL(url.origin), { origin: url.origin })).toBe(401);
});

test('a script that got into the page does not run, and another site cannot frame it', async ({ app, page }) => {
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
    const app = await startApp({ data });
    await page.goto(app.url);
    expect(await app.stop(signal)).toEqual({ code: 0, signal: null });
    await expect(fetch(app.url)).rejects.toThrow();
  });
}

test('bad usage ends with 2, and says what is wrong on stderr', async () => {
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
