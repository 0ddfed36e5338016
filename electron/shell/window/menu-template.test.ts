import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { commands } from '../../../shared/contract/commands.ts';
import { type MenuOptions, menuTemplate } from './menu-template.ts';

const options = (more: Partial<MenuOptions> = {}): MenuOptions => ({
  isMac: false,
  withDevTools: false,
  recent: [],
  canUpdate: false,
  looks: { theme: 'dark', times: 'clock' },
  run: () => undefined,
  openRecent: () => undefined,
  clearRecent: () => undefined,
  showDocumentation: () => undefined,
  showLogs: () => undefined,
  checkForUpdates: () => undefined,
  ...more,
});
const itemsOf = (menu: MenuItemConstructorOptions[]) =>
  menu.flatMap(({ submenu }) => (submenu as MenuItemConstructorOptions[] | undefined) ?? []);

const everyItem = (menu: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  itemsOf(menu).flatMap((item) => [item, ...(Array.isArray(item.submenu) ? item.submenu : [])]);

test.each([true, false])('each action runs its command and has a key of its own (on a Mac: %s)', (isMac) => {
  const chosen: string[] = [];
  const items = everyItem(menuTemplate(options({ isMac, run: (command) => void chosen.push(command) })));
  const own = items.filter(({ id }) => id !== undefined && (commands as readonly string[]).includes(id));
  expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
  for (const item of own) (item.click as () => void)();
  expect(chosen).toEqual(own.map(({ id }) => id));
  expect(own.find(({ id }) => id === 'go-settings')).toMatchObject({ accelerator: 'CmdOrCtrl+,' });
  // A single letter as an accelerator would block typing; in the name it would look like one.
  for (const { accelerator, label = '' } of items) {
    if (accelerator) expect(accelerator).toMatch(/^(?:CmdOrCtrl\+|F\d)/);
    expect(label).not.toMatch(/\(.*\)/);
  }
  const keys = items.flatMap(({ accelerator }) => (accelerator ? [String(accelerator)] : []));
  expect(new Set(keys).size).toBe(keys.length);
});

test('the menu Log has about a dozen actions, and what is chosen has a mark', () => {
  const menu = menuTemplate(options());
  const log = menu.find(({ label }) => label === 'Log')?.submenu as MenuItemConstructorOptions[];
  expect(log.filter(({ type }) => type !== 'separator').length).toBeLessThanOrEqual(13);
  const radios = everyItem(menu).filter(({ type }) => type === 'radio');
  expect(radios.filter(({ checked }) => checked).map(({ id }) => id)).toEqual(['theme-dark', 'time-clock']);
  expect(itemsOf(menu).filter(({ label = '' }) => /zoom/i.test(label))).toHaveLength(1);
});

test('the menus follow each system', () => {
  const names = (isMac: boolean) => menuTemplate(options({ isMac })).map(({ label, role }) => label ?? role);
  expect(names(false)).toEqual(['File', 'Edit', 'View', 'Log', 'Help']);
  expect(names(true)).toEqual(['Misfire', 'File', 'Edit', 'View', 'Log', 'windowMenu', 'Help']);
  const roles = (isMac: boolean) => itemsOf(menuTemplate(options({ isMac }))).map(({ role }) => role);
  // On a Mac, Quit and About are in the app's own menu, and closing a window does not quit.
  expect(roles(true)).toContain('close');
  expect(roles(false)).toContain('close');
  const file = menuTemplate(options({ isMac: true })).find(({ label }) => label === 'File');
  expect((file!.submenu as MenuItemConstructorOptions[]).map(({ role }) => role)).not.toContain('quit');
  expect(roles(false)).toContain('quit');
  expect(roles(false)).toContain('about');
});

test('recent captures open by their path, and can be cleared', () => {
  const did: string[] = [];
  const menu = menuTemplate(
    options({
      recent: ['/a/one & two.jsonl'],
      openRecent: (path) => void did.push(path),
      clearRecent: () => void did.push('cleared'),
    }),
  );
  const recent = itemsOf(menu).find(({ label }) => label === 'Open recent')?.submenu as MenuItemConstructorOptions[];
  // A single & would underline the next letter.
  expect(recent[0]?.label).toBe('/a/one && two.jsonl');
  for (const item of recent) (item.click as (() => void) | undefined)?.();
  expect(did).toEqual(['/a/one & two.jsonl', 'cleared']);
});
