// Paths of Misfire's parts, derived from the running file: in a checkout (plain TypeScript), in `dist/`, or packaged. Owns how a sample
// server is started, because that depends on the layout.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Tests run the sources; everything else runs the build. */
export const fromSource = import.meta.url.endsWith('.ts');

let found: string | undefined;

/** The folder that holds Misfire's own package.json. */
export function appRoot(): string {
  found ??= findRoot(dirname(fileURLToPath(import.meta.url)));
  return found;
}

function findRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'misfire') return folder;
    if (folder === dirname(folder)) throw new Error(`No package.json of Misfire above ${start}`);
  }
}

export function appVersion(): string {
  return String(JSON.parse(readFileSync(join(appRoot(), 'package.json'), 'utf8')).version);
}

/** The built page. */
export const rendererDir = (): string => join(appRoot(), 'dist', 'renderer');

interface SampleCommand {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** How to start a sample server, always as built; `entry` is its module below electron/samples, without the extension. */
export function sampleCommand(entry: string): SampleCommand {
  const module = join(outsideArchive(appRoot()), 'dist', 'node', 'samples', `${entry}.js`);
  if (process.env.MISFIRE_NODE) return { command: process.env.MISFIRE_NODE, args: [module], env: {} };
  if (!process.versions.electron) return { command: process.execPath, args: [module], env: {} };
  return { command: process.execPath, args: [module], env: { ELECTRON_RUN_AS_NODE: '1' } };
}

/** What runs the watching program of a client's entry, and the file it is copied from. The app itself can act as Node for it. */
export function watchRuntime() {
  const program = join(outsideArchive(appRoot()), 'dist', 'node', 'wrap.cjs');
  const copied = { program, folder: join(appRoot(), 'dist', 'node'), version: appVersion() };
  if (!process.versions.electron) return { command: process.execPath, isApp: false, ...copied };
  // An AppImage is mounted at a new path at each start; only the image itself keeps its path.
  return { command: process.env.APPIMAGE || process.execPath, isApp: true, ...copied };
}

/** Other programs cannot read inside app.asar; the samples are packed next to it. */
const outsideArchive = (root: string): string => root.replace(/\.asar$/, '.asar.unpacked');

export interface McpCommand {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** The command line, as another program on this machine starts it: always as built. */
export const misfireCommand = (): string[] => [process.execPath, join(appRoot(), 'dist', 'node', 'misfire.cjs')];

/** The command that other programs start to run Misfire as an MCP server; null if Misfire's path changes with each start. */
export function mcpCommand(dataDir: string): McpCommand | null {
  const [command = '', program = ''] = misfireCommand();
  const args = [program, '--data', dataDir, 'mcp'];
  if (!process.versions.electron) return { command, args, env: {} };
  // An AppImage is mounted at a new path at each start.
  if (process.env.APPIMAGE) return null;
  return { command, args, env: { ELECTRON_RUN_AS_NODE: '1' } };
}
