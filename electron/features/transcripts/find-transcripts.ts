// Finds the transcripts and MCP logs on this machine by where each client keeps them. Reads only names, sizes and times; a file is read on request.

import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TranscriptPlace } from '../../../shared/clients/client.ts';
import { type ClientId, clients } from '../../../shared/clients/clients.ts';
import { baseFolder, type Machine, platformOf } from '../../inspector/client-configs/base-folder.ts';

export interface FoundTranscript {
  client: ClientId;
  kind: 'transcript' | 'log';
  /** The client's own name for the folder; of a log the server's name. '' if the path has none. */
  project: string;
  file: string;
  /** When it was last written, ms since 1970. */
  at: number;
  bytes: number;
}

/** Newest first. */
export async function findTranscripts(machine: Machine): Promise<FoundTranscript[]> {
  const found: FoundTranscript[] = [];
  for (const { id, transcripts, logs } of clients) {
    found.push(...(await filesOf(id, 'transcript', transcripts?.places ?? [], machine)));
    found.push(...(await filesOf(id, 'log', logs?.places ?? [], machine)));
  }
  return found.sort((one, other) => other.at - one.at);
}

/** Clients write their logs last, so each kind has its own limit. Transcripts come first. */
export const newestOf = (found: readonly FoundTranscript[], limit: number): FoundTranscript[] =>
  (['transcript', 'log'] as const).flatMap((kind) => found.filter((one) => one.kind === kind).slice(0, limit));

async function filesOf(
  client: ClientId,
  kind: FoundTranscript['kind'],
  places: readonly TranscriptPlace[],
  machine: Machine,
): Promise<FoundTranscript[]> {
  const found: FoundTranscript[] = [];
  for (const { on, base, folder, path, named } of places) {
    if (on !== undefined && on !== platformOf(machine.platform)) continue;
    const root = join(baseFolder(base, machine), folder);
    for (const names of await filesIn(root, path, [])) {
      const file = join(root, ...names);
      // It may have been deleted meanwhile, or be a pipe or a device.
      const known = await stat(file).catch(() => null);
      if (!known?.isFile()) continue;
      const level = named === undefined ? '' : (names[named] ?? '');
      const project = named === undefined ? '' : (path[named]?.exec(level)?.[1] ?? level);
      found.push({ client, kind, project, file, at: known.mtimeMs, bytes: known.size });
    }
  }
  return found;
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
