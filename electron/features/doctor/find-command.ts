// Where the system would find a command, by its own rules: PATH on all systems, PATHEXT on Windows. Also finds near misses: a similar name,
// or the same program in a folder outside PATH. Reads names only, runs nothing.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { editDistance } from '../../../shared/text/edit-distance.ts';
import { homeOrNowhere } from '../../inspector/paths/home-folder.ts';

export interface CommandLookup {
  command: string;
  cwd: string | undefined;
  /** The environment that the process would get. */
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
}

export type LocatedCommand =
  | { kind: 'file'; file: string }
  /** `file`: the path that was tried, for a command that is a path. */
  | { kind: 'missing'; file: string | null; searched: string[] };

const mostNames = 20_000;

export function locateCommand(lookup: CommandLookup): LocatedCommand {
  const { command, cwd } = lookup;
  if (isPath(command)) {
    const file = resolve(cwd ?? '.', command);
    const found = withEndings(lookup, file).find((candidate) => existsSync(candidate));
    return found === undefined ? { kind: 'missing', file, searched: [] } : { kind: 'file', file: found };
  }
  const searched = pathFolders(lookup);
  for (const folder of searched) {
    const found = withEndings(lookup, join(resolve(cwd ?? '.', folder), command)).find(isFile);
    if (found !== undefined) return { kind: 'file', file: found };
  }
  return { kind: 'missing', file: null, searched };
}

export const isPath = (command: string): boolean => /[\\/]/.test(command);

function pathFolders({ env, platform }: Pick<CommandLookup, 'env' | 'platform'>): string[] {
  const windows = platform === 'win32';
  // Variable names are case-insensitive there: it is mostly `Path`.
  const name = windows ? (Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH') : 'PATH';
  const separator = windows ? ';' : ':';
  return [...new Set((env[name] ?? '').split(separator))].filter((folder) => folder !== '');
}

/** Windows adds extensions to a name that has none of them. */
function withEndings({ env, platform }: CommandLookup, file: string): string[] {
  if (platform !== 'win32') return [file];
  const endings = (env.PATHEXT || '.COM;.EXE;.BAT;.CMD').split(';').filter((ending) => ending !== '');
  const has = endings.some((ending) => file.toLowerCase().endsWith(ending.toLowerCase()));
  return [...(has ? [file] : []), ...endings.flatMap((ending) => [file + ending.toLowerCase(), file + ending]), file];
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Folders where installers put programs, although the PATH of a desktop app may not contain them. */
export function usualFolders(platform: NodeJS.Platform, env: CommandLookup['env'], home = homeOrNowhere()): string[] {
  const versions = (folder: string, below: string): string[] => {
    try {
      const names = readdirSync(join(home, folder)).slice(0, 50);
      return names.map((name) => join(home, folder, name, below));
    } catch {
      return [];
    }
  };
  if (platform === 'win32') {
    const roots = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA, env.APPDATA];
    const below = ['nodejs', 'npm', 'Programs/Python/Launcher', 'Microsoft/WindowsApps', 'Docker/Docker/resources/bin'];
    return [
      ...roots.flatMap((root) => (root ? below.map((folder) => join(root, folder)) : [])),
      ...['.local/bin', '.cargo/bin', '.bun/bin', '.deno/bin', 'scoop/shims'].map((folder) => join(home, folder)),
    ];
  }
  return [
    ...['/opt/homebrew/bin', '/usr/local/bin', '/usr/bin', '/bin', '/opt/local/bin', '/snap/bin'],
    ...['.local/bin', 'bin', '.cargo/bin', '.bun/bin', '.deno/bin', '.volta/bin', '.asdf/shims', '.pyenv/shims'].map(
      (folder) => join(home, folder),
    ),
    ...['.local/share/mise/shims', '.nix-profile/bin', '.rd/bin', '.docker/bin', 'go/bin'].map((folder) =>
      join(home, folder),
    ),
    ...versions('.nvm/versions/node', 'bin'),
    ...versions('.local/share/fnm/node-versions', 'installation/bin'),
  ].filter(isAbsolute);
}

/** The same program in a folder outside PATH. */
export function findOutsidePath(lookup: CommandLookup, folders: readonly string[]): string | null {
  const inPath = new Set(pathFolders(lookup));
  for (const folder of folders) {
    if (inPath.has(folder)) continue;
    const found = withEndings(lookup, join(folder, lookup.command)).find(isFile);
    if (found !== undefined) return found;
  }
  return null;
}

/** Programs with another name on some systems. */
const otherNames: Record<string, string> = {
  python: 'python3',
  python3: 'python',
  pip: 'pip3',
  node: 'nodejs',
  nodejs: 'node',
  docker: 'podman',
  uvx: 'uv',
};

/** A program in PATH that was probably meant; null if nothing is close. */
export function findNearName(lookup: CommandLookup): string | null {
  const wanted = lookup.command.toLowerCase();
  const known = otherNames[wanted];
  if (known !== undefined && locateCommand({ ...lookup, command: known }).kind === 'file') return known;
  const reach = wanted.length <= 4 ? 1 : 2;
  let best: { name: string; distance: number } | null = null;
  let seen = 0;
  for (const folder of pathFolders(lookup)) {
    for (const file of namesIn(folder)) {
      seen += 1;
      if (seen > mostNames) return best?.name ?? null;
      const name = lookup.platform === 'win32' ? file.replace(/\.(?:exe|cmd|bat|com)$/i, '') : file;
      const distance = editDistance(wanted, name.toLowerCase(), reach);
      if (distance <= reach && distance < (best?.distance ?? reach + 1)) best = { name, distance };
    }
  }
  return best?.name ?? null;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
