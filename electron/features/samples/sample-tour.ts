// "Try the sample servers": adds them, connects them and makes each fail in instructive ways. Owns how a tour runs; the catalog owns its
// contents.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Failure } from '../../../shared/failure.ts';
import type { Connection, Connections } from '../../inspector/connections/connections.ts';
import { listTools } from '../../inspector/offers/tool-list.ts';
import { sampleConfig } from '../../inspector/sample-config.ts';
import { samples, type TourStep } from '../../samples/catalogue.ts';

/** Waiting exactly as long as requested can still be slightly too early on the server's clock. */
const breathMs = 60;
/** A sample's hint is a second or two; a tour must not wait longer for anything else. */
const longestWaitMs = 5_000;

export class SampleTour {
  readonly #connections: Connections;
  readonly #failureOf: (row: number) => Failure | null;
  readonly #stop = new AbortController();

  constructor(connections: Connections, failureOf: (row: number) => Failure | null) {
    this.#connections = connections;
    this.#failureOf = failureOf;
  }

  /** Returns the servers at once; connecting and the tours continue in the background and appear in the timeline. */
  start(): Connection[] {
    return samples
      .filter((sample) => sample.inTour)
      .map((sample) => {
        const known = this.#connections.list().find(({ config }) => config.sample === sample.id);
        const connection = known ?? this.#connections.add(sampleConfig(sample));
        void this.#play(connection, sample.tour);
        return connection;
      });
  }

  stop(): void {
    this.#stop.abort();
  }

  async #play(connection: Connection, tour: readonly TourStep[]): Promise<void> {
    const { signal } = this.#stop;
    let before: { row: number; answeredAt: number } | null = null;
    try {
      await this.#connections.connect(connection, 'tour');
      // As any client does first: without the schemas no card could check a refused call.
      if (connection.session?.isOpen) await listTools(connection.session);
      for (const step of tour) {
        await sleep(this.#wait(step, before), undefined, { signal });
        const { session } = connection;
        if (!session?.isOpen) return;
        const { seq, settled } = session.request(step.method, JSON.stringify(step.params), { actor: 'tour' });
        await settled;
        before = { row: seq, answeredAt: performance.now() };
      }
    } catch (error) {
      // The app is closing, or the server exited between two steps: the timeline shows both already.
      if (!signal.aborted && connection.session?.isOpen) throw error;
    }
  }

  #wait(step: TourStep, before: { row: number; answeredAt: number } | null): number {
    if (!step.afterHint || before === null) return step.delayMs;
    const hint = this.#failureOf(before.row)?.retry.afterMs ?? null;
    if (hint === null) return step.delayMs;
    return Math.min(longestWaitMs, Math.max(0, hint + breathMs - (performance.now() - before.answeredAt)));
  }
}
