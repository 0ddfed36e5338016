import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { commands } from '../../shared/commands.ts';
import { menuTemplate } from './menu-template.ts';

test.each([true, false])('the menu offers every command once, with its key (on a Mac: %s)', (isMac) => {
  const chosen: string[] = [];
  const menu = menuTemplate({ isMac, withDevTools: false, run: (command) => void chosen.push(command) });
  const items = menu.flatMap(({ submenu }) => (submenu as MenuItemConstructorOptions[] | undefined) ?? []);
  const own = items.filter(({ id }) => id !== undefined);
  expect(own.map(({ id }) => id).sort()).toEqual([...commands].sort());
  for (const item of own) (item.click as () => void)();
  expect(chosen).toEqual(own.map(({ id }) => id));
  expect(own.find(({ id }) => id === 'palette')?.label).toBe(
    isMac ? 'Find any action (⌘ K)' : 'Find any action (Ctrl K)',
  );
  expect(own.find(({ id }) => id === 'go-failures')?.label).toContain('(g then f)');
  // A single letter as an accelerator would be taken from whoever types.
  expect(own.every(({ accelerator }) => accelerator === undefined)).toBe(true);
});
