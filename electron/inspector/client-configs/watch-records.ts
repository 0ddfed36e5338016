// What was changed in other programs' settings, so that it can be undone: `watch/records.json` and the files as they were before the
// first change. Both may hold secrets and are for their owner alone.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { JsonObject } from '../../../shared/json.ts';
import { replaceFile } from '../kept/kept-file.ts';

const valueSchema = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null);
const recordSchema = z.object({
  id: z.string(),
  path: z.string(),
  entry: z.array(z.string()),
  format: z.enum(['json', 'toml', 'yaml']),
  /** The text that changed, before and after. */
  before: z.string(),
  after: z.string(),
  /** Of an entry with an address, which cannot be read back out of what was written. */
  values: z.object({ before: valueSchema, after: valueSchema }).optional(),
  backup: z.string(),
});
export type WatchRecord = z.infer<typeof recordSchema>;

export class WatchRecords {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'watch');
  }

  find(id: string): WatchRecord | undefined {
    return this.#read().find((each) => each.id === id);
  }

  /** Throws what the system says: without it nothing may be changed. */
  keep(record: Omit<WatchRecord, 'backup'>, bytes: Buffer): void {
    const backups = join(this.#folder, 'backups');
    mkdirSync(backups, { recursive: true, mode: 0o700 });
    const backup = join(backups, createHash('sha256').update(record.path).digest('hex').slice(0, 16));
    // The first one is the file as it was before Misfire touched it; it is never written over.
    if (!existsSync(backup)) replaceFile(backup, bytes);
    this.#save([...this.#read().filter(({ id }) => id !== record.id), { ...record, backup }]);
  }

  forget(id: string): void {
    try {
      this.#save(this.#read().filter((each) => each.id !== id));
    } catch {
      // The record stays; undoing again says that there is nothing to undo.
    }
  }

  #read(): WatchRecord[] {
    try {
      return z.array(recordSchema).parse(JSON.parse(readFileSync(join(this.#folder, 'records.json'), 'utf8')));
    } catch {
      return [];
    }
  }

  #save(records: readonly WatchRecord[]): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    replaceFile(join(this.#folder, 'records.json'), JSON.stringify(records, null, 2));
  }
}
