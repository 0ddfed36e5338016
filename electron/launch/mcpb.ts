// `npm run mcpb`: copies the files of an MCPB bundle of `misfire mcp` to release/mcpb. The format's own program checks and packs it: `npx
// @anthropic-ai/mcpb validate` and `pack`.

import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectRoot } from './build-stamp.ts';
import { ensureBuilt } from './ensure-built.ts';

await ensureBuilt();
const folder = join(projectRoot, 'release', 'mcpb');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
// The same layout as in the package, because programs find each other by it.
cpSync(join(projectRoot, 'dist', 'node'), join(folder, 'dist', 'node'), {
  recursive: true,
  filter: (file) => !file.endsWith('.map') && !file.endsWith('samples'),
});
copyFileSync(join(projectRoot, 'dist', 'third-party-licenses.txt'), join(folder, 'dist', 'third-party-licenses.txt'));
copyFileSync(join(projectRoot, 'package.json'), join(folder, 'package.json'));
copyFileSync(join(projectRoot, 'LICENSE'), join(folder, 'LICENSE'));
copyFileSync(join(projectRoot, 'build', 'icon.png'), join(folder, 'icon.png'));
copyFileSync(join(projectRoot, 'build', 'mcpb-manifest.json'), join(folder, 'manifest.json'));
const shown = relative(process.cwd(), folder);
console.log(`${shown} is ready. Pack it: npx @anthropic-ai/mcpb pack ${shown} release/misfire.mcpb`);
