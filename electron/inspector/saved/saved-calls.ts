// The last arguments the user sent to each tool, and the favorite calls, in `calls.json` in the data folder. Owns that file. Secrets never
// reach it: anything that looks like one is only kept in memory until exit.

import { join } from 'node:path';
import { z } from 'zod';
import type { KeptCall } from '../../../shared/api/views.ts';
import type { Ask } from '../../../shared/contract/api.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import { withoutSecrets } from '../../../shared/mask/without-secrets.ts';
import { changeFile, readIfThere, setFileAside } from './shared-file.ts';

const callSchema = z.object({
  server: z.string(),
  tool: z.string(),
  args: z.string(),
  left: z.array(z.string()).default([]),
  at: z.number(),
});
type Entry = z.infer<typeof callSchema>;
const fileSchema = z.object({ version: z.literal(1), last: z.array(callSchema), favourites: z.array(callSchema) });
type Kept = Pick<z.infer<typeof fileSchema>, 'last' | 'favourites'>;

const lastKept = 300;
const favouritesKept = 100;
/** Longer arguments are rarely used again. */
const longest = 50_000;

export class SavedCalls {
  readonly #path: string | null;
  #kept: Kept;
  /** As sent in this run, including secrets; by server and tool. */
  readonly #sent = new Map<string, string>();

  /** Without a folder they last only until exit. */
  constructor(dataDir: string | null) {
    this.#path = dataDir === null ? null : join(dataDir, 'calls.json');
    this.#kept = { last: [], favourites: [] };
    try {
      if (this.#path !== null) this.#kept = this.#read(readIfThere(this.#path));
    } catch {
      // The file may not be read; the next change reports that.
    }
  }

  readonly keptCalls: Ask<'keptCalls'> = async ({ server }) => {
    const own = (entries: readonly Entry[]) => entries.filter((entry) => entry.server === server).map(toView);
    const last = own(this.#kept.last).map((call) => {
      const sent = this.#sent.get(keyOf(server, call.tool));
      return sent === undefined ? call : { ...call, args: sent, left: [] };
    });
    return done({ last, favourites: own(this.#kept.favourites) });
  };

  readonly keepCall: Ask<'keepCall'> = async ({ server, tool, args, as, keep }) => {
    const safe = withoutSecrets(args.length > longest ? '' : args);
    const entry: Entry = { server, tool, args: safe.text, left: safe.left.slice(0, 20), at: Date.now() };
    if (as === 'last') this.#sent.set(keyOf(server, tool), args);
    const problem = this.#change((kept) => (as === 'last' ? withLast(kept, entry) : withFavourite(kept, entry, keep)));
    return problem === '' ? done(null) : refused('refused', problem);
  };

  forget(server: string): void {
    for (const key of [...this.#sent.keys()]) if (key.startsWith(`${server}\n`)) this.#sent.delete(key);
    const isOther = (entry: Entry) => entry.server !== server;
    if (this.#kept.last.every(isOther) && this.#kept.favourites.every(isOther)) return;
    this.#change(({ last, favourites }) => ({ last: last.filter(isOther), favourites: favourites.filter(isOther) }));
  }

  /** Applied to the current file: another copy of Misfire may have saved calls too. */
  #change(change: (kept: Kept) => Kept): string {
    if (this.#path === null) {
      this.#kept = change(this.#kept);
      return '';
    }
    try {
      changeFile(this.#path, (text) => {
        this.#kept = change(text === null ? this.#kept : this.#read(text));
        return `${JSON.stringify({ version: 1, ...this.#kept }, null, 2)}\n`;
      });
      return '';
    } catch (error) {
      return `Could not be written to ${this.#path}: ${String(error)}`;
    }
  }

  #read(text: string | null): Kept {
    if (text === null || this.#path === null) return { last: [], favourites: [] };
    try {
      const { last, favourites } = fileSchema.parse(JSON.parse(text));
      return { last, favourites };
    } catch {
      setFileAside(this.#path);
      return { last: [], favourites: [] };
    }
  }
}

const keyOf = (server: string, tool: string) => `${server}\n${tool}`;
const toView = ({ tool, args, left }: Entry): KeptCall => ({ tool, args, left });
const isSame = (a: Entry, b: Entry) => a.server === b.server && a.tool === b.tool;

function withLast(kept: Kept, entry: Entry): Kept {
  return { ...kept, last: [entry, ...kept.last.filter((other) => !isSame(other, entry))].slice(0, lastKept) };
}

/** Each once; newest first. */
function withFavourite(kept: Kept, entry: Entry, keep: boolean): Kept {
  const others = kept.favourites.filter((other) => !(isSame(other, entry) && other.args === entry.args));
  return { ...kept, favourites: (keep ? [entry, ...others] : others).slice(0, favouritesKept) };
}
