import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { commands } from '../../../shared/api/commands.ts';
import { type MenuOptions, menuTemplate } from './menu-template.ts';

const options = (more: Partial<MenuOptions> = {}): MenuOptions => ({
  isMac: false,
  withDevTools: false,
  recent: [],
  canUpdate: false,
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

test.each([true, false])('the menu has every command once, with its key (on a Mac: %s)', (isMac) => {
  const chosen: string[] = [];
  const items = itemsOf(menuTemplate(options({ isMac, run: (command) => void chosen.push(command) })));
  const own = items.filter(({ id }) => id !== undefined && (commands as readonly string[]).includes(id));
  expect(own.map(({ id }) => id).sort()).toEqual([...commands].sort());
  for (const item of own) (item.click as () => void)();
  expect(chosen).toEqual(own.map(({ id }) => id));
  expect(own.find(({ id }) => id === 'go-failures')?.label).toContain('(g then f)');
  // A single letter as an accelerator would block typing.
  for (const { accelerator } of items) if (accelerator) expect(accelerator).toMatch(/^CmdOrCtrl\+/);
  const keys = items.flatMap(({ accelerator }) => (accelerator ? [String(accelerator)] : []));
  expect(new Set(keys).size).toBe(keys.length);
});

test('the menus follow each system', () => {
  const names = (isMac: boolean) => menuTemplate(options({ isMac })).map(({ label, role }) => label ?? role);
  expect(names(false)).toEqual(['File', 'Edit', 'View', 'Log', 'windowMenu', 'Help']);
  expect(names(true)).toEqual(['appMenu', 'File', 'Edit', 'View', 'Log', 'windowMenu', 'Help']);
  const roles = (isMac: boolean) => itemsOf(menuTemplate(options({ isMac }))).map(({ role }) => role);
  // On a Mac, Quit and About are in the app's own menu, and closing a window does not quit.
  expect(roles(true)).toContain('close');
  expect(roles(true)).not.toContain('quit');
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
