// Implements the API for Misfire as a server of other programs. Everything shown of their settings is masked, because entries hold keys.

import { type Ask, done, refused } from '../../../shared/contract/api.ts';
import { Masker } from '../../../shared/mask/masker.ts';
import type { AgentSetup } from './agent-setup.ts';

export class AgentsApi {
  readonly #agents: AgentSetup;

  constructor(agents: AgentSetup) {
    this.#agents = agents;
  }

  readonly agentClients: Ask<'agentClients'> = async () => done({ clients: await this.#agents.list() });

  readonly addToClient: Ask<'addToClient'> = async ({ client }) => {
    const added = await this.#agents.add(client);
    if (!added.ok) return refused('refused', added.problem);
    const masker = new Masker();
    return done({
      ...added.value,
      lines: added.value.lines.map((line) => ({ ...line, text: masker.mask(line.text) })),
    });
  };

  readonly removeFromClient: Ask<'removeFromClient'> = async ({ client }) => {
    const removed = await this.#agents.remove(client);
    return removed.ok ? done(removed.value) : refused('refused', removed.problem);
  };
}
