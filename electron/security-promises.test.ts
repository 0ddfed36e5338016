// Each row of docs/security.md is a promise. This reads the page: every promise names a test that exists, and that test tests something.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles } from './launch/suite/imports.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const tests = projectFiles().filter((file) => /\.(?:test|spec)\.tsx?$/.test(file));

interface Promised {
  threat: string;
  keptBy: string;
}

/** The rows of tables that have these columns. */
function promisesIn(text: string): Promised[] {
  let isTable = false;
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('|')) isTable = false;
    const [threat = '', , keptBy = ''] = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (threat === 'threat' && keptBy === 'test') {
      isTable = true;
      return [];
    }
    return isTable && !/^-+$/.test(threat) ? [{ threat, keptBy }] : [];
  });
}

/** What is wrong with a promise; '' if nothing is. */
function problemOf({ threat, keptBy }: Promised): string {
  if (threat.startsWith('**Not protected')) return '';
  const named = [...keptBy.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].map(([, name = '']) => name);
  if (named.length === 0) return `${threat}: no test is named`;
  return named
    .map((name) => {
      // A name alone is that of a file next to the one before.
      const found = tests.filter((file) => file === name || (!name.includes('/') && file.endsWith(`/${name}`)));
      if (found.length !== 1) return `${threat}: ${found.length} files are called ${name}`;
      return /\b(?:it|test|withDesk)(?:\.\w+)*[(<`]/.test(read(found[0] as string))
        ? ''
        : `${threat}: ${name} tests nothing`;
    })
    .filter(Boolean)
    .join('; ');
}

const promises = promisesIn(read('docs/security.md'));

test('every promise names the test that keeps it', () => {
  expect(promises.length).toBeGreaterThan(100);
  expect(promises.map(problemOf).filter(Boolean)).toEqual([]);
});

test('the check finds rows without a test', () => {
  const page =
    '| threat | protection | test |\n|---|---|---|\n| a | b | – |\n| c | d | `none.test.ts` |\n\n| x | y | z |\n| 1 | 2 | 3 |\n';
  expect(promisesIn(page).map(problemOf)).toEqual(['a: no test is named', 'c: 0 files are called none.test.ts']);
});

test('a promise that nothing waits for is an error of the linter', () => {
  const { linter, overrides = [] } = JSON.parse(read('biome.json'));
  const text = JSON.stringify(linter);
  expect(text).toContain('"noFloatingPromises":"error"');
  // No folder turns it off again.
  expect(JSON.stringify(overrides)).not.toContain('noFloatingPromises');
});
