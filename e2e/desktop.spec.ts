// The desktop window: the real Electron, its real preload and IPC. Where it cannot run, each check is skipped with the reason.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type ElectronApplication, _electron as electron, expect } from '@playwright/test';
import { findDesktop, projectRoot } from './desktop.ts';

const desktop = findDesktop();

const test = base.extend<{ desktopApp: ElectronApplication }>({
  desktopApp: async ({ browserName: _ }, use) => {
    if (!desktop.run) throw new Error(desktop.because);
    const data = await mkdtemp(join(tmpdir(), 'misfire-desktop-'));
    const app = await electron.launch({
      executablePath: desktop.electron,
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), projectRoot, '--data', data],
      env: { ...(process.env as Record<string, string>), MISFIRE_NODE: process.execPath },
    });
    await use(app);
    await app.close();
    await rm(data, { recursive: true, force: true });
  },
});

test.skip(!desktop.run, desktop.run ? '' : desktop.because);

test('the window opens and shows the app', async ({ desktopApp }) => {
  const page = await desktopApp.firstWindow();
  await expect(page).toHaveTitle(/Misfire/);
  await expect(page.locator('#app')).not.toBeEmpty();
});

test('the page is confined', async ({ desktopApp }) => {
  const page = await desktopApp.firstWindow();
  await page.waitForLoadState();
  const seen = await page.evaluate(() => ({
    bridge: Object.keys(Reflect.get(window, 'misfireDesktop')).sort(),
    node: 'require' in window || 'process' in window,
    opened: window.open('https://example.com/') !== null,
  }));
  expect(seen).toEqual({ bridge: ['onMessage', 'post'], node: false, opened: false });
  await page.evaluate(() => {
    location.href = 'https://example.com/';
  });
  expect(await page.evaluate(() => fetch('https://example.com/').then(String, () => 'refused'))).toBe('refused');
  expect(page.url()).toBe('misfire://app/');
  expect(desktopApp.windows()).toHaveLength(1);
  // Not in the documentation any more, but what the window really got.
  const preferences = await desktopApp.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => Reflect.get(contents, 'getLastWebPreferences')?.call(contents)),
  );
  for (const one of preferences.filter(Boolean)) {
    expect(one).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true });
  }
});

test('the menu offers what the keys do', async ({ desktopApp }) => {
  const page = await desktopApp.firstWindow();
  await expect(page.getByRole('combobox', { name: 'Filter' })).toBeVisible();
  await desktopApp.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('palette')?.click());
  await expect(page.getByRole('dialog')).toBeVisible();
});
