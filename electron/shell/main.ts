// The entry point of Electron: the desktop app.

import { runDesktop } from './desktop.ts';

runDesktop();
