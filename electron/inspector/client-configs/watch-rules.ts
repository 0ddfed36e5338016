// When an entry of another program's settings must be left alone, and what to tell users before it is changed. Each rule exists because
// users lost settings or a server stopped working without it.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readAddress } from './address-entry.ts';
import type { ClientRow } from './client-table.ts';
import { addressOf, watchedWordsOf, wordsOf } from './entry-edit.ts';
import { problemForCmd } from './launcher.ts';
import { memberOf } from './span-tree.ts';
import type { ObjectSpan } from './span-types.ts';
import { runsWatchProgram } from './watched-forms.ts';

export interface Circumstances {
  platform: NodeJS.Platform;
  isRunning: (client: string) => boolean;
  isShared: (path: string) => boolean;
  /** Whether a company restricts what this client may start or reach. */
  allowList: (client: string) => boolean;
}

export type Verdict =
  | { state: 'watched' | 'open'; why: '' }
  /** The user can resolve it first, or it cannot be resolved. */
  | { state: 'not now' | 'cannot'; why: string };

/** Starts a shell, the runtime and then the server, on a busy machine. With a shorter limit some starts would fail. */
const leastStartMs = 2000;

/** `along`: what the changed entry contains besides its own words: its name, the data folder. */
export function judgeEntry(
  row: ClientRow,
  path: string,
  entry: ObjectSpan,
  around: Circumstances,
  along: readonly string[] = [],
): Verdict {
  const cannot = (why: string): Verdict => ({ state: 'cannot', why });
  if (watchedWordsOf(entry)) return { state: 'watched', why: '' };
  if (row.managed) return cannot('Your company manages this file; Misfire never changes it.');
  const address = readAddress(entry, clientOf(row));
  const words = wordsOf(entry) ?? (address.ok ? [address.value.address] : null);
  if (words === null)
    return cannot(
      address.ok || addressOf(entry) === null
        ? 'Its command is written in a way that Misfire does not change.'
        : address.problem,
    );
  if (runsWatchProgram(words))
    return cannot('It runs through Misfire in words that were changed by hand. Change it back by hand first.');
  if (around.allowList(clientOf(row)))
    return cannot('Your company allows only certain commands and addresses here, and a watched one is another.');
  if (memberOf(entry, 'sandboxEnabled') || memberOf(entry, 'sandbox'))
    return cannot('It runs in a sandbox that would keep the copy from being written.');
  const forCmd = problemForCmd(around.platform, [...words, ...along]);
  if (forCmd !== '') return cannot(forCmd);
  if (row.base === 'project' && around.isShared(path))
    return cannot('This file is shared by git; a path of this machine would break it for others.');
  const startMs = startTimeOf(row, entry);
  if (startMs < leastStartMs)
    return {
      state: 'not now',
      why: `${clientOf(row)} gives it ${startMs / 1000} s to start, and a watched server needs a moment longer: give it ${leastStartMs / 1000} s or more first.`,
    };
  if (row.client === 'Claude Desktop' && around.isRunning('Claude Desktop'))
    return { state: 'not now', why: 'Quit Claude Desktop first: it writes this file back from memory.' };
  return { state: 'open', why: '' };
}

/** How long its client waits for the server, if the entry says so. */
function startTimeOf({ startLimit }: ClientRow, entry: ObjectSpan): number {
  const found = startLimit && memberOf(entry, startLimit.member);
  return startLimit && found?.kind === 'scalar' && typeof found.value === 'number'
    ? found.value * startLimit.unitMs
    : Number.POSITIVE_INFINITY;
}

/** What users should know before the change, in order of occurrence. */
export function notesFor(row: ClientRow, entry: ObjectSpan, isReadOnly: boolean): string[] {
  const words = wordsOf(entry);
  const notes = [whenRead(row)];
  if (isReadOnly) notes.push('The file is read-only. Misfire changes it all the same, and it stays read-only.');
  if (/^(VS Code|VSCodium)/.test(row.client))
    notes.push(`${clientOf(row)} will ask whether you trust this server again.`);
  const address = words === null ? readAddress(entry, clientOf(row)) : null;
  if (address?.ok) {
    notes.push('Misfire becomes the command: it speaks to the address, and the client to Misfire.');
    if (address.value.headers.length > 0)
      notes.push('The headers stay in this file, as variables of the entry. They are in no other file but its backup.');
    else
      notes.push('If the server wants a sign-in, Misfire asks you once in your browser; the client’s own is not used.');
  }
  notes.push(
    'The file as it is now is kept. Undo puts the same bytes back, or this entry alone if the rest has changed since.',
    words === null
      ? 'Undo it before you remove Misfire: an address has no command to fall back to.'
      : `Without Misfire it still works: then the entry starts ${words[0]} itself.`,
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

/** The client of an entry, without its location. */
export const clientOf = ({ client }: Pick<ClientRow, 'client'>): string => client.replace(/ \([^(]*\)$/, '');

export function realCircumstances(platform: NodeJS.Platform): Circumstances {
  return {
    platform,
    isRunning: (client) => isRunning(platform, client),
    isShared,
    allowList: (client) => policyFiles(platform, client).some(({ path, has }) => has.test(textOf(path))),
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

/** Where companies restrict what may be started, and the name of the list there. */
export function policyFiles(platform: NodeJS.Platform, client: string): { path: string; has: RegExp }[] {
  if (client === 'Claude Code' || client === '.mcp.json') {
    const folder =
      platform === 'darwin'
        ? '/Library/Application Support/ClaudeCode'
        : platform === 'win32'
          ? 'C:/Program Files/ClaudeCode'
          : '/etc/claude-code';
    const has = /"allowedMcpServers"/;
    return [`${folder}/managed-settings.json`, ...filesIn(`${folder}/managed-settings.d`)].map((path) => ({
      path,
      has,
    }));
  }
  // On Windows and macOS its policies are not in a readable file.
  if (client.startsWith('VS Code') && platform === 'linux')
    return [{ path: '/etc/vscode/policy.json', has: /"ChatMCP"|"McpAllowedServers"/ }];
  return [];
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
