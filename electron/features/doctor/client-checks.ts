// Will it work in my client? Meets a server once per client, each time in a process or connection of its own. Owns who may run when: a run
// begins when the one before has ended, or only waits.

import { availableParallelism, loadavg } from 'node:os';
import { type ClientId, clientOfId } from '../../../shared/clients/clients.ts';
import type { Ask } from '../../../shared/contract/api.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import { type ClientVerdict, judgeClient, type MeasuredClient } from '../../../shared/features/doctor/client-check.ts';
import { environmentFor } from '../../../shared/features/doctor/client-environment.ts';
import { schemaRefusals } from '../../../shared/features/doctor/schema-refusals.ts';
import type { Json } from '../../../shared/json/json.ts';
import type { Connection, Connections } from '../../inspector/connections/connections.ts';
import { withServer } from '../../inspector/connections/with-server.ts';
import type { Recorder } from '../../inspector/log/recorder.ts';
import { DoctorEvidence } from './doctor-evidence.ts';
import { runOpening } from './opening-run.ts';
import type { CheckedEnvironment, ReadyTransport } from './variable-check.ts';

interface ClientCheckOptions {
  connections: Connections;
  recorder: Recorder;
  ready: (connection: Connection) => ReadyTransport;
  env: CheckedEnvironment;
  patience?: { startMs: number; listMs: number };
}

/** Longer than five of six clients wait for a start. A list is expected sooner: the server runs by then. */
const usualPatience = { startMs: 45_000, listMs: 15_000 };

export class ClientChecks {
  readonly #options: ClientCheckOptions;
  /** The last run of each server: the next one begins after it. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #running = new Map<string, Set<{ abort: AbortController; over: Promise<unknown> }>>();

  constructor(options: ClientCheckOptions) {
    this.#options = options;
  }

  readonly checkClient: Ask<'checkClient'> = withServer<'checkClient'>(
    () => this.#options.connections,
    async (connection, { client: id }) => {
      const client = clientOfId(id);
      if (client?.opening === undefined)
        return refused('not_found', `The opening of ${client?.name ?? id} has not been measured.`);
      const { verdict, stopped } = await this.#queue(connection, client as MeasuredClient & { id: ClientId });
      return stopped ? refused('refused', 'The check was stopped.') : done(verdict);
    },
  );

  async stop(server: string): Promise<void> {
    const running = [...(this.#running.get(server) ?? [])];
    for (const { abort } of running) abort.abort();
    await Promise.allSettled(running.map(({ over }) => over));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((server) => this.stop(server)));
  }

  async #queue(connection: Connection, client: MeasuredClient): Promise<{ verdict: ClientVerdict; stopped: boolean }> {
    const { id: server } = connection;
    const before = this.#turns.get(server) ?? Promise.resolve();
    const { promise: turn, resolve: next } = Promise.withResolvers<void>();
    this.#turns.set(server, turn);
    const abort = new AbortController();
    const over = before.then(() => this.#check(connection, client, abort.signal, next)).finally(next);
    const entry = { abort, over };
    const all = this.#running.get(server) ?? new Set();
    this.#running.set(server, all.add(entry));
    try {
      return { verdict: await over, stopped: abort.signal.aborted };
    } finally {
      all.delete(entry);
      if (all.size === 0) this.#running.delete(server);
      if (this.#turns.get(server) === turn) this.#turns.delete(server);
    }
  }

  async #check(
    connection: Connection,
    client: MeasuredClient,
    signal: AbortSignal,
    onIdle: () => void,
  ): Promise<ClientVerdict> {
    const { env } = this.#options;
    const passed = environmentFor(client.opening, env);
    const surroundings = {
      server: connection.config.name,
      notPassed: Object.keys(env).filter((name) => !(name in passed) && name.length > 3),
      isBusy: (loadavg()[0] ?? 0) > 2 * availableParallelism(),
      refusals: (tools: readonly Json[]) => schemaRefusals(tools, client.opening.tools),
    };
    const meet = async () => judgeClient(client, await this.#meet(connection, client, signal, onIdle), surroundings);
    const verdict = await meet();
    // A first start reads files that a second one finds in memory, and a busy machine is slow for a moment.
    return verdict.result === 'slow' && !signal.aborted ? await meet() : verdict;
  }

  #meet(connection: Connection, client: MeasuredClient, signal: AbortSignal, onIdle: () => void) {
    const { connections, recorder, ready, env, patience = usualPatience } = this.#options;
    const known = ready(connection);
    const { handshakeTimeoutMs } = connection.config;
    return runOpening(client.opening, {
      connections,
      connection,
      recorder,
      env,
      waitMs: handshakeTimeoutMs ?? patience.startMs,
      listMs: handshakeTimeoutMs ?? patience.listMs,
      evidence: new DoctorEvidence(known.ok ? known.secrets : []),
      signal,
      onIdle,
    });
  }
}
