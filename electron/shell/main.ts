// What Electron runs: the desktop app.

import { runDesktop } from './desktop.ts';

runDesktop();
