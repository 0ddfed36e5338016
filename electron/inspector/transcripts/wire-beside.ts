// The watched wire of the client whose transcript is imported, as events of the same recording. Servers have the client's names for them.
// Copies only connections that were open during the transcript; the log itself is unchanged.

import type { WireEvent } from '../../../shared/wire.ts';
import type { LogStore } from '../log/store/store.ts';

const chunk = 500;

/** The client's name for a watched server; null if no client is watched with it. */
export type WatchedName = (server: string) => string | null;

interface Connection {
  name: string;
  epoch: number;
  client: string | undefined;
  endedAt: number | null;
}

export class WireBeside {
  readonly #store: LogStore;
  readonly #nameOf: WatchedName;
  readonly #connections = new Map<string, Connection>();
  #events: Generator<WireEvent> | null = null;
  #next: WireEvent | null = null;

  constructor(store: LogStore, nameOf: WatchedName) {
    this.#store = store;
    this.#nameOf = nameOf;
  }

  /** Events of the client's wire up to that time that were not returned before. */
  *upTo(until: number, client: string, from: number): Generator<WireEvent> {
    if (this.#events === null) {
      this.#findConnections();
      this.#events = this.#wire(client, from);
      this.#next = this.#events.next().value ?? null;
    }
    while (this.#next !== null && this.#next.at <= until) {
      yield this.#next;
      this.#next = this.#events.next().value ?? null;
    }
  }

  /** The remaining events. */
  *rest(): Generator<WireEvent> {
    if (this.#next === null || this.#events === null) return;
    yield this.#next;
    this.#next = null;
    yield* this.#events;
  }

  #findConnections(): void {
    const epochs = new Map<string, number>();
    for (const event of this.#all()) {
      const name = event.actor === 'client' ? this.#nameOf(event.server) : null;
      if (name === null) continue;
      const key = `${event.epoch}\n${event.server}`;
      let known = this.#connections.get(key);
      if (known === undefined) {
        // Two processes of one server are two connections with one name.
        const epoch = (epochs.get(name) ?? 0) + 1;
        epochs.set(name, epoch);
        known = { name, epoch, client: event.client, endedAt: null };
        this.#connections.set(key, known);
      }
      if (event.lane === 'life' && (event.event === 'closed' || event.event === 'exited')) known.endedAt = event.at;
    }
  }

  *#wire(client: string, from: number): Generator<WireEvent> {
    for (const { seq: _seq, copyOf: _copy, ...event } of this.#all()) {
      const connection = this.#connections.get(`${event.epoch}\n${event.server}`);
      if (connection === undefined || connection.client !== client) continue;
      if (connection.endedAt !== null && connection.endedAt < from) continue;
      yield { ...event, server: connection.name, epoch: connection.epoch } as WireEvent;
    }
  }

  *#all() {
    let [after] = this.#store.seqSpan();
    for (after -= 1; ; ) {
      const events = this.#store.eventsAfter(after, chunk);
      if (events.length === 0) return;
      yield* events;
      after = events.at(-1)?.seq ?? after;
    }
  }
}
