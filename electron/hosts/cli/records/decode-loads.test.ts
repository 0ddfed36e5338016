// What `misfire decode` loads to explain one error. Held by name and not by a clock; `npm run -s bench -- start` measures it.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadedFrom } from '../../../launch/testing/loaded-from.ts';

it('loads no schemas, no database and no log', () => {
  const all = [...loadedFrom(join(import.meta.dirname, 'decode-command.ts'))];
  expect(all).toContainEqual(expect.stringMatching(/shared\/decode\/decode\.ts$/));
  expect(all.filter((name) => /^zod|^node:sqlite$|\/inspector\/(?:log|recordings|dialects)\//.test(name))).toEqual([]);
});
