// Each place, and the states of a connection: what the window says, and the next step it offers.

import type { WebSocketRoute } from '@playwright/test';
import { expect, test } from './app.ts';
import { addServer, callTool, card, filter, oddLine, openCard, rows, servers, skipTour, timeline } from './page.ts';

test.beforeEach(({ page }) => skipTour(page));

test('every place opens from its tab and by its keys, and a link leads back to it', async ({ touredApp, page }) => {
  await page.goto(touredApp.url);
  await expect(card(page)).toBeVisible();
  const places = page.getByRole('navigation', { name: 'Places' });
  for (const [name, key] of [
    ['Compare', 'c'],
    ['Rehearse', 'h'],
    ['Timeline', 't'],
  ] as const) {
    await places.getByRole('button', { name }).click();
    await expect(places.getByRole('button', { name })).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await expect(timeline(page)).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await expect(places.getByRole('button', { name })).toHaveAttribute('aria-current', 'page');
  }
  await filter(page, 'server:closient is:failed');
  await openCard(page, rows(page).first());
  const title = await card(page).getByRole('heading').first().textContent();
  const link = page.url();
  // Pasted into the same window, and opened in another.
  await page.evaluate(() => {
    window.location.hash = 'page=compare';
  });
  await expect(places.getByRole('button', { name: 'Compare' })).toHaveAttribute('aria-current', 'page');
  // The place before may still write its own address.
  await expect(async () => {
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, new URL(link).hash);
    const filterBox = page.getByRole('combobox', { name: 'Filter', exact: true });
    await expect(filterBox).toHaveValue('server:closient is:failed', { timeout: 2000 });
  }).toPass();
  await expect(card(page).getByRole('heading').first()).toHaveText(title ?? '');
  const other = await page.context().newPage();
  await other.goto(link);
  await expect(other.getByRole('combobox', { name: 'Filter', exact: true })).toHaveValue('server:closient is:failed');
  await expect(card(other).getByRole('heading').first()).toHaveText(title ?? '');
});

test('connecting shows its time, and can be canceled', async ({ app, page }) => {
  await page.goto(app.url);
  // It starts, and never responds.
  await addServer(page, `"${process.execPath}" -e "setInterval(() => {}, 1000)"`, 'silent');
  await expect(page.getByText('Connecting to silent')).toBeVisible();
  const notices = page.getByRole('region', { name: 'Notices' });
  await notices.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText('Connecting to silent')).toBeHidden();
  await expect(servers(page).getByRole('button', { name: /connecting/ })).toHaveCount(0);
});

test('after a crash the log, exit code and last lines stay, and its last calls can be sent again', async ({
  app,
  page,
}) => {
  await page.goto(app.url);
  await addServer(page, oddLine(), 'odd');
  await callTool(page, 'ok');
  await callTool(page, 'crash');
  const strip = page.getByRole('region', { name: 'odd ended' });
  await expect(strip).toContainText('odd ended (exit code 3): FATAL out of memory');
  await expect(servers(page).getByRole('button', { name: /^odd,.* ended, Why\?$/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^initialize on/ }).first()).toBeVisible();
  await strip.getByRole('button', { name: 'Restart and replay the last 3' }).click();
  await expect(page.getByRole('heading', { name: '2 calls replayed' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^ok/ })).toContainText('Passes as before');
  await expect(page.getByRole('row', { name: /^crash/ })).toContainText('Same failure');
});

test('without the host nothing is lost, and the window says so', async ({ app, page }) => {
  let line: WebSocketRoute | undefined;
  let mayConnect = true;
  await page.routeWebSocket(/\/socket/, async (socket) => {
    if (!mayConnect) return void socket.close();
    line = socket;
    socket.connectToServer();
  });
  await page.goto(app.url);
  await addServer(page, oddLine(), 'odd');
  await expect(rows(page).first()).toBeVisible();
  mayConnect = false;
  await line?.close();
  await expect(page.getByText('Reconnecting.')).toBeVisible();
  await expect(page.getByText('Nothing is lost.')).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  mayConnect = true;
  await expect(page.getByText('Reconnecting.')).toBeHidden();
});

test('a rejected window says so and what to do, and opens once it may', async ({ app, page }) => {
  let refusing = true;
  await page.routeWebSocket(/\/socket/, (socket) => {
    const host = socket.connectToServer();
    socket.onMessage((text) => {
      const question = JSON.parse(String(text)) as { t: string; i: string; m: string };
      if (!refusing || question.m !== 'hello') return host.send(text);
      const refusal = { ok: false, error: { code: 'refused', message: 'The log is in use by another Misfire.' } };
      socket.send(JSON.stringify({ t: 's', i: question.i, r: refusal }));
    });
  });
  await page.goto(app.url);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('This window could not be opened');
  await expect(alert).toContainText('The log is in use by another Misfire.');
  refusing = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByRole('button', { name: /sample servers/i })).toBeVisible();
});

test('everything stays usable from a small zoomed window to a very large one', async ({ touredApp, page }) => {
  // 1440 × 900 at 200 %: half as many pixels of the page.
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto(touredApp.url);
  await expect(timeline(page)).toBeVisible();
  await filter(page, 'server:closient tool:resolve_gtin');
  await expect(rows(page).first()).toBeVisible();
  // The card covers the list, and only on request.
  await expect(card(page)).toBeHidden();
  await rows(page).first().click();
  await expect(card(page).getByRole('heading', { name: /^There is no / })).toBeInViewport();
  await card(page).getByRole('heading', { name: 'Evidence' }).scrollIntoViewIfNeeded();
  await expect(card(page).getByRole('heading', { name: 'Evidence' })).toBeInViewport();
  await page.keyboard.press('Escape');
  for (const size of [
    { width: 1024, height: 700 },
    { width: 3840, height: 2160 },
  ]) {
    await page.setViewportSize(size);
    await rows(page).first().click();
    await expect(card(page).getByRole('heading', { name: /^There is no / })).toBeInViewport();
    await expect(rows(page).first()).toBeInViewport();
    const box = await card(page).boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(320);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(size.width);
  }
});
