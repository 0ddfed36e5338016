// Rules are read row by row: no line of the decoder and its data is longer than a screen is wide.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const longest = 140;

const files = globSync('shared/{dialects,decode}/**/*.ts', { cwd: root }).sort();

test(`no line of the decoder and its rules is longer than ${longest} characters`, () => {
  expect(files.length).toBeGreaterThan(100);
  const long = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.length > longest ? [`${file}:${index + 1} has ${line.length} characters`] : [])),
  );
  expect(long).toEqual([]);
});
