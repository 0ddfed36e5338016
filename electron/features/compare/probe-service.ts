// The same mistake on every server: implements the API for provocations and runs of them. Owns the runs until Misfire exits.
// shared/features/compare/ plans the requests, probe-run.ts sends them, comparisons.ts and contracts.ts report the results.

import type { Ask } from '../../../shared/contract/api.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import type { Observation, ProbeView, ServerPlan } from '../../../shared/features/compare/probing.ts';
import { planServer, type ServerFacts } from '../../../shared/features/compare/provocations.ts';
import { isObject, type Json, parseJson } from '../../../shared/json/json.ts';
import { checkSchema } from '../../../shared/schema/check-schema.ts';
import type { Connection, Connections } from '../../inspector/connections/connections.ts';
import type { Logs } from '../../inspector/recordings/recordings.ts';
import { sampleConfig } from '../../inspector/sample-config.ts';
import { samples } from '../../samples/catalogue.ts';
import { ownProvocations } from './own-provocations.ts';
import { type ProbeResult, ProbeRun } from './probe-run.ts';
import { readServerFacts } from './server-facts.ts';
import { TappedSession } from './tapped-session.ts';

interface ProbeServiceOptions {
  logs: Logs;
  connections: Connections;
  onChange: () => void;
}

const memory = 20;

export class ProbeService {
  readonly #options: ProbeServiceOptions;
  readonly #runs = new Map<string, ProbeRun>();
  readonly #changed = new Set<ProbeRun>();
  readonly #planning = new Set<TappedSession>();
  #count = 0;
  #closed = false;

  constructor(options: ProbeServiceOptions) {
    this.#options = options;
  }

