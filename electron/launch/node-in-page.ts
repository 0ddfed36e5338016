// What replaces Node's modules where the log runs in a page: in component tests, and on the page Components.

import { join } from 'node:path';
import { projectRoot } from './build-stamp.ts';

const substitute = join(projectRoot, 'renderer', 'testing', 'node-in-page.ts');

/** The longer names first: a name replaces the start of others. */
const replaced = ['node:fs/promises', 'node:fs', 'node:path', 'node:timers/promises'];

export const nodeInPage = Object.fromEntries(replaced.map((name) => [name, substitute]));
