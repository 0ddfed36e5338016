// The command line as people run it. Tests start it some hundred times, and its sources take three times as long to load; what
// imports this waits until there is a build of the sources as they are.

import { join } from 'node:path';
import { projectRoot } from '../build-stamp.ts';
import { ensureBuilt } from '../ensure-built.ts';

await ensureBuilt();

export const builtProgram = join(projectRoot, 'dist', 'node', 'cli.js');
