// What the wrap loads before the first byte passes. Clients give a server five seconds to start (opencode; others thirty and more),
// also on a busy machine, so that it stays little is held here by name and not by a clock; `npm run -s bench -- watch` measures it.

import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../../..');

/** All that is imported at once from there on; types and what is loaded later are not. */
function loadedFrom(file: string, found = new Set<string>()): Set<string> {
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

it('loads no package, no database and no network server, and few files of its own', () => {
  const all = [...loadedFrom(join(import.meta.dirname, '../main.ts'))];
  const outside = all.filter((name) => !name.startsWith(root)).sort();
  expect(outside).toEqual(['node:buffer', 'node:child_process', 'node:fs', 'node:net', 'node:os', 'node:path']);
  const own = all.filter((name) => name.startsWith(root)).map((name) => relative(root, name).replaceAll('\\', '/'));
  expect(own).toContain('electron/spool/spool-writer.ts');
  expect(
    own.filter(
      (name) =>
        !/^(?:electron\/(?:foreign-files|features\/watch\/programs|features\/rehearse\/running|spool|transports)|shared)\//.test(
          name,
        ),
    ),
  ).toEqual([]);
  expect(own.length).toBeLessThan(40);
});
