// The watched wire of the client whose transcript is imported, as events of the same recording. Servers have the client's names for them.
// Copies only connections that were open during the transcript; the log itself is unchanged.

import type { StoredEvent, WireEvent } from '../../../shared/wire.ts';
import type { EventReader } from '../log/store/recordings-file.ts';

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
  readonly #recordedSince: (at: number) => EventReader[];
  #stores: EventReader[] = [];
  readonly #nameOf: WatchedName;
  readonly #connections = new Map<string, Connection>();
  #events: Generator<WireEvent> | null = null;
  #next: WireEvent | null = null;

  /** `recordedSince`: the recordings that went on after that time, the oldest first. */
  constructor(recordedSince: (at: number) => EventReader[], nameOf: WatchedName) {
    this.#recordedSince = recordedSince;
    this.#nameOf = nameOf;
  }

  /** Events of the client's wire up to that time that were not returned before. */
  *upTo(until: number, client: string, from: number): Generator<WireEvent> {
    if (this.#events === null) {
      this.#stores = this.#recordedSince(from);
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
    for (const { event, key } of this.#all()) {
      const name = event.actor === 'client' ? this.#nameOf(event.server) : null;
      if (name === null) continue;
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
    for (const { event: whole, key } of this.#all()) {
      const { seq: _seq, copyOf: _copy, ...event } = whole;
      const connection = this.#connections.get(key);
      if (connection === undefined || connection.client !== client) continue;
      if (connection.endedAt !== null && connection.endedAt < from) continue;
      yield { ...event, server: connection.name, epoch: connection.epoch } as WireEvent;
    }
  }

  /** Each with the name of its connection: numbers of connections begin again in each recording. */
  *#all(): Generator<{ event: StoredEvent; key: string }> {
    for (const [index, store] of this.#stores.entries()) {
      let [after] = store.seqSpan();
      after -= 1;
      for (let events = store.eventsAfter(after, chunk); events.length > 0; events = store.eventsAfter(after, chunk)) {
        for (const event of events) yield { event, key: `${index}\n${event.epoch}\n${event.server}` };
        after = events.at(-1)?.seq ?? after;
      }
    }
  }
}
