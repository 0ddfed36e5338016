// Which rehearsal a proxy is under: one that was given, or one that was started while it runs. Owns when it joins and leaves. A request
// that comes in between waits until the code that injects is loaded.

import type { ActiveFile } from '../../../rehearse/running/active-file.ts';
import type { LiveStreams, ReadStream } from './live-streams.ts';
import type { ProxyCopy } from './proxy-copy.ts';
import type { HttpIntervention } from './rehearse-exchange.ts';

/** How a rehearsal that is started later is found and loaded. */
export interface LaterRehearsal {
  active: ActiveFile;
  load: (file: string) => Promise<HttpIntervention | undefined>;
}

export class ProxyRehearsals {
  readonly #copy: ProxyCopy;
  readonly #later: LaterRehearsal | undefined;
  #current: HttpIntervention | null;
  #loading: Promise<HttpIntervention | null> | null = null;
  readonly streams: LiveStreams = new Map();

  constructor(copy: ProxyCopy, given: HttpIntervention | undefined, later: LaterRehearsal | undefined) {
    this.#copy = copy;
    this.#current = given ?? null;
    this.#later = later;
    // What is given from the start on may be the rehearsal of that file.
    if (given) later?.active.isNew();
    if (given) copy.rehearse(given.plan);
  }

  /** For the next request. null: nothing is injected. */
  next(): HttpIntervention | null | Promise<HttpIntervention | null> {
    if (this.#loading) return this.#loading;
    if (this.#current?.isOn) return this.#current;
    if (this.#current) this.#leave();
    if (!this.#later?.active.isNew()) return null;
    this.#loading = this.#join(this.#later);
    return this.#loading;
  }

  /** Of what a client's streams bring. null: it passes. */
  get readStream(): ReadStream | null {
    return (this.#current?.isOn && this.#current.readStream) || null;
  }

  #leave(): void {
    this.#current = null;
    this.#copy.rehearse(null);
  }

  async #join({ active, load }: LaterRehearsal): Promise<HttpIntervention | null> {
    try {
      this.#current = (await load(active.path)) ?? null;
    } catch {
      // A rehearsal that cannot be loaded must not end the traffic.
    }
    this.#loading = null;
    if (this.#current) this.#copy.rehearse(this.#current.plan);
    return this.#current;
  }
}
