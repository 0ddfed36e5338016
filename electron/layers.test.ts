// Guards the walls: reads every import of the project and fails with one sentence that names the bad one.
// The layers are explained in docs/architecture.md.

import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What each layer may import of the project, besides itself, and of npm. First match wins, so name the inner folders first. */
const layers: { folder: string; sees: string[]; packages: (name: string) => boolean }[] = [
  { folder: 'shared', sees: [], packages: (name) => name === 'zod' },
  { folder: 'renderer', sees: ['shared'], packages: (name) => !isNode(name) && !isElectron(name) && !isMcpSdk(name) },
  { folder: 'electron/samples', sees: ['shared'], packages: (name) => !isElectron(name) },
  { folder: 'electron/transports', sees: ['shared'], packages: (name) => !isElectron(name) },
  {
    folder: 'electron/inspector',
    // Of the samples only the catalogue, which is data: the servers themselves are other programs.
    sees: ['shared', 'electron/transports', 'electron/samples/catalogue.ts'],
    packages: (name) => !isElectron(name) && !isMcpSdk(name),
  },
  {
    folder: 'electron/hosts',
    sees: ['shared', 'electron/inspector'],
    packages: (name) => !isElectron(name) && !isMcpSdk(name),
  },
  {
    folder: 'electron/shell',
    sees: ['shared', 'electron/inspector', 'electron/hosts'],
    packages: (name) => !isMcpSdk(name),
  },
  {
    folder: 'electron/launch',
    sees: ['electron/samples/catalogue.ts', 'electron/inspector'],
    packages: (name) => !isElectron(name) && !isMcpSdk(name),
  },
  {
    folder: 'bench',
    // Measured in the browser that the stories use, on the app that they use.
    sees: [
      'shared',
      'electron/inspector',
      'electron/transports',
      'electron/samples',
      'electron/launch',
      'e2e/browser.ts',
      'e2e/app.ts',
      'e2e/page.ts',
    ],
    packages: (name) => !isElectron(name),
  },
];

const isNode = (name: string) => name.startsWith('node:') || builtinModules.includes(name);
const isElectron = (name: string) => name === 'electron' || name.startsWith('electron/');
const isMcpSdk = (name: string) => name.startsWith('@modelcontextprotocol/');

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g,
  );
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

function judge(file: string): string[] {
  const path = file.split(sep).join('/');
  const layer = layers.find(({ folder }) => path.startsWith(`${folder}/`));
  if (!layer || path.endsWith('.test.ts') || path.endsWith('.test.tsx')) return [];
  return importsOf(file).flatMap((name) => {
    if (!name.startsWith('.')) {
      if (layer.folder === 'shared' && isNode(name)) return [`${path} imports ${name}, but shared/ runs without Node.`];
      return layer.packages(name) ? [] : [`${path} imports ${name}, which ${layer.folder}/ must not use.`];
    }
    const target = relative(root, normalize(join(root, dirname(file), name)))
      .split(sep)
      .join('/');
    const allowed = [layer.folder, ...layer.sees].some((place) => target === place || target.startsWith(`${place}/`));
    return allowed
      ? []
      : [`${path} imports ${target}, but ${layer.folder}/ may only see ${layer.sees.join(', ') || 'itself'}.`];
  });
}

const files = globSync('{shared,renderer,electron,bench}/**/*.{ts,tsx}', { cwd: root });

test('every import stays within its layer', () => {
  expect(files.length).toBeGreaterThan(10);
  expect(files.flatMap(judge)).toEqual([]);
});

test('the guard names a bad import', () => {
  // The guard itself is only worth something if it can fail.
  expect(layers.find(({ folder }) => folder === 'shared')?.packages('react')).toBe(false);
  expect(importsOf(relative(root, import.meta.filename))).toContain('vitest');
});
