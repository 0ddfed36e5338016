// The API for missing variables of a server: lists existing values, and saves them with the server, for this run, or in its client's
// settings.

import type { VariableValues } from '../../../shared/api/variables.ts';
import type { Ask } from '../../../shared/contract/api.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import { withWords } from '../../../shared/server/launch-words.ts';
import type { ServerConfig, TransportConfig } from '../../../shared/server/server-config.ts';
import { namesSecret } from '../../../shared/server-text/likely-secrets.ts';
import type { Connection, Connections } from '../../inspector/connections/connections.ts';
import { withServer } from '../../inspector/connections/with-server.ts';
import type { ClientVariables } from './client-variables.ts';
import type { VariableFinder } from './variable-finder.ts';

interface Options {
  connections: Connections;
  /** How the server is currently reached. */
  transportOf: (config: ServerConfig) => TransportConfig;
  finder: VariableFinder;
  clients: ClientVariables;
}

type Filled = { ok: true; values: Record<string, string> } | { ok: false; problem: string };

export class VariableService {
  readonly #options: Options;
  readonly #connections = (): Connections => this.#options.connections;

  constructor(options: Options) {
    this.#options = options;
  }

  readonly variableOffers: Ask<'variableOffers'> = withServer<'variableOffers'>(
    this.#connections,
    async ({ config }, { names }) => {
      const { finder, clients, transportOf } = this.#options;
      const [offers, client] = await Promise.all([finder.offers(transportOf(config), names), clients.target(config)]);
      return done({ offers, client });
    },
  );

  readonly setVariables: Ask<'setVariables'> = withServer<'setVariables'>(
    this.#connections,
    async (connection, { values, words, keep }) => {
      const { config } = connection;
      const { transport } = config;
      if (config.watched) return refused('refused', 'This server belongs to a client. Save the variables there.');
      if (!('env' in transport))
        return refused('refused', 'This server is reached by an address: it has no variables.');
      const filled = await this.#fill(connection, values);
      if (!filled.ok) return refused('refused', filled.problem);
      if (keep === 'run') {
        this.#options.connections.setForRun(connection, { env: filled.values, words });
        return done(null);
      }
      const secrets = new Set(config.secrets ?? []);
      // Values that the user did not type were never shown, and stay hidden.
      for (const [name, given] of Object.entries(values))
        if ('from' in given || namesSecret(name)) secrets.add(`env:${name}`);
      this.#options.connections.change(connection, {
        transport: withWords({ ...transport, env: { ...transport.env, ...filled.values } }, words),
        secrets: [...secrets],
      });
      return done(null);
    },
  );

  readonly planClientVariables: Ask<'planClientVariables'> = withServer<'planClientVariables'>(
    this.#connections,
    async ({ config }, { names, words }) => {
      const plan = await this.#options.clients.plan(config, names, words);
      return plan.ok ? done(plan.value) : refused('refused', plan.problem);
    },
  );

  readonly saveClientVariables: Ask<'saveClientVariables'> = withServer<'saveClientVariables'>(
    this.#connections,
    async (connection, { values, words }) => {
      const filled = await this.#fill(connection, values);
      if (!filled.ok) return refused('refused', filled.problem);
      const { config } = connection;
      const saved = await this.#options.clients.save(config, filled.values, words);
      if (!saved.ok) return refused('refused', saved.problem);
      // Misfire's own copy of the server starts what its client starts.
      if (!config.watched && Object.keys(words).length > 0)
        this.#options.connections.change(connection, { transport: withWords(config.transport, words) });
      return done(saved.value);
    },
  );

  readonly undoClientVariables: Ask<'undoClientVariables'> = withServer<'undoClientVariables'>(
    this.#connections,
    async ({ config }) => {
      const undone = await this.#options.clients.undo(config);
      return undone.ok ? done(undone.value) : refused('refused', undone.problem);
    },
  );

  async #fill({ config }: Connection, given: VariableValues): Promise<Filled> {
    const transport = this.#options.transportOf(config);
    const values: Record<string, string> = {};
    for (const [name, each] of Object.entries(given)) {
      const value = 'value' in each ? each.value : await this.#options.finder.value(transport, name, each.from);
      if (value === undefined) return { ok: false, problem: `${name} is not there any more. Type its value.` };
      values[name] = value;
    }
    return { ok: true, values };
  }
}
