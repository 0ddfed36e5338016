// Guards the styles: each class of a module is used by a file that imports it, or composed by another class.

import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The classes of each module, by its path. */
function classesIn(css: string): Set<string> {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\{[^{}]*\}|:global\([^)]*\)/g, '{}');
  return new Set([...plain.matchAll(/\.([A-Za-z][\w-]*)/g)].flatMap(([, name = '']) => name));
}

/** The classes that a source uses, by the module that it imports. null: it computes their names, so it may use all. */
function usedIn(source: string): Map<string, string[] | null> {
  const sheets = source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g);
  return new Map(
    [...sheets].map(([, sheet = '', path = '']) => {
      const isComputed = new RegExp(`(?:\\b${sheet}\\[|[(,:=] ?${sheet}[,);])`).test(source);
      const names = [...source.matchAll(new RegExp(`\\b${sheet}\\.(\\w+)`, 'g'))].map(([, name = '']) => name);
      return [path, isComputed ? null : names];
    }),
  );
}

function unused(files: ReadonlyMap<string, string>): string[] {
  const classes = new Map(
    [...files].filter(([file]) => file.endsWith('.css')).map(([file, css]) => [file, classesIn(css)]),
  );
  for (const [file, text] of files) {
    const use = (path: string, names: readonly string[] | null) => {
      const left = classes.get(join(dirname(file), path));
      for (const name of names ?? left ?? []) left?.delete(name);
    };
    if (!file.endsWith('.css')) for (const [path, names] of usedIn(text)) use(path, names);
    for (const [, names = '', path = ''] of text.matchAll(/composes: ([\w ]+) from "([^"]+)"/g))
      use(path, names.split(' '));
  }
  return [...classes].flatMap(([file, names]) => [...names].map((name) => `${file}: .${name}`));
}

test('each class is used', () => {
  const files = globSync(['renderer/**/*.{ts,tsx}', 'renderer/**/*.module.css'], { cwd: root });
  expect(files.length).toBeGreaterThan(400);
  expect(unused(new Map(files.map((file) => [file, read(file)])))).toEqual([]);
});

test('the guard names a class that is left', () => {
  const files = new Map([
    ['renderer/a/a.module.css', '.shown { color: red } .shown .left, .byState { gap: 1.5px }'],
    ['renderer/a/b.module.css', '.own { composes: far from "../c.module.css"; }'],
    ['renderer/c.module.css', '.far {} .gone {}'],
    ['renderer/a/a.tsx', "import styles from './a.module.css';\nstyles.shown; styles.byState; "],
    ['renderer/a/b.tsx', "import look from './b.module.css';\nlook[tone];"],
  ]);
  expect(unused(files)).toEqual(['renderer/a/a.module.css: .left', 'renderer/c.module.css: .gone']);
});