  takeChanged(): ProbeView[] | null {
    if (this.#changed.size === 0) return null;
    const views = [...this.#changed].map((run) => run.view());
    this.#changed.clear();
    return views;
  }

  /** Ends every run; nothing is sent after this. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#planning].map(({ session }) => session.close()));
    await Promise.all([...this.#runs.values()].map((run) => run.stop()));
  }

  readonly ownProvocations: Ask<'ownProvocations'> = async ({ server }) => {
    const connection = this.#options.connections.get(server);
    return connection ? done({ provocations: ownProvocations(connection) }) : noServer(server);
  };

  readonly saveProvocation: Ask<'saveProvocation'> = async ({ server, provocation }) => {
    const { connections } = this.#options;
    const connection = connections.get(server);
    if (!connection) return noServer(server);
    const parsed = parseJson(provocation.params === '' ? '{}' : provocation.params);
    if (!parsed.ok) return refused('bad_input', `The parameters are not JSON yet: ${parsed.problem}.`);
    if (!isObject(parsed.value) && !Array.isArray(parsed.value))
      return refused('bad_input', 'Parameters are a JSON object, as {"name": "…"}.');
    const others = (connection.config.provocations ?? []).filter(({ name }) => !sameName(name, provocation.name));
    connections.change(connection, { provocations: [...others, provocation] });
    return done(null);
  };

  readonly removeProvocation: Ask<'removeProvocation'> = async ({ server, name }) => {
    const { connections } = this.#options;
    const connection = connections.get(server);
    if (!connection) return noServer(server);
    const left = (connection.config.provocations ?? []).filter((it) => !sameName(it.name, name));
    connections.change(connection, { provocations: left });
    return done(null);
  };

  readonly planProbe: Ask<'planProbe'> = async ({ servers, tools, only }) => {
    const found = this.#find(servers);
    if ('missing' in found) return noServer(found.missing);
    const plans = await Promise.all(found.connections.map((connection) => this.#plan(connection, tools)));
    return done({
      plans: plans.map((plan) => ({
        ...plan,
        provocations: plan.provocations.filter(({ id }) => only === undefined || only.includes(id)),
      })),
    });
  };

  readonly startProbe: Ask<'startProbe'> = async ({ servers, tools, only }) => {
    const found = this.#find(servers);
    if ('missing' in found) return noServer(found.missing);
    return this.#start(found.connections, tools, only);
  };

  readonly probeSamples: Ask<'probeSamples'> = async ({ only }) => {
    const { connections } = this.#options;
    const five = samples
      .filter(({ inTour }) => inTour)
      .map((sample) => {
        const known = connections.list().find(({ config }) => config.sample === sample.id);
        return known ?? connections.add(sampleConfig(sample));
      });
    return this.#start(five, [], only);
  };

  readonly stopProbe: Ask<'stopProbe'> = async ({ probe }) => {
    const run = this.#runs.get(probe);
    if (!run) return noProbe();
    await run.stop();
    return done(null);
  };

  readonly probes: Ask<'probes'> = async () => done({ probes: [...this.#runs.values()].map((run) => run.view()) });

  /** The results of a run, each failure as currently decoded; null for an unknown run. */
  results(probe: string): ProbeResult[] | null {
    const results = this.#runs.get(probe)?.results();
    return results?.map((it) => ({ ...it, observations: it.observations.map((seen) => this.#refresh(seen)) })) ?? null;
  }

  #start(connections: Connection[], tools: readonly string[], only: readonly string[] | undefined) {
    if (this.#closed) return refused('refused', 'Misfire is closing.');
    this.#count += 1;
    const run: ProbeRun = new ProbeRun({
      id: `probe-${this.#count}`,
      log: this.#options.logs.live,
      connections: this.#options.connections,
      servers: connections,
      tools,
      only,
      readFacts: (connection, tapped) => this.#facts(connection, tapped),
      plan: (facts) => this.#planFrom(facts, tools),
      onChange: () => {
        this.#changed.add(run);
        this.#options.onChange();
      },
    });
    this.#runs.set(run.id, run);
    for (const [id, old] of this.#runs) {
      if (this.#runs.size <= memory) break;
      if (old.isOver) this.#runs.delete(id);
    }
    run.start();
    this.#changed.add(run);
    this.#options.onChange();
    return done({ probe: run.id });
  }

  async #plan(connection: Connection, tools: readonly string[]): Promise<ServerPlan> {
    const tapped = new TappedSession(this.#options.connections, connection, this.#options.logs.live);
    this.#planning.add(tapped);
    try {
      await tapped.session.start();
      return this.#planFrom(await this.#facts(connection, tapped), tools);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      const { id, config } = connection;
      return { server: id, name: config.name, revision: null, provocations: [], spared: [], problem };
    } finally {
      await tapped.session.close();
      this.#planning.delete(tapped);
    }
  }

  #planFrom(facts: ServerFacts, tools: readonly string[]): ServerPlan {
    const fails = (schema: Json, args: Json) => checkSchema(schema, args).length > 0;
    return planServer(facts, { allowed: tools, fails });
  }

  #facts(connection: Connection, tapped: TappedSession): Promise<ServerFacts> {
    return readServerFacts(tapped.session, {
      server: connection.id,
      name: connection.config.name,
      transport: connection.config.transport,
      hasSession: tapped.hasSessionId,
      own: ownProvocations(connection),
    });
  }

  #find(servers: readonly string[]): { connections: Connection[] } | { missing: string } {
    const found = servers.map((server) => this.#options.connections.get(server) ?? server);
    const missing = found.find((it) => typeof it === 'string');
    return missing === undefined ? { connections: [...new Set(found as Connection[])] } : { missing };
  }

  /** More may be known about a failure now than when it was observed. */
  #refresh(observation: Observation): Observation {
    if (observation.row === null || observation.state !== 'failed') return observation;
    return {
      ...observation,
      failure: this.#options.logs.logOf(observation.row).failureOf(observation.row) ?? observation.failure,
    };
  }
}

const sameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();
const noServer = (server: string) => refused('not_found', `There is no server "${server}" in the list.`);
/** The answer to any request about a run that was dropped. */
export const noProbe = () => refused('not_found', 'There is no such probe run any more. Run it again.');
