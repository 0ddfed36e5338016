// Which server in the list a watching process belongs to. One per client and server; concurrent processes (Claude Desktop starts each
// server twice) are kept separate. Owns the state of these servers; the follower owns their traffic.

import type { JsonObject } from '../../../shared/json/json.ts';
import { type ServerConfig, serverConfigSchema } from '../../../shared/server/server-config.ts';

interface Listed {
  readonly id: string;
  config: ServerConfig;
}

/** The part of the server list that is needed here. */
export interface WatchedServerList {
  list(): Listed[];
  get(id: string): Listed | undefined;
  add(config: ServerConfig): Listed;
  showWatched(id: string, state: 'connected' | 'exited', reason: string): void;
}

interface WatchedRun {
  server: string;
  client: string;
  /** Calls of an agent through Misfire rather than a client's own. */
  byAgent: boolean;
  command: string[];
  cwd: string | undefined;
  url: string | undefined;
  isOld: boolean;
  pid: number | null;
}

export function readWatchedRun(header: JsonObject): WatchedRun {
  const { server, client, by, command, cwd, pid, url, transport } = header;
  const words = Array.isArray(command) ? command.filter((word) => typeof word === 'string') : [];
  return {
    server: typeof server === 'string' && server !== '' ? server.slice(0, 150) : 'server',
    client: typeof client === 'string' ? client.slice(0, 60) : '',
    byAgent: by === 'agent',
    command: words,
    cwd: typeof cwd === 'string' ? cwd : undefined,
    url: typeof url === 'string' ? url : undefined,
    isOld: transport === 'sse',
    pid: typeof pid === 'number' ? pid : null,
  };
}

export class WatchedServers {
  readonly #connections: WatchedServerList;
  /** Active runs, by server. */
  readonly #running = new Map<string, string>();

  constructor(connections: WatchedServerList) {
    this.#connections = connections;
  }

  /** The server for a run: a free one of the same client and name, or a new one. */
  place(run: string, wanted: WatchedRun, isOver: (run: string) => boolean): Listed {
    const client = nameOf(wanted);
    const known = this.#connections
      .list()
      .find(
        ({ id, config }) =>
          config.watched?.client === client &&
          config.watched.server === wanted.server &&
          this.#isFree(id, wanted, isOver),
      );
    const connection = known ?? this.#connections.add(configOf(wanted, client));
    this.begin(connection.id, run);
    return connection;
  }

  /** All connections of an agent share a server; a client's second concurrent process gets its own. */
  #isFree(server: string, { byAgent }: WatchedRun, isOver: (run: string) => boolean): boolean {
    const running = this.#running.get(server);
    return running === undefined || byAgent || isOver(running);
  }

  begin(server: string, run: string): void {
    this.#running.set(server, run);
    this.#move(server, 'connected', '');
  }

  end(server: string, run: string, reason: string): void {
    if (this.#running.get(server) !== run) return;
    this.#running.delete(server);
    this.#move(server, 'exited', reason);
  }

  #move(server: string, state: 'connected' | 'exited', reason: string): void {
    this.#connections.showWatched(server, state, reason);
  }
}

/** The owner of the connection in the list. */
function nameOf({ client, byAgent }: WatchedRun): string {
  if (byAgent) return client === '' ? 'an agent' : `${client.slice(0, 40)} through Misfire`;
  return client === '' ? 'a client' : client;
}

function configOf({ server, command, cwd, url, isOld }: WatchedRun, client: string) {
  const [program = 'unknown', ...args] = command;
  return serverConfigSchema.parse({
    name: `${server} (${client})`,
    watched: { client, server },
    transport:
      url === undefined
        ? { kind: 'stdio', command: program, args, ...(cwd === undefined ? {} : { cwd }) }
        : { kind: isOld ? 'sse' : 'http', url },
  });
}
