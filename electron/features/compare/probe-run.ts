// One probe run over several servers. Opens a new connection to each and sends its provocations one by one at a low rate. Can be stopped at
// any time. Owns progress. The requests were planned before; results are stored as observations.

import { setTimeout as sleep } from 'node:timers/promises';
import { count } from '../../../shared/exchange/clip.ts';
import type {
  Observation,
  PlannedProvocation,
  ProbeServerView,
  ProbeView,
  ServerPlan,
} from '../../../shared/features/compare/probing.ts';
import type { ServerFacts } from '../../../shared/features/compare/provocations.ts';
import type { Connection, Connections } from '../../inspector/connections/connections.ts';
import type { Log } from '../../inspector/log/log.ts';
import { now } from '../../transports/clock.ts';
import { patience, provoke } from './provoke.ts';
import { TappedSession } from './tapped-session.ts';

/** At most ten per second to each server. */
const gapMs = 100;
/** A second start may take this many times as long as the first, on a busy machine. */
const slowerStart = 3;
const atOnce = 6;
/** After this many unanswered calls in a row, the server has stopped responding. Waiting for the rest would take minutes. */
const silencesInARow = 3;

interface ProbeParts {
  id: string;
  log: Log;
  connections: Connections;
  servers: Connection[];
  tools: readonly string[];
  only: readonly string[] | undefined;
  readFacts: (connection: Connection, tapped: TappedSession) => Promise<ServerFacts>;
  plan: (facts: ServerFacts) => ServerPlan;
  onChange: () => void;
}

interface Lane {
  connection: Connection;
  view: ProbeServerView;
  revision: string | null;
  observations: Observation[];
  /** Ordinary calls in a row without a response. */
  unanswered: number;
}

/** How one server reacted to everything that was sent. */
export interface ProbeResult {
  connection: Connection;
  revision: string | null;
  /** Why it could not be tested; '' if it could. */
  problem: string;
  observations: Observation[];
}

export class ProbeRun {
  readonly id: string;
  readonly #parts: ProbeParts;
  readonly #lanes: Lane[];
  readonly #stop = new AbortController();
  readonly #open = new Set<TappedSession>();
  readonly #startedAt = now();
  #endedAt: number | null = null;
  #finished: Promise<void> = Promise.resolve();

