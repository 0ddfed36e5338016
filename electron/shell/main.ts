// What Electron runs: the desktop app, or one of its own small programs.

import { runDesktop } from './desktop.ts';
import { runSample, runWatcher, wantedSample, wantsWatcher } from './own-programs.ts';

const sample = wantedSample(process.argv);
if (sample !== null) runSample(sample);
else if (wantsWatcher(process.argv, process.env)) runWatcher();
else runDesktop();
