// Finds the transcripts and MCP logs on this machine by where each client keeps them. Reads only names, sizes and times; a file is read on request.

import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TranscriptClient } from '../../../shared/transcripts/parts/seen-call.ts';
import type { Machine } from '../client-configs/find-servers.ts';
import { claudeCodeLogs, claudeDesktopLog, vsCodeLog } from './log-places.ts';

export interface FoundTranscript {
  client: TranscriptClient;
  kind: 'transcript' | 'log';
  /** The client's own name for the folder; of a log the server's name. '' if the path has none. */
  project: string;
  file: string;
  /** When it was last written, ms since 1970. */
  at: number;
  bytes: number;
}

interface Place {
  client: TranscriptClient;
  kind?: 'log';
  root: string;
  /** One pattern per level below the root. */
  path: readonly RegExp[];
  /** The level that names the project, with a pattern if it is a part of the name. */
  project?: number;
  name?: RegExp;
}

const any = /^[^.]/;

function placesOf({ home, env, platform }: Machine): Place[] {
  const data = env.XDG_DATA_HOME || join(home, '.local', 'share');
  const claude = join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'projects');
  const codex = join(env.CODEX_HOME || join(home, '.codex'), 'sessions');
  const editors = ['Code', 'Code - Insiders'].map((name) => join(editorFolder({ home, env, platform }), name, 'User'));
  return [
    { client: 'claude-code', root: claude, path: [/./, /\.jsonl$/], project: 0 },
    { client: 'claude-code', root: claude, path: [/./, /./, /^subagents$/, /^agent-.*\.jsonl$/], project: 0 },
    { client: 'codex', root: codex, path: [/^\d+$/, /^\d+$/, /^\d+$/, /^rollout-.*\.jsonl$/] },
    {
      client: 'copilot-cli',
      root: join(env.COPILOT_HOME || join(home, '.copilot'), 'session-state'),
      path: [any, /^events\.jsonl$/],
    },
    ...editors.map(
      (root): Place => ({
        client: 'vscode',
        root: join(root, 'workspaceStorage'),
        path: [any, /copilot/i, /^transcripts$/, /\.jsonl$/],
      }),
    ),
    {
      client: 'gemini-cli',
      root: join(home, '.gemini', 'tmp'),
      path: [any, /^chats$/, /^session-.*\.jsonl$/],
      project: 0,
    },
    {
      client: 'claude-code',
      kind: 'log',
      root: claudeCodeCache({ home, env, platform }),
      path: [any, claudeCodeLogs, /\.jsonl$/],
      project: 1,
      name: claudeCodeLogs,
    },
    ...claudeDesktopFolders({ home, env, platform }).flatMap((root): Place[] => [
      { client: 'claude-desktop', kind: 'log', root, path: [claudeDesktopLog], project: 0, name: claudeDesktopLog },
      { client: 'claude-desktop', kind: 'log', root, path: [/^mcp\.log$/] },
    ]),
    ...editors.map(
      (root): Place => ({
        client: 'vscode',
        kind: 'log',
        root: join(root, '..', 'logs'),
        path: [any, /^window\d+$/, vsCodeLog],
        project: 2,
        name: vsCodeLog,
      }),
    ),
    { client: 'opencode', root: join(data, 'opencode'), path: [/^opencode\.db$/] },
    { client: 'goose', root: join(data, 'goose', 'sessions'), path: [/^sessions\.db$/] },
  ];
}

function editorFolder({ home, env, platform }: Machine): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming');
  return env.XDG_CONFIG_HOME || join(home, '.config');
}

function claudeCodeCache({ home, env, platform }: Machine): string {
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'claude-cli-nodejs');
  if (platform === 'win32')
    return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'claude-cli-nodejs', 'Cache');
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'claude-cli-nodejs');
}

/** On Windows it has moved several times, and old folders stay. */
function claudeDesktopFolders({ home, env, platform }: Machine): string[] {
  if (platform === 'darwin') return [join(home, 'Library', 'Logs', 'Claude')];
  if (platform !== 'win32') return [join(editorFolder({ home, env, platform }), 'Claude', 'logs')];
  const local = env.LOCALAPPDATA || join(home, 'AppData', 'Local');
  const packaged = join(local, 'Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming', 'Claude', 'logs');
  return [join(editorFolder({ home, env, platform }), 'Claude', 'logs'), packaged, join(local, 'Claude', 'Logs')];
}

/** Newest first. */
export async function findTranscripts(machine: Machine): Promise<FoundTranscript[]> {
  const found: FoundTranscript[] = [];
  for (const { client, kind = 'transcript', root, path, project, name } of placesOf(machine))
    for (const names of await filesIn(root, path, [])) {
      const file = join(root, ...names);
      // It may have been deleted meanwhile.
      const known = await stat(file).catch(() => null);
      if (known === null) continue;
      const level = project === undefined ? '' : (names[project] ?? '');
      const of = name === undefined ? level : (name.exec(level)?.[1] ?? level);
      found.push({ client, kind, project: of, file, at: known.mtimeMs, bytes: known.size });
    }
  return found.sort((one, other) => other.at - one.at);
}

async function filesIn(
  folder: string,
  [pattern, ...rest]: readonly RegExp[],
  above: readonly string[],
): Promise<string[][]> {
  if (pattern === undefined) return [];
  const found: string[][] = [];
  for (const entry of await entriesIn(folder)) {
    if (!pattern.test(entry.name) || entry.isDirectory() !== rest.length > 0) continue;
    const names = [...above, entry.name];
    if (rest.length === 0) found.push(names);
    else found.push(...(await filesIn(join(folder, entry.name), rest, names)));
  }
  return found;
}

/** Empty if the client is not used here, or its files are not readable. */
const entriesIn = (folder: string): Promise<Dirent[]> => readdir(folder, { withFileTypes: true }).catch(() => []);
