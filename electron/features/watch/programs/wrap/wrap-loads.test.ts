// What the wrap loads before the first byte passes. Clients give a server five seconds to start (opencode; others thirty and more),
// also on a busy machine, so that it stays little is held here by name and not by a clock; `npm run -s bench -- watch` measures it.

import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { everLoadedFrom, loadedFrom } from '../../../../launch/testing/loaded-from.ts';

const root = join(import.meta.dirname, '../../../../..');

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

// Its only file is compiled whole at each start, and all that any part of it imports of Node is loaded first.
it('has none of the clients in its file, and never imports cryptography', () => {
  const all = [...everLoadedFrom(join(import.meta.dirname, '../main.ts'))];
  expect(all).toContainEqual(expect.stringMatching(/shared\/features\/rehearse\/spoil\.ts$/));
  expect(all.filter((name) => /\/shared\/(?:clients|transcripts|seen|schema)\//.test(name))).toEqual([]);
  expect(all).not.toContain('node:crypto');
});
