// Every import of the project, read from the text of its files, and the tests that a change of a file can break.

import { globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { projectRoot } from '../build-stamp.ts';

export interface Import {
  file: string;
  /** As written in the file. */
  name: string;
  /** The file of the project that it names; null: a package. */
  target: string | null;
}

export const isTest = (path: string): boolean => /\.(?:test|spec)\.tsx?$/.test(path);
/** Nothing that ships imports it. */
export const isForTests = (path: string): boolean => isTest(path) || path.endsWith('.states.tsx');

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

export function importsIn(file: string, text: string): Import[] {
  return [...text.matchAll(importPattern)].map((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? '';
    return { file, name, target: name.startsWith('.') ? posix.join(posix.dirname(file), name) : null };
  });
}

export const projectFiles = (): string[] =>
  globSync('{shared,renderer,electron,bench,e2e}/**/*.{ts,tsx}', { cwd: projectRoot }).map((file) =>
    file.split(sep).join('/'),
  );

export const projectImports = (): Import[] =>
  projectFiles().flatMap((file) => importsIn(file, readFileSync(join(projectRoot, file), 'utf8')));

/**
 * The tests that load one of these files, directly or through others, nearest first; a changed test is its own nearest. A program that is
 * started by its path is in no test's imports: the tests of its folder start it.
 */
export function testsReaching(changed: readonly string[], imports: readonly Import[] = projectImports()): string[] {
  const importers = Map.groupBy(imports, ({ target }) => target);
  const found = new Set(changed);
  for (const file of found) for (const { file: importer } of importers.get(file) ?? []) found.add(importer);
  const tests = [...found].filter(isTest);
  if (tests.length > 0) return tests;
  const folders = new Set([...found].map(posix.dirname));
  return [...new Set(imports.map(({ file }) => file))].filter(
    (file) => isTest(file) && folders.has(posix.dirname(file)),
  );
}
