// Files that docs and comments name must exist, so that a rename cannot leave a reader with a dead name. The path of a message in
// docs/architecture.md stays short enough to read in an afternoon.

import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const files = globSync(['*.ts', '{shared,renderer,electron,bench,e2e}/**/*.{ts,tsx}'], { cwd: root }).map((file) =>
  file.replaceAll('\\', '/'),
);
const names = new Set(files.map((file) => basename(file)));
/** Placeholders in sentences about naming. */
const examples = ['x.ts', 'x.test.ts', '.states.tsx'];

const named = (text: string): string[] => [...text.matchAll(/`([\w./-]+\.tsx?)`/g)].map((match) => match[1] as string);

/** `path` is a whole path, the end of one, or a file name. */
function exists(path: string): boolean {
  return path.includes('/') ? files.some((file) => `/${file}`.endsWith(`/${path}`)) : names.has(path);
}

test.each([...globSync('*.md', { cwd: root }), ...globSync('docs/*.md', { cwd: root })])(
  '%s names only files that exist',
  (document) => {
    expect(named(read(document)).filter((path) => !exists(path) && !examples.includes(path))).toEqual([]);
  },
);

/** The rest of a line after `//`, or a line of a block comment. A `//` of an address has no space in front of it. */
const comment = /^\s*(?:\/\/|\/\*\*?|\*)(?<whole>.*)|\s\/\/ (?<last>.*)/;
/** Whole names of sources: `${name}.ts` and `….ts` of a pattern are none. */
const sourceName = /(?<![\w./*$}-])(?:\.\.?\/)*(?<path>[\w-]+(?:[./][\w-]+)*\.tsx?)(?![\w-])/g;

test('comments name only files that exist', () => {
  const missing = files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => {
        const { whole, last } = comment.exec(line)?.groups ?? {};
        const paths = [...(whole ?? last ?? '').matchAll(sourceName)].map((match) => match.groups?.path as string);
        return paths.filter((path) => !exists(path)).map((path) => `${file}:${index + 1} names ${path}`);
      }),
  );
  expect(missing).toEqual([]);
});

test('the path of a message in the architecture names at most 40 files, each once', () => {
  const [, path = ''] = read('docs/architecture.md').split('### The same path, file by file');
  const steps = named(path.split('The list is a selection', 1)[0] as string);
  expect(steps.length).toBeGreaterThan(20);
  expect(steps.length).toBeLessThanOrEqual(40);
  expect(new Set(steps).size).toBe(steps.length);
});

test('the architecture gives a reason for each file at the root of shared', () => {
  const [, rest = ''] = read('docs/architecture.md').split('### Files at the root of shared\n');
  const table = rest.split('\n## ', 1)[0] as string;
  const reasons = [...table.matchAll(/^\| `([\w.-]+\.ts)` \| \S/gm)].map((match) => `shared/${match[1]}`);
  const isAtRoot = (file: string) => /^shared\/[^/]+\.ts$/.test(file) && !file.endsWith('.test.ts');
  expect(reasons.sort()).toEqual(files.filter(isAtRoot).sort());
});
