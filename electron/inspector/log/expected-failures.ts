// Groups of failures that a person expects, kept in `expected.json` in the data folder, over all sessions.
// Owns that file. A file that cannot be read is set aside, never overwritten.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { changeFile, setAside } from '../kept/kept-file.ts';

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
    this.#save(entry, expected);
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
      const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      const aside = setAside(this.#path);
      this.notice =
        aside === null
          ? `The list of expected failures in ${this.#path} could not be read. ${reason}`
          : `The list of expected failures could not be read and was kept as ${aside}. ${reason}`;
      return [];
    }
  }

  /** Only this entry changes: what another copy of Misfire marked meanwhile stays. */
  #save(entry: Entry, expected: boolean): void {
    const path = this.#path;
    if (path === null) return;
    try {
      changeFile(path, (text) => {
        const kept = this.#entriesIn(path, text).filter(({ group }) => group !== entry.group);
        for (const other of kept) this.#put(other);
        return `${JSON.stringify({ version: 1, expected: expected ? [...kept, entry] : kept }, null, 2)}\n`;
      });
      this.notice = '';
    } catch (error) {
      this.notice = `The list of expected failures could not be saved to ${path}: ${String(error)}`;
    }
  }

  #entriesIn(path: string, text: string | null): Entry[] {
    if (text === null) return [...this.#entries.values()];
    try {
      return fileSchema.parse(JSON.parse(text)).expected;
    } catch {
      setAside(path);
      return [...this.#entries.values()];
    }
  }
}
