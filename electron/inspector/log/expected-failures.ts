// Groups of failures that a person expects, kept in `expected.json` in the data folder, over all sessions.
// Owns that file. A file that cannot be read is set aside, never overwritten.

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The words are for whoever reads the file; the group's name decides. */
const entrySchema = z.object({ group: z.string(), server: z.string(), words: z.string(), at: z.number() });
type Entry = z.infer<typeof entrySchema>;
const fileSchema = z.object({ version: z.literal(1), expected: z.array(entrySchema) });

export class ExpectedFailures {
  readonly #path: string | null;
  readonly #entries = new Map<string, Entry>();
  readonly #groups = new Set<string>();
  /** What went wrong with the file, for the person; '' when nothing did. */
  notice = '';

  /** Without a folder nothing is kept beyond the run. */
  constructor(dataDir: string | null) {
    this.#path = dataDir === null ? null : join(dataDir, 'expected.json');
    for (const entry of this.#load()) this.#put(entry);
  }

  /** Always the same set: whoever holds it sees changes. */
  get groups(): ReadonlySet<string> {
    return this.#groups;
  }

  set(entry: Entry, expected: boolean): void {
    if (expected) this.#put(entry);
    else {
      this.#entries.delete(entry.group);
      this.#groups.delete(entry.group);
    }
    this.#save();
  }

  #put(entry: Entry): void {
    this.#entries.set(entry.group, entry);
    this.#groups.add(entry.group);
  }

  #load(): Entry[] {
    if (this.#path === null || !existsSync(this.#path)) return [];
    try {
      return fileSchema.parse(JSON.parse(readFileSync(this.#path, 'utf8'))).expected;
    } catch (error) {
      const aside = `${this.#path}.unreadable-${Date.now()}`;
      const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      try {
        renameSync(this.#path, aside);
        this.notice = `The list of expected failures could not be read and was kept as ${aside}. ${reason}`;
      } catch {
        this.notice = `The list of expected failures in ${this.#path} could not be read. ${reason}`;
      }
      return [];
    }
  }

  #save(): void {
    if (this.#path === null) return;
    try {
      mkdirSync(join(this.#path, '..'), { recursive: true, mode: 0o700 });
      // Written beside and renamed, so that a crash leaves the old list or the new one, never half of one.
      const draft = `${this.#path}.draft`;
      const text = JSON.stringify({ version: 1, expected: [...this.#entries.values()] }, null, 2);
      writeFileSync(draft, `${text}\n`, { mode: 0o600 });
      renameSync(draft, this.#path);
      this.notice = '';
    } catch (error) {
      this.notice = `The list of expected failures could not be saved to ${this.#path}: ${String(error)}`;
    }
  }
}
