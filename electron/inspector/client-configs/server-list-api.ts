// The editable list of servers: read from text and from other programs' settings, changed, duplicated, exported. Starts nothing.

import type { Ask } from '../../../shared/contract/api.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import type { ServerConfig } from '../../../shared/server/server-config.ts';
import { readServersText } from '../../../shared/server-text/read-servers.ts';
import type { Connection, Connections } from '../connections/connections.ts';
import { describeEndpoint } from '../connections/server-view.ts';
import { withServer } from '../connections/with-server.ts';
import type { Machine } from './base-folder.ts';
import { exportServers } from './export-servers.ts';
import { findServers } from './find-servers.ts';

interface Options {
  connections: Connections;
  machine: Machine;
  /** Where secrets are stored, and how safe that is. */
  kept: () => { where: 'system' | 'file' | 'memory'; words: string };
  /** The configuration with its secrets, for a copy. Never shown. */
  reveal: (connection: Connection) => ServerConfig;
}

export class ServerListApi {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  readonly serverConfig: Ask<'serverConfig'> = withServer<'serverConfig'>(
    () => this.#options.connections,
    async ({ config }) => done({ config, kept: this.#options.kept() }),
  );

  readonly changeServer: Ask<'changeServer'> = withServer<'changeServer'>(
    () => this.#options.connections,
    async (connection, { config }) => {
      const { connections } = this.#options;
      const name = config.name.trim();
      if (name === '') return refused('bad_input', 'The server needs a name.');
      const taken = connections.list().some((other) => other !== connection && other.config.name === name);
      if (taken) return refused('bad_input', `Another server is called “${name}”. Choose another name.`);
      const before = connection.config;
      const next = { ...config, name };
      // Fields that the new configuration omits are removed.
      const cleared = Object.fromEntries(Object.keys(before).map((key) => [key, undefined]));
      // If the user changes how a sample is reached, it becomes their own server.
      const sample =
        before.sample !== undefined && sameTransport(next, before) ? { sample: before.sample } : { sample: undefined };
      connections.change(connection, { ...cleared, ...next, ...sample });
      return done(null);
    },
  );

  readonly duplicateServer: Ask<'duplicateServer'> = withServer<'duplicateServer'>(
    () => this.#options.connections,
    async (connection) => {
      const { connections, reveal } = this.#options;
      const names = new Set(connections.list().map(({ config }) => config.name));
      const base = connection.config.name.replace(/ \d+$/, '').slice(0, 190);
      let count = 2;
      while (names.has(`${base} ${count}`)) count += 1;
      return done({ server: connections.add({ ...reveal(connection), name: `${base} ${count}` }).id });
    },
  );

  readonly exportServers: Ask<'exportServers'> = async ({ servers }) => {
    const all = this.#options.connections.list();
    const missing = servers?.find((id) => !all.some((connection) => connection.id === id));
    if (missing !== undefined) return refused('not_found', `There is no server "${missing}" in the list.`);
    const chosen = servers === undefined ? all : all.filter(({ id }) => servers.includes(id));
    const exported = exportServers(chosen.map(({ config }) => config));
    return exported === null
      ? refused('refused', 'Other programs cannot use these servers: only Misfire starts them.')
      : done(exported);
  };

  readonly readServers: Ask<'readServers'> = async ({ text }) => {
    const { servers, problems } = readServersText(text);
    return done({
      servers: servers.map(({ project: _, ...entry }) => ({ ...entry, known: this.#isKnown(entry) })),
      problems,
    });
  };

  readonly findServers: Ask<'findServers'> = async ({ folder }) => {
    const { machine } = this.#options;
    return done({ configs: await findServers({ ...machine, folder, isKnown: (entry) => this.#isKnown(entry) }) });
  };

  #isKnown({ name, config }: { name: string; config: ServerConfig }): boolean {
    return this.#options.connections
      .list()
      .some(
        (known) =>
          known.config.name === name && describeEndpoint(known.config.transport) === describeEndpoint(config.transport),
      );
  }
}

const sameTransport = (one: ServerConfig, other: ServerConfig): boolean =>
  JSON.stringify(one.transport) === JSON.stringify(other.transport);
