// Whether dist/ was built from the current sources. Compares names, sizes and times, which takes a few milliseconds.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const projectRoot = join(import.meta.dirname, '..', '..');
export const stampName = '.built-from';

/** The inputs of a build. */
const sources = ['shared', 'electron', 'renderer', 'package.json', 'package-lock.json'];

export function isBuilt(): boolean {
  const stamp = join(projectRoot, 'dist', stampName);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === readFingerprint();
}

export function readFingerprint(): string {
  const hash = createHash('sha256').update(process.version);
  for (const source of sources) addPath(hash, source);
  return hash.digest('hex');
}

function addPath(hash: ReturnType<typeof createHash>, path: string): void {
  const full = join(projectRoot, path);
  const stat = statSync(full, { throwIfNoEntry: false });
  if (!stat) return;
  if (stat.isDirectory()) {
    for (const name of readdirSync(full).sort()) addPath(hash, `${path}/${name}`);
  } else if (!/\.test\.tsx?$|\/testing\/|\/launch\/suite\//.test(path)) {
    hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
  }
}
