// The servers a person added, kept in `servers.json` in the data folder. Owns that file and nothing else.
// A file that cannot be read is set aside under another name, never overwritten: it may hold an afternoon's work. What a newer
// version wrote and this one does not know is kept as it stands.

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isObject, type Json, type JsonObject, member } from '../../shared/json.ts';
import { type ServerConfig, serverConfigSchema, transportSchema } from '../../shared/server-config.ts';

export interface SavedServer {
  id: string;
  colour: number;
  config: ServerConfig;
}

const fileSchema = z.looseObject({ version: z.literal(1), servers: z.array(z.unknown()) });
const serverSchema = z.object({ id: z.string(), colour: z.number().int(), config: serverConfigSchema });

export class SavedServers {
  readonly #path: string | null;
  #trouble = '';
  /** Entries of the file that this version cannot read, and what it does not know of the others. */
  #unread: Json[] = [];
  readonly #unknown = new Map<string, Unknown>();
  #file: JsonObject = {};

  /** Without a folder nothing is kept beyond the run. */
  constructor(dataDir: string | null) {
    this.#path = dataDir === null ? null : join(dataDir, 'servers.json');
  }

  /** What went wrong with the file, for the person; '' when nothing did. */
  get notice(): string {
    const { length } = this.#unread;
    if (length === 0) return this.#trouble;
    const what = length === 1 ? 'One server in the list' : `${length} servers in the list`;
    return [
      `${what} cannot be read by this version of Misfire; the file keeps ${length === 1 ? 'it' : 'them'}.`,
      this.#trouble,
    ]
      .filter(Boolean)
      .join(' ');
  }

  load(): SavedServer[] {
    if (this.#path === null || !existsSync(this.#path)) return [];
    try {
      const { servers, version: _, ...rest } = fileSchema.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
      this.#file = rest as JsonObject;
      return servers.flatMap((entry) => this.#read(entry as Json));
    } catch (error) {
      const aside = `${this.#path}.unreadable-${Date.now()}`;
      const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      try {
        renameSync(this.#path, aside);
        this.#trouble = `The list of servers could not be read and was kept as ${aside}. ${reason}`;
      } catch {
        this.#trouble = `The list of servers in ${this.#path} could not be read. ${reason}`;
      }
      return [];
    }
  }

  save(servers: readonly SavedServer[]): void {
    if (this.#path === null) return;
    try {
      mkdirSync(join(this.#path, '..'), { recursive: true, mode: 0o700 });
      const entries = [...servers.map((server) => withUnknown(server, this.#unknown.get(server.id))), ...this.#unread];
      // Written beside and renamed, so that a crash leaves the old list or the new one, never half of one.
      const draft = `${this.#path}.draft`;
      const text = JSON.stringify({ version: 1, ...this.#file, servers: entries }, null, 2);
      writeFileSync(draft, `${text}\n`, { mode: 0o600 });
      renameSync(draft, this.#path);
      this.#trouble = '';
    } catch (error) {
      this.#trouble = `The list of servers could not be saved to ${this.#path}: ${String(error)}`;
    }
  }

  #read(entry: Json): SavedServer[] {
    const read = serverSchema.safeParse(entry);
    if (!read.success) {
      this.#unread.push(entry);
      return [];
    }
    this.#unknown.set(read.data.id, unknownOf(entry as JsonObject));
    return [read.data];
  }
}

interface Unknown {
  server: JsonObject;
  config: JsonObject;
  transport: JsonObject;
  kind: string;
}

function unknownOf(entry: JsonObject): Unknown {
  const config = member(entry, 'config');
  const transport = member(config, 'transport');
  const kind = String(member(transport, 'kind'));
  return {
    server: without(entry, Object.keys(serverSchema.shape)),
    config: without(config, Object.keys(serverConfigSchema.shape)),
    transport: without(transport, transportNames(kind)),
    kind,
  };
}

/** What the transport has belongs to its kind: another kind starts anew. */
function withUnknown({ config, ...server }: SavedServer, unknown: Unknown | undefined): object {
  if (!unknown) return { ...server, config };
  const transport =
    config.transport.kind === unknown.kind ? { ...unknown.transport, ...config.transport } : config.transport;
  return { ...unknown.server, ...server, config: { ...unknown.config, ...config, transport } };
}

const transportNames = (kind: string): string[] =>
  transportSchema.options.flatMap(({ shape }) => (shape.kind.value === kind ? Object.keys(shape) : []));

function without(value: Json | undefined, names: readonly string[]): JsonObject {
  const rest = isObject(value) ? Object.entries(value).filter(([name]) => !names.includes(name)) : [];
  return Object.fromEntries(rest);
}
