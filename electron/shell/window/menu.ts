// The application menu as Electron shows it; menu-template.ts has its content.

import { Menu } from 'electron';
import { type MenuOptions, menuTemplate } from './menu-template.ts';

export function setMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)));
}
