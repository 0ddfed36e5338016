// The servers the user added, stored in `servers.json` in the data folder. Owns only that file. A file that cannot be read is renamed,
// never overwritten, because it may hold hours of work. Unknown fields of a newer version are kept, and so are changes by another copy of
// Misfire.

import { join } from 'node:path';
import { z } from 'zod';
import { isObject, type Json, type JsonObject, member } from '../../../shared/json/json.ts';
import { type ServerConfig, serverConfigSchema, transportSchema } from '../../../shared/server/server-config.ts';
import { changeFile, readIfThere, setFileAside } from '../saved/shared-file.ts';

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
  /** Number of entries in the file that this version cannot read. */
  #unread = 0;
  /** What this copy last read or wrote, by id: only differences from that are its own changes. */
  readonly #known = new Map<string, string>();

  /** Without a folder the list lasts only until exit. */
  constructor(dataDir: string | null) {
    this.#path = dataDir === null ? null : join(dataDir, 'servers.json');
  }

  /** What is wrong with the file, for the user; '' if nothing. */
  get notice(): string {
    const length = this.#unread;
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
    if (this.#path === null) return [];
    try {
      const servers = readEntries(readIfThere(this.#path)).entries.flatMap((entry) => this.#read(entry));
      for (const server of servers) this.#known.set(server.id, textOf(server));
      return servers;
    } catch (error) {
      this.#giveUp(this.#path, error);
      return [];
    }
  }

  /** Ids that the file has now; another copy may have taken some. */
  takenIds(): Set<string> {
    try {
      const { entries } = readEntries(this.#path === null ? null : readIfThere(this.#path));
      return new Set(entries.map((entry) => String(member(entry, 'id'))));
    } catch {
      return new Set();
    }
  }

  /** Saves this copy's changes and returns the servers that another copy added since. */
  save(servers: readonly SavedServer[]): SavedServer[] {
    const path = this.#path;
    if (path === null) return [];
    let others: SavedServer[] = [];
    try {
      changeFile(path, (text) => {
        const { entries, rest } = this.#entriesIn(path, text);
        this.#unread = 0;
        const merged = merge(entries, servers, this.#known);
        others = merged
          .flatMap((entry) => this.#read(entry))
          .filter(({ id }) => !this.#known.has(id) && !servers.some((own) => own.id === id));
        return `${JSON.stringify({ version: 1, ...rest, servers: merged }, null, 2)}\n`;
      });
      this.#trouble = '';
      this.#known.clear();
      for (const server of [...servers, ...others]) this.#known.set(server.id, textOf(server));
    } catch (error) {
      this.#trouble = `The list of servers could not be saved to ${path}: ${String(error)}`;
    }
    return others;
  }

  #entriesIn(path: string, text: string | null): Entries {
    try {
      return readEntries(text);
    } catch {
      // Damaged since it was read: it is kept under another name, and this copy's list is written as a new file.
      setFileAside(path);
      this.#known.clear();
      return readEntries(null);
    }
  }

  #giveUp(path: string, error: unknown): void {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    const aside = setFileAside(path);
    this.#trouble =
      aside === null
        ? `The list of servers in ${path} could not be read. ${reason}`
        : `The list of servers could not be read and was kept as ${aside}. ${reason}`;
  }

  #read(entry: Json): SavedServer[] {
    const read = serverSchema.safeParse(entry);
    if (read.success) return [read.data];
    this.#unread += 1;
    return [];
  }
}

interface Entries {
  entries: Json[];
  /** Fields of the file besides its version and its list. */
  rest: JsonObject;
}

/** Throws what is wrong with the text. */
function readEntries(text: string | null): Entries {
  if (text === null) return { entries: [], rest: {} };
  const { servers, version: _, ...rest } = fileSchema.parse(JSON.parse(text));
  return { entries: servers as Json[], rest: rest as JsonObject };
}

/** Normalized like an entry of the file, so that an explicit default does not count as a change. */
const textOf = (server: SavedServer): string => JSON.stringify(serverSchema.safeParse(server).data ?? server);

/** The file's entries with this copy's changes: what it added, changed or removed since its last read or write. */
function merge(entries: readonly Json[], servers: readonly SavedServer[], known: ReadonlyMap<string, string>): Json[] {
  const own = new Map(servers.map((server) => [server.id, server]));
  const merged: Json[] = [];
  for (const entry of entries) {
    const id = String(member(entry, 'id'));
    const server = own.get(id);
    own.delete(id);
    if (server && known.get(id) !== textOf(server))
      merged.push(withUnknown(server, unknownOf(entry as JsonObject)) as Json);
    // Removed here: known, but no longer in the list. All others stay as in the file.
    else if (server || !known.has(id)) merged.push(entry);
  }
  // New here. Known entries that are missing in the file were removed by another copy.
  for (const [id, server] of own) if (known.get(id) !== textOf(server)) merged.push(server as unknown as Json);
  return merged;
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

/** Unknown transport fields belong to its kind, so another kind starts without them. */
function withUnknown({ config, ...server }: SavedServer, unknown: Unknown): object {
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
