// Changes that Misfire made to other programs' settings, so that they can be undone: one list of records per kind of change, and backups of
// the files. Both may hold secrets, and only their owner can read them. Several copies of Misfire may write at the same time.

import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { changeFile, makeFolder, readIfThere, replaceFile, setFileAside, whileLocked } from '../saved/shared-file.ts';

export interface JournalPlace<R> {
  /** Below the data folder. */
  folder: 'watch' | 'agents';
  file: string;
  record: z.ZodType<R>;
}

export class EditJournal<R> {
  readonly #dataDir: string;
  readonly #place: JournalPlace<R>;

  constructor(dataDir: string, place: JournalPlace<R>) {
    this.#dataDir = dataDir;
    this.#place = place;
  }

  /** In the order they were written; none if the list cannot be read. */
  all(): R[] {
    try {
      return this.#parse(readIfThere(this.#file)) ?? [];
    } catch {
      return [];
    }
  }

  /** Puts it in the place of those that it replaces. Throws the system error: without the record nothing may be changed. */
  keep(record: R, replaces: (each: R) => boolean = () => false): void {
    makeFolder(this.#dataDir, this.#place.folder);
    changeFile(this.#file, (text) => {
      const known = this.#parse(text);
      // An unreadable list may still be needed to undo a change by hand.
      if (known === null) setFileAside(this.#file);
      return this.#write([...(known ?? []).filter((each) => !replaces(each)), record]);
    });
  }

  /** One change of settings at a time: a copy whose write fails must not drop the record of one that succeeded. */
  alone<T>(change: () => Promise<T>): Promise<T> {
    makeFolder(this.#dataDir, this.#place.folder);
    return whileLocked(join(this.#dataDir, this.#place.folder, `${this.#place.file}.edit`), change);
  }

  /** If that fails, the record stays, and undoing again reports that there is nothing to undo. */
  drop(isIt: (each: R) => boolean): void {
    this.#change((records) => records.filter((each) => !isIt(each)));
  }

  dropLast(isIt: (each: R) => boolean): void {
    this.#change((records) => records.toSpliced(records.findLastIndex(isIt), records.some(isIt) ? 1 : 0));
  }

  /** Of the file before Misfire first touched it; an existing one is never overwritten. */
  backUpFirst(path: string, bytes: Buffer): string {
    const backup = join(makeFolder(this.#dataDir, this.#place.folder, 'backups'), nameFor(path));
    if (!existsSync(backup)) replaceFile(backup, bytes);
    return backup;
  }

  /** Of the file as it is now. */
  backUp(path: string, bytes: Buffer): string {
    const backup = join(makeFolder(this.#dataDir, this.#place.folder), `before-${nameFor(path)}`);
    replaceFile(backup, bytes);
    return backup;
  }

  /** It is needed no more. */
  removeBackup(backup: string): void {
    rmSync(backup, { force: true });
  }

  #change(change: (records: R[]) => R[]): void {
    const now = this.all();
    if (change(now).length === now.length) return;
    try {
      changeFile(this.#file, (text) => this.#write(change(this.#parse(text) ?? [])));
    } catch {
      // The record stays.
    }
  }

  get #file(): string {
    return join(this.#dataDir, this.#place.folder, this.#place.file);
  }

  /** null: it cannot be read. */
  #parse(text: string | null): R[] | null {
    if (text === null) return [];
    try {
      return z.array(this.#place.record).parse(JSON.parse(text));
    } catch {
      return null;
    }
  }

  #write(records: readonly R[]): string {
    return JSON.stringify(records, null, 2);
  }
}

const nameFor = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 16);
