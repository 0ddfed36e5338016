// The API for servers and calls: adding, connecting, listing tools and calling. Owns the tool list of each session; connections.ts
// connects.

import type { Actor } from '../../shared/actors.ts';
import type { Ask } from '../../shared/contract/api.ts';
import { done, refused } from '../../shared/contract/api.ts';
import { parseJson } from '../../shared/json/json.ts';
import type { Connection, Connections } from './connections/connections.ts';
import { withServer } from './connections/with-server.ts';
import type { OfferService } from './offers/offer-service.ts';
import { listTools, type ToolList } from './offers/tool-list.ts';

interface ServerApiOptions {
  connections: Connections;
  offers: OfferService;
  /** The caller of this host. */
  actor: Actor;
  /** Ends what is running for a server that is about to be removed. */
  leave: (server: string) => Promise<unknown>;
  /** Deletes what is stored about a removed server. */
  forget: (server: string) => Promise<unknown>;
}

export class ServerApi {
  readonly #options: ServerApiOptions;
  readonly #connections = (): Connections => this.#options.connections;
  readonly #tools = new WeakMap<object, { list: Promise<ToolList>; version: number }>();

  constructor(options: ServerApiOptions) {
    this.#options = options;
  }

  readonly addServer: Ask<'addServer'> = async ({ config, connect, reuse }) => {
    const { connections } = this.#options;
    const connection = (reuse ? connections.alike(config) : undefined) ?? connections.add(config);
    if (connect) void connections.connect(connection);
    return done({ server: connection.id });
  };

  readonly removeServer: Ask<'removeServer'> = withServer<'removeServer'>(this.#connections, async (connection) => {
    const { connections, leave, forget } = this.#options;
    await leave(connection.id);
    await connections.remove(connection);
    await forget(connection.id);
    return done(null);
  });

  readonly connect: Ask<'connect'> = withServer<'connect'>(this.#connections, async (connection) => {
    if (connection.config.watched) return onlyWatched(connection);
    await this.#options.connections.connect(connection);
    return connected(connection);
  });

  readonly disconnect: Ask<'disconnect'> = withServer<'disconnect'>(this.#connections, async (connection) => {
    if (connection.config.watched) return onlyWatched(connection);
    await this.#options.connections.disconnect(connection);
    return done(null);
  });

  readonly restart: Ask<'restart'> = withServer<'restart'>(this.#connections, async (connection) => {
    if (connection.config.watched) return onlyWatched(connection);
    await this.#options.connections.restart(connection);
    return connected(connection);
  });

  readonly tools: Ask<'tools'> = withServer<'tools'>(this.#connections, async (connection, { refresh }) => {
    const list = await this.toolsOf(connection, refresh);
    return list ? done(list) : notConnected(connection);
  });

  readonly call: Ask<'call'> = withServer<'call'>(this.#connections, async (connection, wish) => {
    const { method, params, timeoutMs, progress, again } = wish;
    const session = await this.#options.connections.settled(connection);
    if (!session) return notConnected(connection);
    const parsed = parseJson(params === '' ? '{}' : params);
    if (!parsed.ok) return refused('bad_input', `The parameters are not JSON yet: ${parsed.problem}.`);
    // Inside valid JSON a line break is only white space, but on stdio it would end the message.
    const oneLine = params.replace(/[\r\n]+/g, ' ');
    // Also on a connection that another caller opened, such as the samples' tour.
    const actor = again ? 'replay' : this.#options.actor;
    const options = { progress, actor, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
    try {
      return done({ id: await this.#options.offers.send(session, method, oneLine, options) });
    } catch (problem) {
      if (session.isOpen) throw problem;
      return notConnected(connection);
    }
  });

  readonly cancel: Ask<'cancel'> = async ({ id }) => {
    const cancelled = this.#options.connections.list().some(({ session }) => session?.cancel(id));
    return cancelled ? done(null) : refused('not_found', 'That call is not open any more.');
  };

  /** null: not connected. */
  async toolsOf(connection: Connection, refresh: boolean): Promise<ToolList | null> {
    const session = await this.#options.connections.settled(connection);
    if (!session) return null;
    const version = session.memory.listVersion;
    const known = refresh ? undefined : this.#tools.get(session);
    // Concurrent callers share one request.
    if (known?.version === version) return known.list;
    const asked = { list: listTools(session, connection.config.name), version };
    this.#tools.set(session, asked);
    const list = await asked.list;
    if (list.problem !== '' && this.#tools.get(session) === asked) this.#tools.delete(session);
    return list;
  }
}

function connected({ state, reason }: Connection) {
  return state === 'connected' ? done(null) : refused('refused', reason || 'The connection was closed.');
}

function onlyWatched({ config }: Connection) {
  return refused(
    'refused',
    `This connection belongs to ${config.watched?.client}; Misfire only watches it. Replay a call to open one of your own.`,
  );
}

function notConnected({ config }: Connection) {
  if (config.watched) return onlyWatched({ config } as Connection);
  return refused('not_connected', `${config.name} is not connected. Connect it, then try again.`);
}
