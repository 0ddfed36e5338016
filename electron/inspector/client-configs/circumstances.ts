// What surrounds a settings file of another program: whether its client runs, whether git shares it, whether a company restricts it, and when
// the client reads it. Every change asks here first.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ClientSettings } from '../../../shared/clients/client.ts';
import { readForeignText } from '../../foreign-files/foreign-file.ts';
import { platformOf } from './base-folder.ts';
import { type ClientRow, clientTable } from './client-table.ts';
import { largestSettings } from './settings-file.ts';

export interface Circumstances {
  platform: NodeJS.Platform;
  isRunning: (client: string) => boolean;
  isShared: (path: string) => boolean;
  /** Whether a company restricts what this client may start or reach. */
  allowList: (client: string) => boolean;
}

/** Why its file cannot be changed while the client runs; '' if it can. */
export const heldBack = ({ owner, settings }: ClientRow, around: Pick<Circumstances, 'isRunning'>): string =>
  settings.heldBy && around.isRunning(owner) ? `Quit ${owner} first: it writes this file back from memory.` : '';

export function whenRead(row: ClientRow): string {
  switch (row.rereads) {
    case 'at once':
      return `${row.name} reads it at once.`;
    case 'next session':
      return `${row.name} reads it in its next session.`;
    case undefined:
      return `${row.name} reads it when it starts.`;
    default:
      return row.rereads satisfies never;
  }
}

export function realCircumstances(platform: NodeJS.Platform): Circumstances {
  return {
    platform,
    isRunning: (client) => isRunning(platform, client),
    isShared,
    allowList: (client) => policyFiles(platform, client).some(({ path, has }) => has.test(textOf(path))),
  };
}

function isRunning(platform: NodeJS.Platform, client: string): boolean {
  const names = settingsOf(client)?.heldBy?.[platformOf(platform)] ?? [];
  if (platform === 'win32')
    return names.some((name) => {
      const { stdout } = spawnSync('tasklist', ['/FI', `IMAGENAME eq ${name}`, '/NH'], {
        encoding: 'utf8',
        windowsHide: true,
      });
      return (stdout ?? '').toLowerCase().includes(name.toLowerCase());
    });
  if (platform === 'darwin')
    return names.some((name) => spawnSync('pgrep', ['-x', name], { stdio: 'ignore' }).status === 0);
  if (names.length === 0) return false;
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return names.includes(readFileSync(`/proc/${pid}/comm`, 'utf8').trim().toLowerCase());
    } catch {
      return false;
    }
  });
}

/** If git cannot be run, a file inside a repository counts as shared. */
function isShared(path: string): boolean {
  let folder = dirname(path);
  while (!existsSync(join(folder, '.git'))) {
    if (folder === dirname(folder)) return false;
    folder = dirname(folder);
  }
  const asked = spawnSync('git', ['-C', folder, 'ls-files', '--error-unmatch', '--', path], { stdio: 'ignore' });
  return asked.error !== undefined || asked.status === 0;
}

/** Where companies restrict what a client may start, and the name of the list there. */
export function policyFiles(platform: NodeJS.Platform, client: string): { path: string; has: RegExp }[] {
  const policy = settingsOf(client)?.policy;
  if (!policy) return [];
  const paths = policy.files[platformOf(platform)] ?? [];
  return paths
    .flatMap((path) => (path.endsWith('/*') ? filesIn(path.slice(0, -2)) : [path]))
    .map((path) => ({ path, has: policy.has }));
}

const settingsOf = (client: string): ClientSettings | undefined =>
  clientTable.find(({ owner }) => owner === client)?.settings;

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return readForeignText(path, { maxBytes: largestSettings });
  } catch {
    return '';
  }
}
