// One reversible change of a settings file: reads the file again, keeps what undo needs, then writes. If it cannot be written, what was kept
// is dropped.

import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { WatchChange } from '../../../shared/api/watching.ts';
import { makeFolders } from '../../foreign-files/make-folders.ts';
import { changedMeanwhile, readExactly, writeExactly } from './safe-write.ts';

interface SettingsEdit {
  path: string;
  /** null: there is no file yet. */
  before: string | null;
  after: string;
  /** Of a new file; omitted: as the system does. */
  mode?: number;
  /** Called before the write with the file as it is; null: there is none. May throw. */
  keep(bytes: Buffer | null): void;
  /** Called if nothing was written. */
  forget(): void | Promise<void>;
}

/** Returns '' on success, else the reason. */
export async function editSettings({ path, before, after, mode, keep, forget }: SettingsEdit): Promise<string> {
  const read = before === null ? null : await readExactly(path);
  if (read && !read.ok) return read.problem;
  if (read && read.text !== before) return changedMeanwhile;
  try {
    keep(read?.bytes ?? null);
  } catch (error) {
    return `What is needed to undo it could not be kept: ${(error as Error).message}.`;
  }
  const problem = read ? await writeExactly(read.path, read.bytes, after) : writeNew(path, after, mode);
  if (problem !== '') await forget();
  return problem;
}

function writeNew(path: string, text: string, mode: number | undefined): string {
  try {
    makeFolders(dirname(path), 0o777);
    writeFileSync(path, text, { flag: 'wx', ...(mode === undefined ? {} : { mode }) });
    return '';
  } catch (error) {
    return `It could not be written: ${(error as Error).message}.`;
  }
}

export type EditOutcome<T> = { ok: true; value: T } | { ok: false; problem: string };

/** The lines that differ, with their numbers: first removed lines, then added ones. */
export function changedLines(before: string, after: string): WatchChange['lines'] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  let top = 0;
  while (top < old.length && top < fresh.length && old[top] === fresh[top]) top += 1;
  let bottom = 0;
  while (bottom < old.length - top && bottom < fresh.length - top && old.at(-1 - bottom) === fresh.at(-1 - bottom))
    bottom += 1;
  const lines = (all: string[], sign: '-' | '+') =>
    all
      .slice(top, all.length - bottom)
      .map((text, index) => ({ sign, line: top + index + 1, text: text.replace(/\r$/, '') }));
  return [...lines(old, '-'), ...lines(fresh, '+')];
}
