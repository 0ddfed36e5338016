// Sends calls for an agent: its own connections, open as long as the agent is connected, with their own log in memory. Copies all traffic
// to the spool, which the owner of the log imports. Never asks the user.

import type { Results } from '../../../../shared/contract/api.ts';
import type { ServerConfig } from '../../../../shared/server/server-config.ts';
import type { RowDetail } from '../../../../shared/timeline.ts';
import type { WireEvent } from '../../../../shared/wire.ts';
import { openInspector } from '../../../app/open-inspector.ts';
import type { InspectorHandle, InspectorOptions } from '../../../inspector/inspector-handle.ts';
import { sendAndWait, settle } from '../../../inspector/send-and-wait.ts';

/** Receives a copy of the traffic of one connection. */
export interface Spool {
  event(event: WireEvent): void;
  close(waitMs: number): Promise<void>;
}

export interface SenderOptions {
  version: string;
  /** What the servers inherit. */
  surroundings: Pick<InspectorOptions, 'env' | 'folder'>;
  /** A copy for the log; `agent` is the sender. */
  openSpool: (config: ServerConfig, agent: string) => Spool;
  agent: () => string;
}

/** An error for the agent, in one sentence. `said` is foreign text about it, which is fenced. */
export class SendRefusal extends Error {
  readonly said: string;
  constructor(message: string, said = '') {
    super(message);
    this.said = said;
  }
}

export interface Reached {
  server: string;
  config: ServerConfig;
}

const spoolPatienceMs = 2000;

export class Sender {
  readonly #options: SenderOptions;
  readonly #spools = new Map<string, Spool>();
  readonly #configs = new Map<string, ServerConfig>();
  readonly #added = new Map<string, string>();
  #opening: Promise<InspectorHandle> | null = null;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** The server in this run's list, not connected yet. A changed entry is another server. */
  async add(config: ServerConfig): Promise<Reached> {
    const key = JSON.stringify(config);
    const known = this.#added.get(key);
    if (known !== undefined) return { server: known, config };
    const { api } = await this.#inspector();
    const added = await api.addServer({ config, connect: false });
    if (!added.ok) throw new SendRefusal(added.error.message);
    const { server } = added.value;
    this.#added.set(key, server);
    this.#configs.set(server, config);
    return { server, config };
  }

  configOf(server: string): ServerConfig | undefined {
    return this.#configs.get(server);
  }

  async connect(config: ServerConfig): Promise<Reached> {
    const reached = await this.add(config);
    const { api } = await this.#inspector();
    const first = await api.connect({ server: reached.server });
    if (first.ok) return reached;
    // A URL may use the older transport or the modern era, unless its entry says which.
    if (config.transport.kind === 'http' && config.era === undefined) {
      const found = await api.detectEra({ server: reached.server });
      if (found.ok && (await api.connect({ server: reached.server })).ok) return reached;
    }
    throw new SendRefusal(
      `${config.name} could not be reached. The tool doctor finds the first break.`,
      first.error.message,
    );
  }

  /** Sends one call and waits for its end. */
  async call(
    { server }: Reached,
    method: string,
    params: string,
    { timeoutMs, again }: { timeoutMs?: number | undefined; again?: boolean },
  ): Promise<RowDetail> {
    const sent = await sendAndWait(await this.#inspector(), {
      server,
      method,
      params,
      ...(again ? { again } : {}),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    if (!sent.ok) throw new SendRefusal('The call was not sent.', sent.error.message);
    return sent.value;
  }

  async settle<T>(look: () => Promise<T | null>): Promise<T> {
    return settle(await this.#inspector(), look);
  }

  async tools(server: string): Promise<Results['tools']['tools']> {
    const { api } = await this.#inspector();
    const listed = await api.tools({ server, refresh: false });
    return listed.ok ? listed.value.tools : [];
  }

  async api(): Promise<InspectorHandle['api']> {
    return (await this.#inspector()).api;
  }

  async close(): Promise<void> {
    await (await this.#opening)?.close();
    await Promise.all([...this.#spools.values()].map((spool) => spool.close(spoolPatienceMs)));
  }

  #inspector(): Promise<InspectorHandle> {
    this.#opening ??= openInspector({
      ...this.#options.surroundings,
      dataDir: '',
      version: this.#options.version,
      abilities: { openExternal: false, secureStorage: false },
      ephemeral: true,
      actor: 'agent',
      onRecord: (server, epoch, events) => {
        const config = this.#configs.get(server);
        if (!config) return;
        const spool = this.#spools.get(server) ?? this.#options.openSpool(config, this.#options.agent());
        this.#spools.set(server, spool);
        for (const event of events) spool.event({ ...event, server, epoch } as WireEvent);
      },
    });
    return this.#opening;
  }
}
