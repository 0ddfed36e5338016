// Registries and bundles describe Misfire consistently, and no text tells users to run a package that is not published.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from './build-stamp.ts';
import { registryFiles } from './registry.ts';

const read = (file: string) => JSON.parse(readFileSync(join(projectRoot, file), 'utf8'));
const ours = read('package.json');

test('server.json, the bundle and the package agree', () => {
  const server = read('server.json');
  expect(server).toMatchObject({ name: ours.mcpName, version: ours.version });
  expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(server.description.length).toBeLessThanOrEqual(100);
  expect(server.packages).toEqual([
    expect.objectContaining({ registryType: 'npm', identifier: ours.name, version: ours.version }),
  ]);
  const bundle = read('build/mcpb-manifest.json');
  expect(bundle).toMatchObject({ name: ours.name, version: ours.version, description: server.description });
  expect(bundle.compatibility.runtimes.node).toBe(ours.engines.node);
});

test('npm run registry changes name and version everywhere, and nothing else', () => {
  for (const [file, text] of Object.entries(registryFiles(ours)))
    expect(text, file).toBe(readFileSync(join(projectRoot, file), 'utf8'));
  const next = registryFiles({ ...ours, mcpName: 'io.github.acme/misfire', version: '2.3.4' });
  const server = JSON.parse(next['server.json'] ?? '');
  expect(server).toMatchObject({ name: 'io.github.acme/misfire', version: '2.3.4', packages: [{ version: '2.3.4' }] });
  expect(JSON.parse(next['build/mcpb-manifest.json'] ?? '')).toMatchObject({ name: ours.name, version: '2.3.4' });
});

test('only docs/install.md explains how to install Misfire by name', () => {
  const files = ['README.md', 'action.yml', ...globSync('{docs,skills}/**/*.md', { cwd: projectRoot })];
  const named = files.filter((file) => {
    const text = readFileSync(join(projectRoot, file), 'utf8');
    return /\bnpx (?:-y )?misfire\b(?! mcp` and)|"-y", "misfire"|npm (?:i|install) (?:-\w+ )?misfire\b/.test(text);
  });
  expect(named).toEqual(['docs/install.md']);
});
