// The servers and their connections: who is there, in which state, and the session behind each.
// Owns ids, colours, epochs and state changes. What is said on a connection belongs to session/, what was said to log/.

import type { ServerState } from '../../shared/api.ts';
import type { ServerConfig, TransportConfig } from '../../shared/server-config.ts';
import { createTransport } from '../transports/create-transport.ts';
import type { Recording } from './contract.ts';
import type { SavedServer, SavedServers } from './saved-servers.ts';
import { Session, type SessionOptions } from './session/session.ts';

export interface Connection {
  readonly id: string;
  readonly colour: number;
  config: ServerConfig;
  state: ServerState;
  /** Why it failed or ended, in one sentence. */
  reason: string;
  session: Session | null;
}

interface Options {
  recording: Recording;
  saved: SavedServers;
  version: string;
  /** The next free epoch of a server; epochs go on counting over restarts of the app. */
  nextEpoch: (server: string) => number;
  /** How the server is reached today: the saved transport, except for samples, which move with the app. */
  transportOf: (config: ServerConfig) => TransportConfig;
  onChange: () => void;
}

const colours = 8;

export class Connections {
  readonly #options: Options;
  readonly #connections = new Map<string, Connection>();
  /** Whoever asks for a connection that is being made waits for that one. */
  readonly #connecting = new WeakMap<Connection, Promise<void>>();

  constructor(options: Options) {
    this.#options = options;
    for (const saved of options.saved.load()) this.#put(saved);
  }

  list(): Connection[] {
    return [...this.#connections.values()];
  }

  get(id: string): Connection | undefined {
    return this.#connections.get(id);
  }

  add(config: ServerConfig): Connection {
    const name = free(config.name, ' ', (candidate) => this.list().some((known) => known.config.name === candidate));
    const connection = this.#put({
      // Readable, because it stays in the log when the server itself is removed.
      id: free(slug(name), '-', (candidate) => this.#connections.has(candidate)),
      colour: this.#freeColour(),
      config: { ...config, name },
    });
    this.#changed();
    return connection;
  }

  /** Keeps what a person changed about a server; a connection that is open goes on as it is. */
  change(connection: Connection, settings: Partial<ServerConfig>): void {
    connection.config = { ...connection.config, ...settings };
    this.#changed();
  }

  async remove(connection: Connection): Promise<void> {
    await this.disconnect(connection);
    this.#connections.delete(connection.id);
    this.#changed();
  }

  /** Resolves when the handshake is done or has failed; the state and reason say which. */
  connect(connection: Connection): Promise<void> {
    if (connection.state === 'connected') return Promise.resolve();
    const connecting = connection.state === 'connecting' ? this.#connecting.get(connection) : undefined;
    if (connecting) return connecting;
    const begun = this.#connect(connection);
    this.#connecting.set(connection, begun);
    return begun;
  }

  async #connect(connection: Connection): Promise<void> {
    if (connection.state === 'closing') await connection.session?.close();
    const session = this.createSession(connection, {
      onEnded: (reason) => this.#ended(connection, session, reason),
    });
    connection.session = session;
    this.#move(connection, 'connecting', '');
    try {
      await session.start();
      if (connection.session === session) this.#move(connection, 'connected', '');
    } catch (error) {
      if (connection.session !== session) return;
      this.#move(connection, 'failed', error instanceof Error ? error.message : String(error));
      await session.close();
    }
  }

  /** A session of its own to the same server, beside the one that people use. Whoever asks for it starts and closes it. */
  createSession(connection: Connection, parts: Partial<Pick<SessionOptions, 'recording' | 'onEnded'>> = {}): Session {
    return new Session({
      server: connection.id,
      epoch: this.#options.nextEpoch(connection.id),
      recording: this.#options.recording,
      createTransport: (onEvents) =>
        createTransport(this.#options.transportOf(connection.config), onEvents, connection.config.keepCredentials),
      clientInfo: { name: 'misfire', version: this.#options.version },
      callTimeoutMs: connection.config.callTimeoutMs,
      ...parts,
    });
  }

  async disconnect(connection: Connection): Promise<void> {
    const { session } = connection;
    if (!session) return;
    this.#move(connection, 'closing', '');
    await session.close();
    if (connection.session !== session) return;
    connection.session = null;
    this.#move(connection, 'idle', '');
  }

  async restart(connection: Connection): Promise<void> {
    await this.disconnect(connection);
    await this.connect(connection);
  }

  async closeAll(): Promise<void> {
    await Promise.all(this.list().map((connection) => connection.session?.close()));
  }

  /** The server ended by itself. A failure to connect and an end we asked for are told elsewhere. */
  #ended(connection: Connection, session: Session, reason: string): void {
    if (connection.session !== session || connection.state !== 'connected') return;
    this.#move(connection, 'exited', reason);
  }

  /** The one that fewest servers have, so that neighbours differ also after one was removed. */
  #freeColour(): number {
    const used = Array.from(
      { length: colours },
      (_, colour) => this.list().filter((it) => it.colour === colour).length,
    );
    return used.indexOf(Math.min(...used));
  }

  #put(saved: SavedServer): Connection {
    const connection: Connection = { ...saved, state: 'idle', reason: '', session: null };
    this.#connections.set(connection.id, connection);
    return connection;
  }

  #move(connection: Connection, state: ServerState, reason: string): void {
    connection.state = state;
    connection.reason = reason;
    this.#options.onChange();
  }

  #changed(): void {
    this.#options.saved.save(this.list().map(({ id, colour, config }) => ({ id, colour, config })));
    this.#options.onChange();
  }
}

function free(wanted: string, gap: string, isTaken: (candidate: string) => boolean): string {
  let name = wanted;
  for (let count = 2; isTaken(name); count += 1) name = `${wanted}${gap}${count}`;
  return name;
}

function slug(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'server'
  );
}
