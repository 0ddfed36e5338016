// Whether the desktop window can be tested on this machine; the test log has the reason if not.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findElectron } from '../electron/hosts/cli/common/electron-binary.ts';

export const projectRoot = join(import.meta.dirname, '..');

type DesktopChecks = { run: true; electron: string } | { run: false; because: string };

export function findDesktop(): DesktopChecks {
  const electron = findElectron(projectRoot, process.env);
  if (!electron || !existsSync(electron))
    return { run: false, because: 'Electron’s own program is not on this machine' };
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    return { run: false, because: 'there is no display' };
  }
  return { run: true, electron };
}
