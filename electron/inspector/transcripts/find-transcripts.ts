// Finds the transcripts on this machine by where each client keeps them. Reads only names, sizes and times; a file is read on request.

import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TranscriptClient } from '../../../shared/transcripts/parts/seen-call.ts';
import type { Machine } from '../client-configs/find-servers.ts';

export interface FoundTranscript {
  client: TranscriptClient;
  /** The client's own name for the folder; '' if the path has none. */
  project: string;
  file: string;
  /** When it was last written, ms since 1970. */
  at: number;
  bytes: number;
}

interface Place {
  client: TranscriptClient;
  root: string;
  /** One pattern per level below the root. */
  path: readonly RegExp[];
  /** The level that names the project. */
  project?: number;
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
    { client: 'opencode', root: join(data, 'opencode'), path: [/^opencode\.db$/] },
    { client: 'goose', root: join(data, 'goose', 'sessions'), path: [/^sessions\.db$/] },
  ];
}

function editorFolder({ home, env, platform }: Machine): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming');
  return env.XDG_CONFIG_HOME || join(home, '.config');
}

/** Newest first. */
export async function findTranscripts(machine: Machine): Promise<FoundTranscript[]> {
  const found: FoundTranscript[] = [];
  for (const { client, root, path, project } of placesOf(machine))
    for (const names of await filesIn(root, path, [])) {
      const file = join(root, ...names);
      // It may have been deleted meanwhile.
      const known = await stat(file).catch(() => null);
      if (known === null) continue;
      const of = project === undefined ? '' : (names[project] ?? '');
      found.push({ client, project: of, file, at: known.mtimeMs, bytes: known.size });
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
