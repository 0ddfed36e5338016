// When an entry of another program's settings must be left alone, and what to tell users before it is changed. Each rule exists because
// users lost settings or a server stopped working without it.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ClientSettings } from '../../../shared/clients/client.ts';
import { readForeignText } from '../../foreign-files/foreign-file.ts';
import { readAddress } from './address-entry.ts';
import { platformOf } from './base-folder.ts';
import { type ClientRow, clientTable } from './client-table.ts';
import { addressOf, watchedWordsOf, wordsOf } from './entry-edit.ts';
import { problemForCmd } from './launcher.ts';
import { largestSettings } from './settings-file.ts';
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
  const address = readAddress(entry, row.settings.address);
  const words = wordsOf(entry) ?? (address.ok ? [address.value.address] : null);
  if (words === null)
    return cannot(
      address.ok || addressOf(entry) === null
        ? 'Its command is written in a way that Misfire does not change.'
        : address.problem,
    );
  if (runsWatchProgram(words))
    return cannot('It runs through Misfire in words that were changed by hand. Change it back by hand first.');
  if (around.allowList(row.owner))
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
      why: `${row.name} gives it ${startMs / 1000} s to start, and a watched server needs a moment longer: give it ${leastStartMs / 1000} s or more first.`,
    };
  const held = heldBack(row, around);
  return held === '' ? { state: 'open', why: '' } : { state: 'not now', why: held };
}

/** Why its file cannot be changed while the client runs; '' if it can. */
export const heldBack = ({ owner, settings }: ClientRow, around: Pick<Circumstances, 'isRunning'>): string =>
  settings.heldBy && around.isRunning(owner) ? `Quit ${owner} first: it writes this file back from memory.` : '';

/** How long its client waits for the server, if the entry says so. */
function startTimeOf({ settings: { startLimit } }: ClientRow, entry: ObjectSpan): number {
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
  if (row.settings.asksTrust) notes.push(`${row.name} will ask whether you trust this server again.`);
  const address = words === null ? readAddress(entry, row.settings.address) : null;
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
