// The documents name files: each must be there, so that a move or a new name cannot leave a reader without a way. And the walk
// of one message through the code stays short enough to be read in an afternoon.

import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const files = globSync('{shared,renderer,electron,bench,e2e}/**/*.{ts,tsx}', { cwd: root }).map((file) =>
  file.replaceAll('\\', '/'),
);
const names = new Set(files.map((file) => basename(file)));
/** The examples in a sentence about naming. */
const examples = ['x.ts', 'x.test.ts'];

const named = (text: string): string[] => [...text.matchAll(/`([\w./-]+\.tsx?)`/g)].map((match) => match[1] as string);

/** By its whole path, the end of it from a folder on, or its name alone. */
function isThere(path: string): boolean {
  return path.includes('/') ? files.some((file) => `/${file}`.endsWith(`/${path}`)) : names.has(path);
}

test.each([...globSync('*.md', { cwd: root }), ...globSync('docs/*.md', { cwd: root })])(
  '%s names only files that are there',
  (document) => {
    expect(named(read(document)).filter((path) => !isThere(path) && !examples.includes(path))).toEqual([]);
  },
);

test('the walk of one message is at most 40 files', () => {
  const [, walk = ''] = read('docs/architecture.md').split('The same walk file by file');
  const steps = named(walk.split('\n## ', 1)[0] as string);
  expect(steps.length).toBeGreaterThan(20);
  expect(steps.length).toBeLessThanOrEqual(40);
  expect(new Set(steps).size).toBe(steps.length);
});

test('each file at the root of shared has its reason in the architecture', () => {
  const [, rest = ''] = read('docs/architecture.md').split('### Files at the root of shared\n');
  const table = rest.split('\n## ', 1)[0] as string;
  const reasons = [...table.matchAll(/^\| `([\w.-]+\.ts)` \| \S/gm)].map((match) => `shared/${match[1]}`);
  const isAtRoot = (file: string) => /^shared\/[^/]+\.ts$/.test(file) && !file.endsWith('.test.ts');
  expect(reasons.sort()).toEqual(files.filter(isAtRoot).sort());
});
