// Builds Misfire's programs into dist/: the page, the Node program with the sample servers, the watching program, and the
// desktop shell.
// Packages under `dependencies` stay outside, as npm installs them; everything else is bundled.
// The result replaces the old dist/ at once, so that a program that is running never sees half of a build.

import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type LogLevel } from 'vite';
import { projectRoot, readFingerprint, stampName } from './build-stamp.ts';

const root = projectRoot;
/** Beside dist/, so that the paths in source maps are right after the move. */
const draft = join(root, 'dist.draft');
const logLevel: LogLevel = process.argv.includes('--quiet') ? 'error' : 'info';

const packages = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const outside = [...Object.keys(packages.dependencies), 'electron'];
const isOutside = (id: string) =>
  id.startsWith('node:') ||
  builtinModules.includes(id) ||
  outside.some((name) => id === name || id.startsWith(`${name}/`));

const shared: InlineConfig = { root, configFile: false, logLevel, clearScreen: false, publicDir: false };

/** A program for Node or Electron's main process, one output file an entry and chunks for what they share. */
function program(outDir: string, entries: Record<string, string>, format: 'es' | 'cjs', ending: string): InlineConfig {
  return {
    ...shared,
    resolve: { conditions: ['node'] },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: join(draft, outDir),
      emptyOutDir: false,
      // Electron 33 and the oldest Node we run on.
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)])),
        external: isOutside,
        output: { format, entryFileNames: `[name].${ending}`, chunkFileNames: `chunks/[name]-[hash].${ending}` },
      },
    },
  };
}

/** The watching program: one file that needs no other, so that it can be copied and outlives an update while it runs. */
function watcher(): InlineConfig {
  const config = program('node', { wrap: 'electron/watch/main.ts' }, 'cjs', 'cjs');
  const { rolldownOptions } = config.build ?? {};
  return {
    ...config,
    build: {
      ...config.build,
      rolldownOptions: {
        ...rolldownOptions,
        external: (id: string) => id.startsWith('node:') || builtinModules.includes(id),
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  };
}

function page(): InlineConfig {
  return {
    ...shared,
    root: join(root, 'renderer'),
    // Below a path of its own in the browser, at the top in the desktop window.
    base: './',
    plugins: [react()],
    build: {
      outDir: join(draft, 'renderer'),
      emptyOutDir: false,
      target: ['chrome120', 'firefox120', 'safari17'],
      sourcemap: true,
      // The content policy allows no fonts and scripts but those of our own origin.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 2000,
    },
  };
}

/** Each sample's main module, by its path below electron/samples without the ending: `closient/server`. */
function sampleEntries(): Record<string, string> {
  const files = globSync('electron/samples/*/server.ts', { cwd: root });
  return Object.fromEntries(files.map((file) => [entryName(file), file]));
}

function entryName(file: string): string {
  const below = relative('electron/samples', file).split('\\').join('/');
  return `samples/${dirname(below)}/${basename(below, '.ts')}`;
}

/** Replaces dist/ with the draft. */
function publish(): void {
  const dist = join(root, 'dist');
  const old = join(root, 'dist.old');
  rmSync(old, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(draft, dist);
  rmSync(old, { recursive: true, force: true });
}

// Taken first: what changes while we build is built again next time.
const fingerprint = readFingerprint();
rmSync(draft, { recursive: true, force: true });
try {
  await build(page());
  await build(program('node', { cli: 'electron/hosts/cli/main.ts', ...sampleEntries() }, 'es', 'js'));
  await build(watcher());
  await build(
    program('shell', { main: 'electron/shell/main.ts', inspector: 'electron/shell/inspector-process.ts' }, 'es', 'js'),
  );
  await build(program('shell', { preload: 'electron/shell/preload.ts' }, 'cjs', 'cjs'));
  writeFileSync(join(draft, stampName), fingerprint);
  publish();
} catch (problem) {
  rmSync(draft, { recursive: true, force: true });
  console.error(problem instanceof Error ? problem.message : problem);
  process.exitCode = 1;
}
