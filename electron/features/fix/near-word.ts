// What exists under a name similar to a word of a command that names nothing. Only offered: a person decides. Reads names, runs nothing.

import { resolve } from 'node:path';
import type { WrongWord } from '../../../shared/failure.ts';
import type { TransportConfig } from '../../../shared/server/server-config.ts';
import { nearestEntry } from '../../transports/nearest-script.ts';
import { findNearName, findOutsidePath, isPath, usualFolders } from '../doctor/find-command.ts';

/** null: nothing is similar, or it is not on this machine. */
export function nearWord(
  transport: TransportConfig,
  { kind, name, nearest }: WrongWord,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  if (nearest !== undefined) return nearest;
  if (!('command' in transport) || kind === 'package') return null;
  const { cwd } = transport;
  const folder = resolve(cwd ?? '.');
  if (kind === 'folder' || kind === 'working_folder') return nearestEntry(resolve(folder, name), 'folders');
  if (kind === 'script' || kind === 'path' || isPath(name)) return nearestEntry(resolve(folder, name), 'files');
  const { platform } = process;
  const lookup = { command: name, cwd, env: { ...env, ...transport.env }, platform };
  return findOutsidePath(lookup, usualFolders(platform, lookup.env)) ?? findNearName(lookup);
}
