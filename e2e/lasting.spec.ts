// No data is lost by a reload, a lost connection to the host, or a killed app.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WebSocketRoute } from '@playwright/test';
import { expect, startProcess, test } from './app.ts';
import { addServer, callTool, card, rows, sampleLine, timeline } from './page.ts';
import { startSample } from './sample.ts';

test('a reload shows the same rows, selection and filter', async ({ app, page }) => {
  await page.goto(app.url);
  await addServer(page, sampleLine('faulty-stdio'), 'faulty');
  await callTool(page, 'empty_error');
  await expect(card(page)).toContainText('gave no reason');
  const title = await card(page).getByRole('heading').first().textContent();
  await page.reload();
  await expect(card(page).getByRole('heading').first()).toHaveText(title ?? '');
  await expect(rows(page).filter({ hasText: 'empty_error' }).last()).toBeVisible();
});

test('after a lost socket the window says so, reconnects and catches up', async ({ app, page }) => {
  // The real connection stays in use; the route only lets the story cut it.
  let line: WebSocketRoute | undefined;
  let mayConnect = true;
  await page.routeWebSocket(/\/socket/, async (socket) => {
    if (!mayConnect) return void socket.close();
    line = socket;
    socket.connectToServer();
  });
  await page.goto(app.url);
  const faulty = await startSample('faulty-http');
  await addServer(page, faulty.url, 'faulty');
  await callTool(page, 'hang');
  const status = page.getByRole('contentinfo');
  await expect(status).toContainText('0 failed calls');
  mayConnect = false;
  await line?.close();
  await expect(page.getByText(/Nothing is lost/)).toBeVisible();
  // While the window is cut off, the call fails.
  await faulty.stop();
  mayConnect = true;
  await expect(page.getByText(/Nothing is lost/)).toBeHidden();
  await expect(status).toContainText('1 failed call, 1 cause');
  await expect(card(page).getByRole('heading', { level: 2 })).toContainText('faulty');
});

test('preferences last, although each start has another URL', async ({ data, page }) => {
  // Two processes: a restart has another port, and with it another storage in the browser.
  const first = await startProcess({ data });
  await page.goto(first.url);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(() => readFile(join(data, 'preferences.json'), 'utf8').catch(() => '')).toContain('"dark"');
  await first.stop();

  const second = await startProcess({ data });
  expect(new URL(second.url).origin).not.toBe(new URL(first.url).origin);
  await page.goto(second.url);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await second.stop();
});

test('killing the app during a flood loses no shown row, and a restart shows them', async ({ data, page }) => {
  // A process of its own, to be killed.
  const first = await startProcess({ data });
  await page.goto(first.url);
  await addServer(page, sampleLine('faulty-stdio'), 'faulty');
  await callTool(page, 'flood', { count: 20_000 });
  // The store had everything that the status bar counts.
  const counted = async () => {
    const text = (await page.getByText(/^[\d,.\s]+ messages$/).textContent()) ?? '';
    return Number(text.replace(/\D/g, ''));
  };
  await expect.poll(counted).toBeGreaterThan(2_000);
  const before = await counted();
  await first.stop('SIGKILL');

  const second = await startProcess({ data });
  await page.goto(second.url);
  await expect(timeline(page)).toBeVisible();
  await expect.poll(counted).toBeGreaterThanOrEqual(before);
  await expect(rows(page).last()).toBeVisible();
  await second.stop();
});
