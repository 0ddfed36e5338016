// Hooks that Misfire wrote into other programs' settings, so that they can be removed: `watch/hooks.json`, and backups of the files. Both
// may hold secrets, and only their owner can read them.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder, readIfThere, replaceFile, setAside } from '../saved/shared-file.ts';

const recordSchema = z.object({
  id: z.string(),
  path: z.string(),
  pieces: z.array(z.object({ before: z.string(), after: z.string() })),
  made: z.array(z.string()),
  /** null: there was no file. */
  backup: z.string().nullable(),
  /** Its folder was not there. */
  isFolderNew: z.boolean(),
});
export type HookRecord = z.infer<typeof recordSchema>;

export class HookRecords {
  readonly #dataDir: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  at(path: string): HookRecord | undefined {
    return (this.#read() ?? []).find((each) => each.path === path);
  }

  /** `bytes` null: there is no file. Throws the system error: without the record nothing may be changed. */
  keep(record: Omit<HookRecord, 'backup'>, bytes: Buffer | null): void {
    const known = this.#read();
    // An unreadable list may still be needed to undo a change by hand.
    if (known === null) setAside(this.#file);
    const others = (known ?? []).filter((each) => each.path !== record.path);
    this.#save([...others, { ...record, backup: bytes === null ? null : this.#backUp(record.path, bytes) }]);
  }

  forget(path: string): void {
    try {
      this.#save((this.#read() ?? []).filter((each) => each.path !== path));
    } catch {
      // The record stays; undoing again reports that there is nothing to undo.
    }
  }

  /** The first backup is the file before Misfire touched it; it is never overwritten. */
  #backUp(path: string, bytes: Buffer): string {
    const name = createHash('sha256').update(path).digest('hex').slice(0, 16);
    const backup = join(makeFolder(this.#dataDir, 'watch', 'backups'), name);
    if (!existsSync(backup)) replaceFile(backup, bytes);
    return backup;
  }

  get #file(): string {
    return join(this.#dataDir, 'watch', 'hooks.json');
  }

  /** null: the file exists, but cannot be read. */
  #read(): HookRecord[] | null {
    try {
      const text = readIfThere(this.#file);
      return text === null ? [] : z.array(recordSchema).parse(JSON.parse(text));
    } catch {
      return null;
    }
  }

  #save(records: readonly HookRecord[]): void {
    makeFolder(this.#dataDir, 'watch');
    replaceFile(this.#file, JSON.stringify(records, null, 2));
  }
}
