// Banners above the list: one at a time, the most urgent first, with actions that look like buttons.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './app.ts';
import { addServer, rows } from './page.ts';

const dying = `
import { createInterface } from 'node:readline';
const info = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'dying', version: '1' } };
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: info });
  else if (method === 'tools/list') send({ id, result: { tools: [] } });
  else if (method === 'notifications/initialized') setTimeout(() => process.exit(1), 50);
});
`;

test('banners never stack, and their actions look like buttons', async ({ app, data, page }) => {
  const file = join(data, 'dying.mjs');
  await writeFile(file, dying);
  await page.goto(app.url);
  await addServer(page, `"${process.execPath}" "${file}"`, 'first');
  const notices = page.getByRole('region', { name: 'Notices' });
  const shown = notices.locator('> *:visible');
  await expect(notices.getByRole('region', { name: 'first ended' })).toBeVisible();
  await addServer(page, `"${process.execPath}" "${file}"`, 'second');
  await expect(notices).toContainText('1 more ended too.');
  await expect(rows(page).first()).toBeVisible();
  await expect(shown).toHaveCount(1);
  await notices.getByRole('button', { name: /^Dismiss/ }).click();
  await expect(shown).toHaveCount(1);
  await expect(notices).not.toContainText('more ended too');
  await notices.getByRole('button', { name: /^Dismiss/ }).click();
  // The next in the queue: the tour, which new users are offered.
  await expect(notices.getByRole('button', { name: 'Take the tour' })).toBeVisible();
  await expect(shown).toHaveCount(1);
  for (const name of ['Take the tour', 'No, thanks']) {
    const look = await notices.getByRole('button', { name }).evaluate((button) => {
      const { backgroundColor, borderTopWidth, borderTopColor } = getComputedStyle(button);
      return { ground: backgroundColor, width: borderTopWidth, line: borderTopColor };
    });
    expect(look.width).toBe('1px');
    expect([look.ground, look.line]).not.toContain('rgba(0, 0, 0, 0)');
  }
});
