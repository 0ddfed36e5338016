// The application menu as Electron shows it; what is in it is menu-template.ts's.

import { Menu } from 'electron';
import { type MenuOptions, menuTemplate } from './menu-template.ts';

export function setMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)));
}
