// The servers configured in other programs on this machine. Owns where to look and in which order; read-only.

import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isObject, type Json, member } from '../../../shared/json/json.ts';
import type { ClientConfig, FoundServer } from '../../../shared/server/connecting.ts';
import { readJsonc } from '../../../shared/server-text/jsonc.ts';
import type { ReadEntry } from '../../../shared/server-text/read-entry.ts';
import { serversIn } from '../../../shared/server-text/read-json.ts';
import { baseFolder, type Machine, platformOf } from './base-folder.ts';
import { type ClientRow, clientTable } from './client-table.ts';
import { expandPath, readSettings } from './settings-file.ts';
import { jsonOf, readSpans } from './span-tree.ts';

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
  format: ClientRow['settings']['format'],
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
  const parsed = readText(read.text, row.settings.format);
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

function foldersUp(folder: string | undefined): string[] {
  const folders: string[] = [];
  if (folder === undefined || folder.trim() === '') return folders;
  for (let at = resolve(folder); folders.length < mostLevels; at = dirname(at)) {
    folders.push(at);
    if (at === dirname(at)) break;
  }
  return folders;
}

/** Folders in which a client has worked, where its settings list them: each may have a file of its own. */
async function knownProjects(machine: Machine): Promise<string[]> {
  const folders: string[] = [];
  for (const { base, path } of clientTable.filter(({ listsProjects }) => listsProjects)) {
    const read = base === 'project' ? null : await readSettings(join(baseFolder(base, machine), path));
    const parsed = read?.kind === 'text' ? readJsonc(read.text) : null;
    const projects = parsed?.ok ? member(parsed.value, 'projects') : undefined;
    folders.push(...Object.keys(isObject(projects) ? projects : {}).filter(isAbsolute));
  }
  return folders.slice(0, mostProjects);
}
