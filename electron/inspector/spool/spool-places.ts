// How far each spool file was read, and which server each watching process became: `spool/places.json`. Written after every portion, so
// that the next start continues where this one ended.

import { join } from 'node:path';
import { z } from 'zod';
import { readForeignText } from '../../foreign-files/foreign-file.ts';
import { replaceFile } from '../saved/shared-file.ts';

const schema = z.object({
  version: z.literal(1),
  files: z.record(z.string(), z.number().int().min(0)),
  runs: z.record(
    z.string(),
    z.object({
      server: z.string(),
      epochs: z.record(z.string(), z.number().int()),
      ended: z.boolean(),
      /** The caller of the run, if it was not a watched client. */
      by: z.literal('agent').optional(),
    }),
  ),
});
export type RunPlace = z.infer<typeof schema>['runs'][string];

export class SpoolPlaces {
  readonly #path: string;
  readonly files = new Map<string, number>();
  readonly runs = new Map<string, RunPlace>();

  constructor(folder: string) {
    this.#path = join(folder, 'places.json');
    try {
      const { files, runs } = schema.parse(JSON.parse(readForeignText(this.#path)));
      for (const [name, place] of Object.entries(files)) this.files.set(name, place);
      for (const [run, place] of Object.entries(runs)) this.runs.set(run, place);
    } catch {
      // Missing or unreadable: the spool is read from its beginning.
    }
  }

  /** Drops files that are gone, and runs without files. */
  retain(files: ReadonlySet<string>, runs: ReadonlySet<string>): void {
    for (const name of this.files.keys()) if (!files.has(name)) this.files.delete(name);
    for (const run of this.runs.keys()) if (!runs.has(run)) this.runs.delete(run);
  }

  save(): void {
    const value = { version: 1, files: Object.fromEntries(this.files), runs: Object.fromEntries(this.runs) };
    try {
      replaceFile(this.#path, JSON.stringify(value));
    } catch {
      // A full disk: the next start reads some of it again.
    }
  }
}
