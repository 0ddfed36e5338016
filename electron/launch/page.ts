// `npm run page`: builds the page for pasted errors and prints its path. Open it from there, or put it on any web server.

import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from './build-stamp.ts';
import { ensureBuilt } from './ensure-built.ts';

await ensureBuilt();
const file = join(projectRoot, 'dist', 'page', 'index.html');
const size = Math.ceil(gzipSync(readFileSync(file), { level: 9 }).length / 1000);
console.log(`${relative(process.cwd(), file)}, ${size} kB gzipped`);
