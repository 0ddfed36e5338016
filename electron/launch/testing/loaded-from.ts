// What a program loads before it does anything.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** All that is imported at once from there on; types and what is loaded later are not. */
export function loadedFrom(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)(?! type\b)[^;]*? from '([^']+)';|^import '([^']+)';/gm,
  );
  for (const [, named, bare] of imports) {
    const name = named ?? bare ?? '';
    if (name.startsWith('.')) loadedFrom(join(dirname(file), name), found);
    else found.add(name);
  }
  return found;
}
