// Working with recordings: open a file, search it, see what is masked, export it, and return to live traffic.

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectAccessible } from './axe.ts';
import { addServer, card, drop, dropFile, openCard, rows, smallCapture } from './page.ts';

const capture = [
  '{"misfire":1,"started":"2026-11-14T12:00:00.000Z"}',
  ...[1, 2, 3].flatMap((id) => [
    line(id * 10, 'out', {
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'send_invoice', arguments: { to: 'ann@example.org', api_key: 'k-55512345' } },
    }),
    line(
      id * 10 + 5,
      'in',
      id === 2
        ? {
            jsonrpc: '2.0',
            id,
            result: { content: [{ type: 'text', text: `${'Lorem ipsum '.repeat(60)} marmalade` }] },
          }
        : {
            jsonrpc: '2.0',
            id,
            error: { code: -32602, message: 'amount is required', data: { password: 'hunter2-hunter2' } },
          },
    ),
  ]),
].join('\n');

function line(t: number, lane: string, message: object): string {
  return JSON.stringify({ t, server: 'billing', lane, text: JSON.stringify(message) });
}

const menu = (page: Page) => page.getByTitle('Recordings, files and exports');

test('a dropped file becomes a read-only recording', async ({ app, page }) => {
  await page.goto(app.url);
  await dropFile(page, 'from-ann.jsonl', capture);
  await expect(page.getByText('Opened from a file')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await expect(menu(page)).toHaveText('from-ann.jsonl');
  await page.getByRole('button', { name: 'Close recording' }).click();
  await expect(page.getByText('Opened from a file')).toBeHidden();
  await dropFile(page, 'photo.png', 'PNG');
  await expect(page.getByText('photo.png contains nothing that Misfire can read')).toBeVisible();
});

test('a file that was imported before is recognized, and its recording opens', async ({ app, page }) => {
  await page.goto(app.url);
  await dropFile(page, 'from-ann.jsonl', capture);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Close recording' }).click();
  await expect(page.getByText('Opened from a file')).toBeHidden();
  await dropFile(page, 'copy.jsonl', capture);
  await expect(page.getByText('copy.jsonl was already imported. Its recording is open now.')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await expect(menu(page)).toHaveText('from-ann.jsonl');
});

test('importing a big file can be stopped, and nothing of it remains', async ({ app, page }) => {
  await page.goto(app.url);
  const files = await page.evaluateHandle(() => {
    const lines = Array.from({ length: 400_000 }, (_, place) =>
      JSON.stringify({ t: place * 2000, server: 'depot', lane: 'err', text: `crate ${place} came in` }),
    );
    const transfer = new DataTransfer();
    const text = ['{"misfire":1,"started":"2026-11-14T12:00:00.000Z"}', ...lines].join('\n');
    transfer.items.add(new File([text], 'big.jsonl'));
    return transfer;
  });
  await drop(page, files);
  await expect(page.getByText(/Reading big\.jsonl, \d+ %: [\d.]+ of \d+ MB/)).toBeVisible();
  // Its first rows appear while the rest is imported.
  const crates = rows(page).filter({ hasText: 'crate' });
  await expect(crates.first()).toBeVisible();
  // Those that follow are not announced: in a file, nothing is new.
  await crates.first().click();
  const progress = page.getByText(/Reading big\.jsonl, \d+ %/);
  const before = await progress.innerText();
  await expect.poll(() => progress.innerText()).not.toBe(before);
  await expect(page.getByRole('button', { name: /new rows?$/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('big.jsonl was not opened: you stopped it.')).toBeVisible();
  await menu(page).click();
  await page.getByRole('menuitem', { name: 'All recordings…' }).click();
  await expect(page.getByRole('dialog').getByLabel('Name of the recording')).toHaveCount(1);
});

test('releasing the button that opened the menu chooses no recording, a click does', async ({ app, page }) => {
  await page.goto(app.url);
  await dropFile(page, 'from-ann.jsonl', capture);
  await expect(rows(page).first()).toBeVisible();
  const live = page.getByRole('menuitem').filter({ has: page.getByLabel('recording', { exact: true }) });
  await menu(page).hover();
  await page.mouse.down();
  await live.hover();
  await page.mouse.up();
  await expect(live).toBeVisible();
  await expect(menu(page)).toHaveText('from-ann.jsonl');
  await live.click();
  await expect(menu(page)).not.toHaveText('from-ann.jsonl');
});

test('secrets are masked on screen, revealed one by one, and never exported', async ({ app, page }) => {
  await page.goto(app.url);
  await dropFile(page, 'from-ann.jsonl', capture);
  await openCard(page, rows(page).first());
  await page.getByRole('tab', { name: /Raw/ }).click();
  for (const secret of ['ann@example.org', 'k-55512345', 'hunter2'])
    await expect(page.getByText(secret)).toHaveCount(0);
  await card(page)
    .getByRole('button', { name: /Show the masked password/ })
    .click();
  await expect(card(page).getByText('hunter2-hunter2')).toBeVisible();
  await expect(page.getByText('k-55512345')).toHaveCount(0);

  await menu(page).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('E-mail addresses')).toBeVisible();
  await expect(dialog.getByText('Tokens and keys')).toBeVisible();
  await expectAccessible(page, 'an export', { allRules: true });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('misfire-from-ann.jsonl');
  const text = await readFile((await download.path()) ?? '', 'utf8');
  expect(text.trim().split('\n')).toHaveLength(7);
  expect(text).not.toMatch(/ann@example|k-555|hunter2/);
});

test('recordings are named, annotated, closed and deleted', async ({ app, page }) => {
  await page.goto(app.url);
  await dropFile(page, 'a.jsonl', capture);
  await expect(rows(page)).toHaveCount(3);
  await menu(page).click();
  await page.getByRole('menuitem', { name: 'All recordings…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the recording').first().fill('Billing trouble');
  await dialog.getByLabel('Name of the recording').first().blur();
  await expect(dialog.getByRole('button', { name: 'Delete Billing trouble' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await menu(page).click();
  await page.getByRole('menuitem', { name: 'All recordings…' }).click();
  await dialog.getByRole('button', { name: 'Delete Billing trouble' }).click();
  await dialog.getByRole('button', { name: 'Yes, delete Billing trouble' }).click();
  await expect(dialog.getByLabel('Name of the recording')).toHaveCount(1);
});

test('the reason for a failed save stays visible, even if the masked values become known later', async ({
  app,
  page,
}) => {
  // The connection to the host delays one response and rejects the save.
  let show: () => void = () => {};
  await page.routeWebSocket(/\/socket/, (socket) => {
    const host = socket.connectToServer();
    socket.onMessage((text) => {
      const question = JSON.parse(String(text)) as { i: string; m: string };
      if (question.m === 'previewExport') show = () => host.send(text);
      else if (question.m !== 'startExport') host.send(text);
      else {
        const refusal = { ok: false, error: { code: 'refused', message: 'The disk is full.' } };
        socket.send(JSON.stringify({ t: 's', i: question.i, r: refusal }));
      }
    });
  });
  await page.goto(app.url);
  await dropFile(page, 'small.jsonl', smallCapture);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('export');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('button', { name: 'Save the file' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('The disk is full.');
  await expect(async () => {
    show();
    await expect(dialog.getByText('No secrets were found.')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(dialog.getByRole('alert')).toHaveText('The disk is full.');
});

test('a file is accepted once the window is connected to its host', async ({ app, page }) => {
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  await page.routeWebSocket(/^ws:/, async (socket) => {
    await reached;
    socket.connectToServer();
  });
  await page.goto(app.url);
  await expect(page.getByRole('heading', { name: 'Misfire' })).toBeVisible();
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([''], 'small.jsonl'));
    return transfer;
  });
  await page.dispatchEvent('body', 'dragover', { dataTransfer: files });
  // An offer would be drawn in the next frame, and stay.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect(page.getByText('Drop it to open it')).toHaveCount(0);
  reach();
  await dropFile(page, 'small.jsonl', smallCapture);
  await expect(rows(page)).toHaveCount(1);
});

test('an opened recording lists its own servers and clients, with counts that add up', async ({ app, page }) => {
  await page.goto(app.url);
  await addServer(page, 'none-of-these --stdio', 'warehouse');
  const recorded = (server: string, rounds: number) =>
    [
      '{"misfire":1,"started":"2026-11-14T12:00:00.000Z"}',
      ...Array.from({ length: rounds }, (_, id) => {
        const who = { server, by: 'client', client: 'Codex' };
        const wire = (more: object) => JSON.stringify({ jsonrpc: '2.0', id, ...more });
        return [
          { t: id, ...who, lane: 'out', text: wire({ method: 'tools/call', params: { name: `tool_${id % 9}` } }) },
          { t: id + 0.5, ...who, lane: 'in', text: wire({ result: { content: [] } }) },
        ].map((one) => JSON.stringify(one));
      }).flat(),
    ].join('\n');
  const side = page.getByRole('complementary', { name: 'Servers' });
  const status = page.getByText(/none connected$/);
  await dropFile(page, 'first.jsonl', recorded('harbor', 20));
  await expect(side.getByTitle(/40 messages$/)).toHaveCount(2);
  // From one recording to the next, and large enough to be shown before it is read.
  await dropFile(page, 'second.jsonl', recorded('depot', 2000));
  await expect(side.getByRole('button', { name: /depot/ })).toHaveAttribute('title', /4\s000 messages$/);
  await expect(side.getByRole('button', { name: /Codex/ })).toHaveAttribute('title', /4\s000 messages$/);
  await expect(side.getByText(/harbor|warehouse/)).toHaveCount(0);
  await expect(status).toHaveText('1 server, none connected');
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('main')).not.toContainText(/harbor|warehouse/);
});

test('the card of a recorded failure fits a small window, and each folded section says what it has', async ({
  app,
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.goto(app.url);
  const error = {
    code: 4001,
    message: 'Adapter error',
    retryable: true,
    details: { originalError: 'ORDER_LOCKED', reason: 'The backend holds a lock' },
  };
  const calls = [
    line(1, 'out', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'sync_order', arguments: {} } }),
    line(9, 'in', { jsonrpc: '2.0', id: 1, result: { error } }),
  ];
  await dropFile(page, 'locked.jsonl', [capture.split('\n')[0], ...calls].join('\n'));
  await rows(page).filter({ hasText: 'sync_order' }).click();
  const owner = card(page).getByText(/^Fix upstream/);
  await expect(owner).toBeVisible();
  await expect.poll(() => owner.evaluate((shown) => shown.scrollWidth <= shown.clientWidth)).toBe(true);
  const note = card(page).getByText('Replay live sends a copy to a server you choose. The recording stays as it is.');
  await expect(note).toHaveCount(1);
  const below = () =>
    note.evaluate((shown) => {
      const [own, list] = [shown.getBoundingClientRect(), shown.previousElementSibling?.getBoundingClientRect()];
      return { aside: own.left - (list?.left ?? 0), isApart: own.top - (list?.bottom ?? own.top) >= 8 };
    });
  await expect.poll(below).toEqual({ aside: 0, isApart: true });
  const folded = card(page).locator('[data-fold][aria-expanded=false]');
  await expect(folded.filter({ hasText: 'Details' })).toContainText('request, response');
  for (const head of await folded.all()) await expect(head.locator('span').nth(1)).not.toBeEmpty();
});
