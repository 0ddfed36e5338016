// The servers a person added, kept in `servers.json` in the data folder. Owns that file and nothing else.
// A file that cannot be read is set aside under another name, never overwritten: it may hold an afternoon's work.

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type ServerConfig, serverConfigSchema } from '../../shared/server-config.ts';

export interface SavedServer {
  id: string;
  colour: number;
  config: ServerConfig;
}

const fileSchema = z.object({
  version: z.literal(1),
  servers: z.array(z.object({ id: z.string(), colour: z.number().int(), config: serverConfigSchema })),
});

export class SavedServers {
  readonly #path: string | null;
  /** What went wrong with the file, for the person; '' when nothing did. */
  notice = '';

  /** Without a folder nothing is kept beyond the run. */
  constructor(dataDir: string | null) {
    this.#path = dataDir === null ? null : join(dataDir, 'servers.json');
  }

  load(): SavedServer[] {
    if (this.#path === null || !existsSync(this.#path)) return [];
    try {
      return fileSchema.parse(JSON.parse(readFileSync(this.#path, 'utf8'))).servers;
    } catch (error) {
      const aside = `${this.#path}.unreadable-${Date.now()}`;
      const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      try {
        renameSync(this.#path, aside);
        this.notice = `The list of servers could not be read and was kept as ${aside}. ${reason}`;
      } catch {
        this.notice = `The list of servers in ${this.#path} could not be read. ${reason}`;
      }
      return [];
    }
  }

  save(servers: readonly SavedServer[]): void {
    if (this.#path === null) return;
    try {
      mkdirSync(join(this.#path, '..'), { recursive: true, mode: 0o700 });
      // Written beside and renamed, so that a crash leaves the old list or the new one, never half of one.
      const draft = `${this.#path}.draft`;
      writeFileSync(draft, `${JSON.stringify({ version: 1, servers }, null, 2)}\n`, { mode: 0o600 });
      renameSync(draft, this.#path);
      this.notice = '';
    } catch (error) {
      this.notice = `The list of servers could not be saved to ${this.#path}: ${String(error)}`;
    }
  }
}
