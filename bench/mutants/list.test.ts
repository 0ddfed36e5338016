// Every mutant still applies: otherwise an outdated list would go unnoticed until the next run.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mutants } from './list.ts';

const root = join(import.meta.dirname, '..', '..');

it.each(mutants)('$name', ({ file, from, to, tests }) => {
  const source = readFileSync(join(root, file), 'utf8');
  expect(source.split(from).length - 1, `how often its text stands in ${file}`).toBe(1);
  expect(to).not.toBe(from);
  for (const path of tests) expect(existsSync(join(root, path)), path).toBe(true);
});
