// Servers after a restart: a replay connects the one it needs, and one press connects all.

import { expect, startApp, test } from './app.ts';
import { addServer, callTool, card, filter, rows, sampleLine, servers, skipTour } from './page.ts';

test.beforeEach(({ page }) => skipTour(page));

test('all servers are connected by one press, and a call is replayed over a new connection', async ({ data, page }) => {
  let app = await startApp({ data });
  try {
    await page.goto(app.url);
    await addServer(page, sampleLine('faulty-stdio'), 'first');
    await callTool(page, 'empty_error');
    await addServer(page, sampleLine('faulty-stdio'), 'second');
    await expect(servers(page).getByRole('button', { name: /^second,(?:.*,)? connected/ })).toBeVisible();
    await app.stop();

    app = await startApp({ data });
    await page.goto(app.url);
    await expect(page.getByRole('button', { name: 'Connect all 2' })).toBeVisible();
    await filter(page, 'tool:empty_error');
    await rows(page).first().click();
    await expect(card(page)).toHaveAttribute('aria-busy', 'false');
    await page.keyboard.press('r');
    await expect(servers(page).getByRole('button', { name: /^first,(?:.*,)? connected/ })).toBeVisible();
    // It asks first unless the server says that the call may be repeated.
    const asked = page.getByRole('dialog');
    await asked.or(rows(page).nth(1)).first().waitFor();
    if (await asked.isVisible()) await asked.getByRole('button', { name: /^Send/ }).click();
    await expect(rows(page)).toHaveCount(2);
    await app.stop();

    app = await startApp({ data });
    await page.goto(app.url);
    await page.getByRole('button', { name: 'Connect all 2' }).press('Enter');
    for (const name of ['first', 'second'])
      await expect(
        servers(page).getByRole('button', { name: new RegExp(`^${name},(?:.*,)? connected`) }),
      ).toBeVisible();
    await expect(page.getByRole('button', { name: /^Connect all/ })).toHaveCount(0);
  } finally {
    await app.stop();
  }
});
