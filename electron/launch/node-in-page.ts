// What replaces Node's modules where the log runs in a page: in component tests, and on the page Components.

import { join } from 'node:path';
import { projectRoot } from './build-stamp.ts';

const substitute = join(projectRoot, 'renderer', 'testing', 'node-in-page.ts');

export const nodeInPage = { 'node:fs': substitute, 'node:path': substitute, 'node:timers/promises': substitute };