  constructor(parts: ProbeParts) {
    this.id = parts.id;
    this.#parts = parts;
    this.#lanes = parts.servers.map((connection) => ({
      connection,
      view: {
        server: connection.id,
        name: connection.config.name,
        state: 'waiting',
        problem: '',
        done: 0,
        total: 0,
        leftOut: 0,
        current: '',
      },
      revision: null,
      observations: [],
      unanswered: 0,
    }));
  }

  start(): void {
    const waiting = [...this.#lanes];
    const work = async () => {
      for (let lane = waiting.shift(); lane; lane = waiting.shift()) await this.#probe(lane);
    };
    this.#finished = Promise.all(Array.from({ length: atOnce }, work)).then(() => {
      this.#endedAt = now();
      this.#parts.onChange();
    });
  }

  /** Sends nothing more; resolves when every connection of the run is closed. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#open].map(({ session }) => session.close()));
    await this.#finished;
  }

  get isOver(): boolean {
    return this.#endedAt !== null;
  }

  get finished(): Promise<void> {
    return this.#finished;
  }

  /** In the order of the servers. */
  results(): ProbeResult[] {
    return this.#lanes.map(({ connection, revision, view, observations }) => ({
      connection,
      revision,
      problem: view.problem,
      observations,
    }));
  }

  view(): ProbeView {
    const servers = this.#lanes.map(({ view }) => ({ ...view }));
    const done = servers.reduce((sum, server) => sum + server.done, 0);
    const total = servers.reduce((sum, server) => sum + server.total, 0);
    const state = !this.isOver ? 'running' : this.#stop.signal.aborted ? 'stopped' : 'done';
    const failures = this.#lanes
      .flatMap(({ observations }) => observations)
      .filter((it) => it.state === 'failed').length;
    const unreachable = servers.filter((server) => server.state === 'failed').length;
    const tried = servers.filter((server) => server.state !== 'failed' || server.done > 0).length;
    const missing = unreachable > 0 ? ` ${count(unreachable, 'server')} could not be tried.` : '';
    const words =
      state === 'running'
        ? `${done} of ${total || '…'} sent.`
        : `${count(done, 'provocation')} sent to ${count(tried, 'server')}, ${count(failures, 'failure')} seen.${missing}`;
    return {
      id: this.id,
      tools: [...this.#parts.tools],
      state,
      startedAt: this.#startedAt,
      endedAt: this.#endedAt,
      servers,
      done,
      total,
      words,
    };
  }

  async #probe(lane: Lane): Promise<void> {
    const { view } = lane;
    let current: TappedSession | null = null;
    try {
      if (this.#stopped(lane)) return;
      this.#update(lane, { state: 'connecting' });
      const began = performance.now();
      current = await this.#connect(lane.connection, true);
      const startMs = performance.now() - began;
      const facts = await this.#parts.readFacts(lane.connection, current);
      lane.revision = facts.revision;
      const planned = this.#choose(this.#parts.plan(facts).provocations);
      for (const it of planned.filter(({ leftOut }) => leftOut !== ''))
        lane.observations.push(await provoke(this.#parts.log, view.server, current, it));
      const sent = planned.filter(({ leftOut }) => leftOut === '');
      this.#update(lane, { state: 'running', total: sent.length, leftOut: planned.length - sent.length });
      const ordinary = sent.filter(({ way }) => way === 'call');
      const broken = sent.filter(({ way }) => way === 'raw' || way === 'http');
      for (const it of [...ordinary, ...broken]) {
        if (this.#stopped(lane)) return;
        if (!current.session.isOpen) {
          await this.#close(current);
          current = await this.#connect(lane.connection, true);
        }
        await this.#one(lane, current, it);
      }
      await this.#close(current);
      current = null;
      for (const it of sent.filter(({ way }) => way === 'bare')) {
        if (this.#stopped(lane)) return;
        if (!current?.session.isOpen) current = await this.#connect(lane.connection, false, startMs * slowerStart);
        await this.#one(lane, current, it);
      }
      this.#update(lane, { state: 'done', current: '' });
    } catch (error) {
      if (this.#stopped(lane)) return;
      const problem = error instanceof Error ? error.message : String(error);
      this.#update(lane, { state: 'failed', problem, current: '' });
    } finally {
      if (current) await this.#close(current);
    }
  }

  async #one(lane: Lane, tapped: TappedSession, planned: PlannedProvocation): Promise<void> {
    this.#update(lane, { current: planned.name });
    const { signal } = this.#stop;
    const limit = lane.unanswered > 0 ? patience.afterSilence : patience[planned.kind];
    const observation = await provoke(this.#parts.log, lane.view.server, tapped, planned, limit);
    if (signal.aborted) return;
    lane.observations.push(observation);
    if (planned.way === 'call' && planned.id !== 'cancelled-call')
      lane.unanswered = observation.state === 'silent' ? lane.unanswered + 1 : 0;
    if (lane.unanswered >= silencesInARow) throw new Error(`It stopped answering: “${planned.name}” was the last try.`);
    this.#update(lane, { done: lane.view.done + 1 });
    await sleep(gapMs, undefined, { signal }).catch(() => {});
  }

  #choose(planned: readonly PlannedProvocation[]): PlannedProvocation[] {
    const { only } = this.#parts;
    return planned.filter(({ id }) => only === undefined || only.includes(id));
  }

  async #connect(connection: Connection, handshake: boolean, startMs = 0): Promise<TappedSession> {
    const tapped = new TappedSession(this.#parts.connections, connection, this.#parts.log, startMs);
    this.#open.add(tapped);
    try {
      await tapped.session.start({ handshake });
      return tapped;
    } catch (error) {
      await this.#close(tapped);
      const why = tapped.startFailure(this.#parts.log);
      throw why === null ? error : new Error(why, { cause: error });
    }
  }

  async #close(tapped: TappedSession): Promise<void> {
    await tapped.session.close();
    this.#open.delete(tapped);
  }

  #stopped(lane: Lane): boolean {
    if (!this.#stop.signal.aborted) return false;
    this.#update(lane, { state: 'stopped', current: '' });
    return true;
  }

  #update(lane: Lane, changes: Partial<ProbeServerView>): void {
    Object.assign(lane.view, changes);
    this.#parts.onChange();
  }
}
