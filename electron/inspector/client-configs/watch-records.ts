// Changes made to other programs' settings, so that they can be undone: `watch/records.json`, and backups from before the first change.
// Both may hold secrets, and only their owner can read them.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { JsonObject } from '../../../shared/json/json.ts';
import { makeFolder, readIfThere, replaceFile, setAside } from '../saved/shared-file.ts';
import { isSamePath } from './entry-edit.ts';

const valueSchema = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null);
const recordSchema = z.object({
  id: z.string(),
  path: z.string(),
  entry: z.array(z.string()),
  format: z.enum(['json', 'toml', 'yaml']),
  /** The changed text, before and after. */
  before: z.string(),
  after: z.string(),
  /** For an entry with an address, which cannot be derived from the written text. */
  values: z.object({ before: valueSchema, after: valueSchema }).optional(),
  backup: z.string(),
});
export type WatchRecord = z.infer<typeof recordSchema>;
const recordsSchema = z.array(recordSchema);

export class WatchRecords {
  readonly #dataDir: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Keyed by location: two files may have the same name, and a file may have another path next time. */
  at(path: string, entry: readonly string[]): WatchRecord | undefined {
    return this.#read().find((each) => each.path === path && isSamePath(each.entry, entry));
  }

  /** For an entry that is not where it was. */
  named(id: string): WatchRecord | undefined {
    return this.#read().find((each) => each.id === id);
  }

  inFile(path: string): WatchRecord[] {
    return this.#read().filter((each) => each.path === path);
  }

  /** Throws the system error: without the record nothing may be changed. */
  keep(record: Omit<WatchRecord, 'backup'>, bytes: Buffer): void {
    const backups = makeFolder(this.#dataDir, 'watch', 'backups');
    const backup = join(backups, createHash('sha256').update(record.path).digest('hex').slice(0, 16));
    // The first backup is the file before Misfire touched it; it is never overwritten.
    if (!existsSync(backup)) replaceFile(backup, bytes);
    // An unreadable list may still be needed to undo a change by hand.
    if (readRecords(this.#file) === null) setAside(this.#file);
    this.#save([...this.#read().filter((each) => !isSame(each, record)), { ...record, backup }]);
  }

  forget(record: Pick<WatchRecord, 'path' | 'entry'>): void {
    try {
      this.#save(this.#read().filter((each) => !isSame(each, record)));
    } catch {
      // The record stays; undoing again reports that there is nothing to undo.
    }
  }

  get #file(): string {
    return join(this.#dataDir, 'watch', 'records.json');
  }

  #read(): WatchRecord[] {
    return readRecords(this.#file) ?? [];
  }

  #save(records: readonly WatchRecord[]): void {
    makeFolder(this.#dataDir, 'watch');
    replaceFile(this.#file, JSON.stringify(records, null, 2));
  }
}

const isSame = (one: Pick<WatchRecord, 'path' | 'entry'>, other: Pick<WatchRecord, 'path' | 'entry'>): boolean =>
  one.path === other.path && isSamePath(one.entry, other.entry);

/** null: the file exists, but cannot be read. */
function readRecords(file: string): WatchRecord[] | null {
  try {
    const text = readIfThere(file);
    return text === null ? [] : recordsSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
