// The desktop window: the real Electron, its real preload and IPC. If it cannot run, each check is skipped with the reason.

import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { chooseInMenu, expect, startDesktop, test } from './desktop-app.ts';

test('the window opens and shows the app', async ({ window: page }) => {
  await expect(page).toHaveTitle(/Misfire/);
  await expect(page.locator('#app')).not.toBeEmpty();
});

test('the page is sandboxed', async ({ app, window: page }) => {
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
  // Undocumented, but the effective settings of the window.
  const preferences = await app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => Reflect.get(contents, 'getLastWebPreferences')?.call(contents)),
  );
  for (const one of preferences.filter(Boolean)) {
    expect(one).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true });
  }
});

test('the menu has the actions of the shortcuts', async ({ app, window: page }) => {
  await chooseInMenu(app, 'palette');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('zoom is set in Settings and survives a restart', async ({ canRun: _, folder }) => {
  const data = join(folder, 'zoomed');
  const zoomOf = (app: ElectronApplication) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor() ?? 0);
  const settings = async (app: ElectronApplication) => {
    const page = await app.firstWindow();
    await expect(page.locator('main:not([aria-busy])')).toBeVisible();
    await page.getByRole('button', { name: 'Settings' }).click();
    return page.getByRole('main', { name: 'Settings' }).getByLabel('Zoom');
  };
  const first = await startDesktop({ data });
  await (await settings(first)).selectOption({ label: '125 %' });
  await expect.poll(() => zoomOf(first)).toBeCloseTo(1.25, 2);
  await first.close();
  const again = await startDesktop({ data });
  await expect(await settings(again)).toHaveValue('1.25');
  await expect.poll(() => zoomOf(again)).toBeCloseTo(1.25, 2);
  await again.close();
});

test('the menu opens the about box', async ({ app, window: _ }) => {
  const about = await app.evaluate(({ Menu }) => {
    const inMenu = Menu.getApplicationMenu()?.getMenuItemById('about');
    return inMenu ? [inMenu.label, inMenu.role] : null;
  });
  // On macOS it is in the app menu, which the system creates.
  if (process.platform !== 'darwin') expect(about).toEqual(['About Misfire', 'about']);
});
