// When an entry of another program's settings must be left alone, and what to tell people before it is changed. Each rule is
// there because somebody's settings were lost or somebody's server stopped working without it.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ClientRow } from './client-table.ts';
import { addressOf, isLaunched, wordsOf } from './entry-edit.ts';
import { problemForCmd } from './launcher.ts';
import { memberOf, type ObjectSpan } from './span-tree.ts';

export interface Circumstances {
  platform: NodeJS.Platform;
  isRunning: (client: string) => boolean;
  isShared: (path: string) => boolean;
  /** A company's list of what may be started. */
  allowList: () => boolean;
}

export type Verdict =
  | { state: 'watched' | 'open'; why: '' }
  /** Something can be done about it first, or nothing can. */
  | { state: 'not now' | 'cannot'; why: string };

export function judgeEntry(row: ClientRow, path: string, entry: ObjectSpan, around: Circumstances): Verdict {
  const cannot = (why: string): Verdict => ({ state: 'cannot', why });
  if (isLaunched(entry)) return { state: 'watched', why: '' };
  if (row.managed) return cannot('Your company manages this file; Misfire never changes it.');
  if (addressOf(entry) !== null && wordsOf(entry) === null)
    return cannot('It is an address. Run “misfire proxy” or “misfire wrap -- URL” and use that in its place.');
  const words = wordsOf(entry);
  if (words === null) return cannot('Its command is written in a way that Misfire does not change.');
  if (row.client.startsWith('Claude Code') && around.allowList())
    return cannot('Your company allows only certain commands here, and a watched one is another.');
  if (memberOf(entry, 'sandboxEnabled') || memberOf(entry, 'sandbox'))
    return cannot('It runs in a sandbox that would keep the copy from being written.');
  const forCmd = problemForCmd(around.platform, words);
  if (forCmd !== '') return cannot(forCmd);
  if (row.base === 'project' && around.isShared(path))
    return cannot('This file is shared by git; a path of this machine would break it for others.');
  if (row.client === 'Claude Desktop' && around.isRunning('Claude Desktop'))
    return { state: 'not now', why: 'Quit Claude Desktop first: it writes this file back from memory.' };
  return { state: 'open', why: '' };
}

/** What people should know before it is done, in the order in which it happens. */
export function notesFor(row: ClientRow, words: readonly string[]): string[] {
  const notes = [whenRead(row)];
  if (/^(VS Code|VSCodium)/.test(row.client))
    notes.push(`${clientOf(row)} will ask whether you trust this server again.`);
  notes.push(
    'The file as it is now is kept. Undo puts the same bytes back, or this entry alone if the rest has changed since.',
    `Without Misfire it still works: then the entry starts ${words[0]} itself.`,
    'If recording fails, the traffic goes on. Misfire counts what it could not keep.',
  );
  return notes;
}

export function whenRead(row: ClientRow): string {
  switch (row.rereads) {
    case 'at once':
      return `${clientOf(row)} reads it at once.`;
    case 'next session':
      return `${clientOf(row)} reads it in its next session.`;
    case undefined:
      return `${clientOf(row)} reads it when it starts.`;
    default:
      return row.rereads satisfies never;
  }
}

/** Whose entry it is, without where it is kept. */
export const clientOf = ({ client }: Pick<ClientRow, 'client'>): string => client.replace(/ \(.*\)$/, '');

export function realCircumstances(platform: NodeJS.Platform): Circumstances {
  return {
    platform,
    isRunning: (client) => isRunning(platform, client),
    isShared,
    allowList: () => hasAllowList(platform),
  };
}

function isRunning(platform: NodeJS.Platform, client: string): boolean {
  if (client !== 'Claude Desktop') return false;
  if (platform === 'win32') {
    const { stdout } = spawnSync('tasklist', ['/FI', 'IMAGENAME eq Claude.exe', '/NH'], {
      encoding: 'utf8',
      windowsHide: true,
    });
    return /claude\.exe/i.test(stdout ?? '');
  }
  if (platform === 'darwin') return spawnSync('pgrep', ['-x', 'Claude'], { stdio: 'ignore' }).status === 0;
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim().toLowerCase();
      return name === 'claude-desktop' || name === 'claude-nativeho';
    } catch {
      return false;
    }
  });
}

/** Where git cannot be asked, a file inside a repository counts as shared. */
function isShared(path: string): boolean {
  let folder = dirname(path);
  while (!existsSync(join(folder, '.git'))) {
    if (folder === dirname(folder)) return false;
    folder = dirname(folder);
  }
  const asked = spawnSync('git', ['-C', folder, 'ls-files', '--error-unmatch', '--', path], { stdio: 'ignore' });
  return asked.error !== undefined || asked.status === 0;
}

function hasAllowList(platform: NodeJS.Platform): boolean {
  const file =
    platform === 'darwin'
      ? '/Library/Application Support/ClaudeCode/managed-settings.json'
      : platform === 'win32'
        ? 'C:/Program Files/ClaudeCode/managed-settings.json'
        : '/etc/claude-code/managed-settings.json';
  try {
    return /"allowedMcpServers"/.test(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
}
