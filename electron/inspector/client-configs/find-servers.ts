// The servers configured in other programs on this machine. Owns where to look and in which order; read-only.

import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isObject, type Json, member } from '../../../shared/json/json.ts';
import type { ClientConfig, FoundServer } from '../../../shared/server/connecting.ts';
import { readJsonc } from '../../../shared/server-text/jsonc.ts';
import type { ReadEntry } from '../../../shared/server-text/read-entry.ts';
import { serversIn } from '../../../shared/server-text/read-json.ts';
import { type Base, type ClientRow, clientTable, type Platform } from './client-table.ts';
import { expandPath, readSettings } from './settings-file.ts';
import { jsonOf, readSpans } from './span-tree.ts';

export interface Machine {
  platform: NodeJS.Platform;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

interface Options extends Machine {
  /** Start folder for the upward search of project files. */
  folder?: string | undefined;
  isKnown: (entry: ReadEntry) => boolean;
}

const mostLevels = 40;
const mostProjects = 50;

/** The files in which programs on this machine may keep servers, in table order. They may be absent. */
export async function findFiles(
  options: Pick<Options, 'platform' | 'home' | 'env' | 'folder'>,
): Promise<{ row: ClientRow; path: string; project: string | null }[]> {
  const files: { row: ClientRow; path: string; project: string | null }[] = [];
  const seen = new Set<string>();
  const add = (row: ClientRow, path: string, project: string | null) => {
    if (!seen.has(path)) files.push({ row, path, project });
    seen.add(path);
  };
  const rows = clientTable.filter(({ on }) => on === undefined || on === platformOf(options.platform));
  for (const row of rows) {
    if (row.base === 'project') continue;
    for (const path of await expandPath(baseFolder(row.base, options), row.path)) add(row, path, null);
  }
  for (const folder of [...foldersUp(options.folder), ...(await knownProjects(options))]) {
    for (const row of rows) if (row.base === 'project') add(row, join(folder, row.path), folder);
  }
  return files;
}

export async function findServers(options: Options): Promise<ClientConfig[]> {
  const found: ClientConfig[] = [];
  for (const { row, path, project } of await findFiles(options)) {
    const config = await readConfig(row, path, project, options);
    if (config) found.push(config);
  }
  return found;
}

function readText(
  text: string,
  format: ClientRow['format'],
): { ok: true; value: Json } | { ok: false; problem: string } {
  if (format === undefined) {
    const parsed = readJsonc(text);
    return parsed.ok ? parsed : { ok: false, problem: `This file is not valid JSON. ${parsed.problem}` };
  }
  const read = readSpans(text, format);
  return read.ok
    ? { ok: true, value: jsonOf(read.root) }
    : { ok: false, problem: `This file is not valid ${format.toUpperCase()}. ${read.problem}` };
}

/** null: the file does not exist, or has nothing to mention. */
async function readConfig(
  row: ClientRow,
  path: string,
  project: string | null,
  options: Options,
): Promise<ClientConfig | null> {
  const read = await readSettings(path);
  if (read.kind === 'absent') return null;
  const config: ClientConfig = { client: row.client, path, servers: [], problem: '' };
  if (read.kind === 'problem') return { ...config, problem: read.problem };
  if (read.text.trim() === '') return row.general ? null : config;
  const parsed = readText(read.text, row.format);
  if (!parsed.ok) return { ...config, problem: parsed.problem };
  const filled = fillEditorVariables(parsed.value, { userHome: options.home, workspaceFolder: project });
  const { servers, problems } = serversIn(filled, { quiet: true });
  if (servers.length === 0 && problems.length === 0 && row.general) return null;
  return {
    ...config,
    servers: servers.map((entry) => inFolder(entry, project, options.isKnown(entry))),
    problem: problems.join(' '),
  };
}

/** Programs start a project's servers in the project's folder, so `./server.sh` is relative to it. */
function inFolder({ project: named, ...entry }: ReadEntry, project: string | null, known: boolean): FoundServer {
  const { transport } = entry.config;
  const folder = project ?? named ?? null;
  if (folder === null || transport.kind !== 'stdio' || transport.cwd !== undefined) return { ...entry, known };
  return {
    ...entry,
    known,
    config: { ...entry.config, transport: { ...transport, cwd: folder } },
    remark: [entry.remark, `It runs in ${folder}, as it does there.`].filter(Boolean).join(' '),
  };
}

/** Variables that editors fill in. */
export function fillEditorVariables(value: Json, known: { userHome: string; workspaceFolder: string | null }): Json {
  if (typeof value === 'string') {
    if (!value.includes('${')) return value;
    const home = value.replace(/\$\{userHome\}/g, () => known.userHome);
    return known.workspaceFolder === null
      ? home
      : home.replace(/\$\{workspace(?:Folder|Root)\}/g, () => known.workspaceFolder as string);
  }
  if (Array.isArray(value)) return value.map((part) => fillEditorVariables(part, known));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fillEditorVariables(part, known)]));
}

export function baseFolder(base: Exclude<Base, 'project'>, { home, env }: Machine): string {
  const given = (name: string): string | null => {
    const value = env[name];
    // The XDG specification says to ignore paths that are not absolute.
    return value && isAbsolute(value) ? value : null;
  };
  switch (base) {
    case 'home':
      return home;
    case 'support':
      return join(home, 'Library', 'Application Support');
    case 'appdata':
      return given('APPDATA') ?? join(home, 'AppData', 'Roaming');
    case 'config':
      return given('XDG_CONFIG_HOME') ?? join(home, '.config');
    case 'claude':
      return given('CLAUDE_CONFIG_DIR') ?? home;
    case 'copilot':
      return given('COPILOT_HOME') ?? join(home, '.copilot');
    case 'codex':
      return given('CODEX_HOME') ?? join(home, '.codex');
    case 'localappdata':
      return given('LOCALAPPDATA') ?? join(home, 'AppData', 'Local');
    case 'machine':
      return '';
    default:
      return base satisfies never;
  }
}

function foldersUp(folder: string | undefined): string[] {
  const folders: string[] = [];
  if (folder === undefined || folder.trim() === '') return folders;
  for (let at = resolve(folder); folders.length < mostLevels; at = dirname(at)) {
    folders.push(at);
    if (at === dirname(at)) break;
  }
  return folders;
}

/** Folders Claude Code has worked in: each may have a `.mcp.json`. */
async function knownProjects(machine: Machine): Promise<string[]> {
  const read = await readSettings(join(baseFolder('claude', machine), '.claude.json'));
  const parsed = read.kind === 'text' ? readJsonc(read.text) : null;
  const projects = parsed?.ok ? member(parsed.value, 'projects') : undefined;
  return Object.keys(isObject(projects) ? projects : {})
    .filter(isAbsolute)
    .slice(0, mostProjects);
}

const platformOf = (platform: NodeJS.Platform): Platform =>
  platform === 'darwin' || platform === 'win32' ? platform : 'linux';
