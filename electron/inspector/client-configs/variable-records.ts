// Variables that Misfire wrote into other programs' settings, so that they can be removed: `watch/variables.json`. It holds secrets, and
// only its owner can read it.

import { join } from 'node:path';
import { z } from 'zod';
import type { JsonObject } from '../../../shared/json/json.ts';
import { makeFolder, readIfThere, replaceFile, setAside } from '../saved/shared-file.ts';
import { isSamePath } from './entry-edit.ts';
import type { VariableChange } from './variable-edit.ts';

const recordSchema = z.object({
  path: z.string(),
  entry: z.array(z.string()),
  before: z.string(),
  after: z.string(),
  env: z.custom<JsonObject>((value) => typeof value === 'object' && value !== null).nullable(),
  names: z.array(z.string()),
});
export type VariableRecord = z.infer<typeof recordSchema>;

export class VariableRecords {
  readonly #dataDir: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** In the order they were written. */
  at(path: string, entry: readonly string[]): VariableRecord[] {
    return (this.#read() ?? []).filter((each) => each.path === path && isSamePath(each.entry, entry));
  }

  /** Throws the system error: without the record nothing may be changed. */
  keep(path: string, entry: readonly string[], change: VariableChange): VariableRecord {
    const known = this.#read();
    if (known === null) setAside(this.#file);
    const record = { path, entry: [...entry], ...change };
    this.#save([...(known ?? []), record]);
    return record;
  }

  /** The newest record of this entry. */
  dropLast(path: string, entry: readonly string[]): void {
    const known = this.#read() ?? [];
    const last = known.findLastIndex((each) => each.path === path && isSamePath(each.entry, entry));
    if (last >= 0) this.#save(known.toSpliced(last, 1));
  }

  get #file(): string {
    return join(this.#dataDir, 'watch', 'variables.json');
  }

  /** null: the file exists, but cannot be read. */
  #read(): VariableRecord[] | null {
    try {
      const text = readIfThere(this.#file);
      return text === null ? [] : z.array(recordSchema).parse(JSON.parse(text));
    } catch {
      return null;
    }
  }

  #save(records: readonly VariableRecord[]): void {
    makeFolder(this.#dataDir, 'watch');
    replaceFile(this.#file, JSON.stringify(records, null, 2));
  }
}
