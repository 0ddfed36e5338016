// Builds Misfire's programs into dist/: the page, the command line, the sample servers, the watching program, and the
// desktop shell.
// Everything is bundled, so that a package of Misfire brings no others with it; their licences are gathered on the way.
// The samples share nothing with the rest: in the desktop package they lie outside of its archive, where nothing guards them.
// The result replaces the old dist/ at once, so that a program that is running never sees half of a build.

import { copyFileSync, existsSync, globSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type LogLevel } from 'vite';
import { projectRoot, readFingerprint, stampName } from './build-stamp.ts';
import { gatherThirdParty } from './third-party.ts';

const root = projectRoot;
/** Beside dist/, so that the paths in source maps are right after the move. */
const draft = join(root, 'dist.draft');
const logLevel: LogLevel = process.argv.includes('--quiet') ? 'error' : 'info';

const isOutside = (id: string) => id.startsWith('node:') || builtinModules.includes(id) || id === 'electron';
const thirdParty = gatherThirdParty();

const shared = (): InlineConfig => ({
  root,
  configFile: false,
  logLevel,
  clearScreen: false,
  publicDir: false,
  plugins: [thirdParty.plugin()],
});

/** A program for Node or Electron's main process, one output file an entry and chunks for what they share. */
function program(outDir: string, entries: Record<string, string>, format: 'es' | 'cjs', ending: string): InlineConfig {
  return {
    ...shared(),
    resolve: { conditions: ['node'] },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: join(draft, outDir),
      emptyOutDir: false,
      // Electron 33, which the stories of the desktop can run on, and the oldest Node we run on.
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)])),
        external: isOutside,
        output: {
          format,
          entryFileNames: `[name].${ending}`,
          chunkFileNames: `chunks/[name]-[hash].${ending}`,
          // Without comments and spaces, which are a third of it; names stay, so that a stack trace can be read.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
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
    ...shared(),
    root: join(root, 'renderer'),
    // Below a path of its own in the browser, at the top in the desktop window.
    base: './',
    plugins: [react(), thirdParty.plugin()],
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
  return `${dirname(below)}/${basename(below, '.ts')}`;
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
  await build(program('node', { cli: 'electron/hosts/cli/main.ts' }, 'es', 'js'));
  await build(program('node/samples', sampleEntries(), 'es', 'js'));
  await build(watcher());
  await build(
    program('shell', { main: 'electron/shell/main.ts', inspector: 'electron/shell/inspector-process.ts' }, 'es', 'js'),
  );
  await build(program('shell', { preload: 'electron/shell/preload.ts' }, 'cjs', 'cjs'));
  // In the desktop package they lie apart from Misfire's own package.json.
  writeFileSync(join(draft, 'node', 'samples', 'package.json'), '{ "type": "module" }\n');
  copyFileSync(join(root, 'electron', 'launch', 'bin.cjs'), join(draft, 'node', 'misfire.cjs'));
  copyFileSync(join(root, 'build', 'icon.png'), join(draft, 'shell', 'icon.png'));
  writeFileSync(join(draft, 'third-party-licences.txt'), thirdParty.text());
  writeFileSync(join(draft, stampName), fingerprint);
  publish();
} catch (problem) {
  rmSync(draft, { recursive: true, force: true });
  console.error(problem instanceof Error ? problem.message : problem);
  process.exitCode = 1;
}
