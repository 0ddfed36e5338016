// What a program loads before it does anything, and what it may load later.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const imported = /^(?:import|export)(?! type\b)[^;]*? from '([^']+)';|^import '([^']+)';/gm;
const importedLater = /\bimport\('([^']+)'\)/g;

/** All that is imported at once from there on; types are not. */
export const loadedFrom = (file: string): Set<string> => reached(file, [imported], new Set());

/** Also what is imported when it is needed. */
export const everLoadedFrom = (file: string): Set<string> => reached(file, [imported, importedLater], new Set());

function reached(file: string, patterns: readonly RegExp[], found: Set<string>): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, named, bare] of patterns.flatMap((pattern) => [...text.matchAll(pattern)])) {
    const name = named ?? bare ?? '';
    if (name.startsWith('.')) reached(join(dirname(file), name), patterns, found);
    else found.add(name);
  }
  return found;
}
