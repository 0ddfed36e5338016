// `npm run -s misfire -- …`: the command line of a checkout. Builds what is missing, then runs the built program in this process.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './build-stamp.ts';
import { endWithNpm } from './end-with-npm.ts';
import { ensureBuilt } from './ensure-built.ts';

endWithNpm();
await ensureBuilt();
await import(pathToFileURL(join(projectRoot, 'dist', 'node', 'cli.js')).href);
