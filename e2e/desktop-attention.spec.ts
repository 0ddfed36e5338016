// What the desktop app shows outside its page: the badge on its icon, notifications, and the context menu. This machine shows no badges
// or notifications, so the last call into the system is recorded instead of made; everything before it is real.

import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './desktop-app.ts';
import { addServer, callTool, card, dropFile, rows, sampleLine, smallCapture, unfoldCard } from './page.ts';

interface Noted {
  badges: number[];
  notifications: string[];
  menus: { label: string; enabled: boolean; click: () => void }[][];
}
type Global = typeof globalThis & { noted: Noted };

async function noteCalls(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ app: it, Menu, Notification }) => {
    const noted: Noted = { badges: [], notifications: [], menus: [] };
    (globalThis as Global).noted = noted;
    it.setBadgeCount = (count) => noted.badges.push(count ?? 0) > 0;
    Notification.isSupported = () => true;
    Notification.prototype.show = function show() {
      noted.notifications.push(`${this.title}: ${this.body}`);
    };
    Menu.prototype.popup = function popup() {
      noted.menus.push(
        this.items.map((item) => ({
          label: item.role ?? item.label,
          enabled: item.enabled,
          click: () => item.click(),
        })),
      );
    };
  });
}

const badge = (app: ElectronApplication) => app.evaluate(() => (globalThis as Global).noted.badges.at(-1));
const offered = (app: ElectronApplication) =>
  app.evaluate(() =>
    (globalThis as Global).noted.menus
      .at(-1)
      ?.flatMap(({ label, enabled }) => (enabled && label !== '' ? [label] : [])),
  );

/** To another window and back, as far as the app can detect. */
async function look(app: ElectronApplication, here: boolean): Promise<void> {
  await app.evaluate(({ BrowserWindow }, isHere) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window) window.isFocused = () => isHere;
    window?.emit(isHere ? 'focus' : 'blur');
  }, here);
}

test('counts new incidents on the icon while the window is in the background, and announces a due retry', async ({
  app,
  window,
}) => {
  await noteCalls(app);
  await addServer(window, sampleLine('erlmcp'), 'erlmcp');
  await look(app, true);
  await callTool(window, 'search_logs', { query: 'timeout', retry_after: 4 });
  await expect(card(window).getByRole('button', { name: /^Retry in / })).toBeVisible();
  await window.keyboard.press('w');
  await expect(card(window).getByRole('timer')).toBeVisible();
  await look(app, false);
  // The previous failure was seen: only the next one is new, and its second attempt has the same cause.
  await callTool(window, 'search_logs', { query: 7 });
  await expect.poll(() => badge(app)).toBe(1);
  await expect
    .poll(() => app.evaluate(() => (globalThis as Global).noted.notifications), { timeout: 15_000 })
    .toEqual([expect.stringMatching(/^search_logs on erlmcp: /i)]);
  await look(app, true);
  await expect.poll(() => badge(app)).toBe(0);
});

test('the context menu has the system’s text actions and a larger view of a value', async ({ app, window }) => {
  await noteCalls(app);
  await dropFile(window, 'small.jsonl', smallCapture);
  await app.evaluate(({ clipboard }) => clipboard.writeText('is:failed'));
  await window.getByRole('combobox', { name: 'Filter', exact: true }).click({ button: 'right' });
  await expect.poll(() => offered(app)).toEqual(['paste']);
  await rows(window).first().click();
  await expect(card(window)).toContainText('is required');
  await unfoldCard(window);
  await card(window).locator('[data-value-menu]').first().locator('..').click({ button: 'right' });
  await expect.poll(() => offered(app)).toEqual(['selectall', 'Inspect value']);
  await app.evaluate(() =>
    (globalThis as Global).noted.menus
      .at(-1)
      ?.find(({ label }) => label === 'Inspect value')
      ?.click(),
  );
  await expect(window.getByRole('menu')).toBeVisible();
  await expect(window.getByRole('menuitem').first()).toBeFocused();
});
