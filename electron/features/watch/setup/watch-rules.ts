// When an entry of another program's settings must be left alone, and what to tell users before it is changed. Each rule exists because
// users lost settings or a server stopped working without it.

import { readAddress } from '../../../inspector/client-configs/address-entry.ts';
import { type Circumstances, heldBack, whenRead } from '../../../inspector/client-configs/circumstances.ts';
import type { ClientRow } from '../../../inspector/client-configs/client-table.ts';
import { addressOf, entryWords, watchedWordsOf } from '../../../inspector/client-configs/entry-edit.ts';
import { memberOf } from '../../../inspector/client-configs/span-tree.ts';
import type { ObjectSpan } from '../../../inspector/client-configs/span-types.ts';
import { runsWatchProgram } from '../../../inspector/client-configs/watched-forms.ts';
import { problemForCmd } from './launcher.ts';

export type WatchVerdict =
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
): WatchVerdict {
  const cannot = (why: string): WatchVerdict => ({ state: 'cannot', why });
  if (watchedWordsOf(entry)) return { state: 'watched', why: '' };
  if (row.managed) return cannot('Your company manages this file; Misfire never changes it.');
  const address = readAddress(entry, row.settings.address);
  const words = entryWords(entry) ?? (address.ok ? [address.value.address] : null);
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

/** How long its client waits for the server, if the entry says so. */
function startTimeOf({ settings: { startLimit } }: ClientRow, entry: ObjectSpan): number {
  const found = startLimit && memberOf(entry, startLimit.member);
  return startLimit && found?.kind === 'scalar' && typeof found.value === 'number'
    ? found.value * startLimit.unitMs
    : Number.POSITIVE_INFINITY;
}

/** What users should know before the change, in order of occurrence. */
export function notesFor(row: ClientRow, entry: ObjectSpan, isReadOnly: boolean): string[] {
  const words = entryWords(entry);
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
