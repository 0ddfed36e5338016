// The application menu: what editing, zooming and quitting need, and nothing that leads out of the page.

import { Menu, type MenuItemConstructorOptions } from 'electron';

export function setMenu(options: { isMac: boolean; withDevTools: boolean }): void {
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
    ...(options.withDevTools
      ? ([{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }] satisfies MenuItemConstructorOptions[])
      : []),
  ];
  const first: MenuItemConstructorOptions = options.isMac
    ? { role: 'appMenu' }
    : { label: 'File', submenu: [{ role: 'quit' }] };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([first, { role: 'editMenu' }, { label: 'View', submenu: view }, { role: 'windowMenu' }]),
  );
}
