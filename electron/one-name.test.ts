// Guards the names of the product: an exported name means one thing, so that a search for it finds one file, and a reader knows which.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const declared = /^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;

/**
 * A stand-in has the name of what it replaces, samples are programs of their own, and the library calls its functions as its users expect.
 */
const mayRepeat =
  /\.(?:test|states)\.tsx?$|\/testing\/|fixtures\.ts$|^renderer\/paste\/stand-ins\/|^electron\/samples\/|^shared\/library\/library\.ts$/;
/** Each feature opens itself, and each floor has its list of features. */
const ofEachFeature: ReadonlySet<string> = new Set(['open', 'features']);

function filesByName(files: readonly string[], read: (file: string) => string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of files)
    for (const name of new Set([...read(file).matchAll(declared)].map((match) => match[1] as string)))
      found.set(name, [...(found.get(name) ?? []), file]);
  return found;
}

const twice = (found: ReadonlyMap<string, string[]>): string[] =>
  [...found].filter(([, files]) => files.length > 1).map(([name, files]) => `${name}: ${files.join(', ')}`);

test('no two files export the same name', () => {
  const files = globSync('{shared,electron,renderer}/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !mayRepeat.test(file) && !file.includes('/node_modules/'));
  expect(files.length).toBeGreaterThan(1000);
  const found = filesByName(files, (file) => readFileSync(join(root, file), 'utf8'));
  for (const name of ofEachFeature) found.delete(name);
  expect(twice(found)).toEqual([]);
});

test('the guard names both files', () => {
  const texts: Record<string, string> = {
    'a.ts': 'export const one = 1;\nexport type Two = 2;',
    'b.ts': 'export function one() {}',
  };
  expect(twice(filesByName(Object.keys(texts), (file) => texts[file] ?? ''))).toEqual(['one: a.ts, b.ts']);
});
