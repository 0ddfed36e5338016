// The content of the about box: name, version, license and runtime. macOS, Windows and Linux each show a part of it.

import { join } from 'node:path';
import type { AboutPanelOptionsOptions } from 'electron';

export function aboutPanel(
  version: string,
  { electron, chrome, node }: Partial<Record<'electron' | 'chrome' | 'node', string | undefined>>,
): AboutPanelOptionsOptions {
  return {
    applicationName: 'Misfire',
    applicationVersion: version,
    // macOS would print the version of Electron here.
    version: '',
    copyright: '© The Misfire authors. MIT license.',
    credits: `Why calls to MCP servers fail.\nElectron ${electron}, Chromium ${chrome}, Node.js ${node}`,
    authors: ['The Misfire authors'],
    iconPath: join(import.meta.dirname, 'icon.png'),
  };
}
