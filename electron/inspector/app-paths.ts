// Where the parts of Misfire lie, found from the running file: in a checkout (TypeScript as it is), in `dist/`, or packaged.
// Owns how a sample server is started, because that depends on which of these it is.

import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Tests run the sources; everything else runs what was built from them. */
const fromSource = import.meta.url.endsWith('.ts');

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

export interface SampleCommand {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** How to start a sample server; `entry` is its module below electron/samples, without the ending. */
export function sampleCommand(entry: string): SampleCommand {
  const module = fromSource ? join(appRoot(), 'electron', 'samples', `${entry}.ts`) : sampleModule(entry);
  if (process.env.MISFIRE_NODE) return { command: process.env.MISFIRE_NODE, args: [module], env: {} };
  if (!process.versions.electron) return { command: process.execPath, args: [module], env: {} };
  // Electron can be Node too, except in a package, where that ability is switched off for safety.
  if (!appRoot().endsWith('.asar'))
    return { command: process.execPath, args: [module], env: { ELECTRON_RUN_AS_NODE: '1' } };
  if (isOnPath('node')) return { command: 'node', args: [module], env: {} };
  // The app itself, which then runs the sample and nothing else (shell/own-programs.ts).
  const [command = process.execPath, ...args] = JSON.parse(process.env.MISFIRE_APP ?? '[]') as string[];
  return { command, args: [...args, `${sampleSwitch}${entry}`], env: {} };
}

/** What runs the watching program of a client's entry, and the file it is copied from. The app itself can be Node for it. */
export function watchRuntime(): { command: string; isApp: boolean; program: string } {
  const program = join(outsideArchive(appRoot()), 'dist', 'node', 'wrap.cjs');
  if (!process.versions.electron) return { command: process.execPath, isApp: false, program };
  // An AppImage is mounted anew at each start; only the image itself stays where it is.
  return { command: process.env.APPIMAGE || process.execPath, isApp: true, program };
}

/** Tells the desktop app to run a sample instead. */
export const sampleSwitch = '--misfire-sample=';

function isOnPath(name: string): boolean {
  const names = process.platform === 'win32' ? [`${name}.exe`] : [name];
  const folders = (process.env.PATH ?? process.env.Path ?? '').split(delimiter).filter(Boolean);
  return folders.some((folder) => names.some((file) => existsSync(join(folder, file))));
}

/** A built sample's module. */
export const sampleModule = (entry: string): string =>
  join(outsideArchive(appRoot()), 'dist', 'node', 'samples', `${entry}.js`);

/** Other programs cannot read inside app.asar; the samples are packed beside it. */
const outsideArchive = (root: string): string => root.replace(/\.asar$/, '.asar.unpacked');
