// Bundles the stories' host (warm-host.ts) when Misfire was built again, outside of dist/: no product contains it. As a bundle it uses the
// built samples and programs, and loads in a third of the time that the sources need.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build } from 'vite';
import { stampName } from '../electron/launch/build-stamp.ts';
import { projectRoot } from './desktop.ts';
import { warmHostFolder } from './warm-app.ts';

const entries = {
  'warm-host': join(projectRoot, 'e2e', 'warm-host.ts'),
  'search-worker': join(projectRoot, 'electron', 'inspector', 'log', 'search', 'search-worker.ts'),
};

export async function buildWarmHost(): Promise<void> {
  const stamp = join(warmHostFolder, stampName);
  const parts = [join(projectRoot, 'dist', stampName), entries['warm-host'], import.meta.filename];
  const madeOf = createHash('sha256')
    .update(parts.map((file) => readFileSync(file, 'utf8')).join())
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === madeOf) return;
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: { conditions: ['node'] },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: warmHostFolder,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: entries,
        external: (id) => id.startsWith('node:') || builtinModules.includes(id),
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  });
  writeFileSync(stamp, madeOf);
}
