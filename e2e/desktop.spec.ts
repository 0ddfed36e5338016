// The desktop window: the real Electron, its real preload and IPC. Where it cannot run, each check is skipped with the reason.

import { chooseInMenu, expect, test } from './desktop-app.ts';

test('the window opens and shows the app', async ({ window: page }) => {
  await expect(page).toHaveTitle(/Misfire/);
  await expect(page.locator('#app')).not.toBeEmpty();
});

test('the page is confined', async ({ app, window: page }) => {
  const seen = await page.evaluate(() => ({
    bridge: Object.keys(Reflect.get(window, 'misfireDesktop')).sort(),
    node: 'require' in window || 'process' in window,
    opened: window.open('https://example.com/') !== null,
  }));
  expect(seen).toEqual({ bridge: ['ask', 'onEvent', 'onLink', 'onMessage', 'post'], node: false, opened: false });
  await page.evaluate(() => {
    location.href = 'https://example.com/';
  });
  expect(await page.evaluate(() => fetch('https://example.com/').then(String, () => 'refused'))).toBe('refused');
  expect(page.url()).toBe('misfire://app/');
  expect(app.windows()).toHaveLength(1);
  // Not in the documentation any more, but what the window really got.
  const preferences = await app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => Reflect.get(contents, 'getLastWebPreferences')?.call(contents)),
  );
  for (const one of preferences.filter(Boolean)) {
    expect(one).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true });
  }
});

test('the menu offers what the keys do', async ({ app, window: page }) => {
  await chooseInMenu(app, 'palette');
  await expect(page.getByRole('dialog')).toBeVisible();
});
