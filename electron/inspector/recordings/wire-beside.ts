// The watched wire of the client whose transcript is imported, as events of the same recording. Servers have the client's names for them.
// Copies only connections that were open during the transcript; the log itself is unchanged.

import { clientNamed } from '../../../shared/clients/clients.ts';
import { modelCallId } from '../../../shared/clients/model-call-id.ts';
import { member, parseJson } from '../../../shared/json/json.ts';
import type { StoredEvent, WireEvent } from '../../../shared/wire.ts';
import type { EventReader } from '../log/store/recordings-file.ts';

const chunk = 500;

/** The client's name for a watched server; null if no client is watched with it. */
export type WatchedName = (server: string) => string | null;

export interface RecordedWire {
  recording: number;
  events: EventReader;
}

interface Connection {
  name: string;
  epoch: number;
  /** What the client is called: by the user who watches it, and by itself in its handshake. */
  clients: Set<string>;
  /** Ids that the client put on the wire, which its transcript has too. */
  callIds: Set<string>;
  endedAt: number | null;
}

/** What there was to join with. */
export interface WatchedBeside {
  /** Names of servers whose traffic was copied. */
  servers: ReadonlySet<string>;
  /** Names of clients whose traffic of that time was not. */
  others: ReadonlySet<string>;
}

const mostIds = 50_000;

/** How far a recording was looked through for connections, and how far its events were returned. */
interface Place {
  found: number;
  given: number;
}

export class WireBeside {
  readonly #recordedSince: (at: number) => RecordedWire[];
  readonly #nameOf: WatchedName;
  readonly #connections = new Map<string, Connection>();
  readonly #epochs = new Map<string, number>();
  readonly #places = new Map<number, Place>();
  /** Of the transcript. */
  readonly #callIds = new Set<string>();
  readonly servers = new Set<string>();
  readonly others = new Set<string>();
  #begun: { client: string; from: number } | null = null;
  /** Recordings that may have more, the oldest first. */
  #sources: RecordedWire[] = [];
  #waiting: WireEvent[] = [];

  /** `recordedSince`: the recordings that went on after that time, the oldest first. */
  constructor(recordedSince: (at: number) => RecordedWire[], nameOf: WatchedName) {
    this.#recordedSince = recordedSince;
    this.#nameOf = nameOf;
  }

  /** The ids of the calls that are read next. */
  expect(callIds: Iterable<string>): void {
    for (const id of callIds) if (this.#callIds.size < mostIds) this.#callIds.add(id);
  }

  /** Looks for what was recorded since the last look. Before the first call of a transcript there is nothing to look for. */
  refresh(): void {
    if (this.#begun === null) return;
    this.#sources = this.#recordedSince(this.#begun.from);
    for (const { recording, events } of this.#sources) {
      const place = this.#placeOf(recording, events);
      for (const event of eventsAfter(events, place.found)) {
        this.#noteConnection(event, keyOf(recording, event));
        place.found = event.seq;
      }
    }
  }

  /** Events of the client's wire up to that time that were not returned before. */
  *upTo(until: number, client: string, from: number): Generator<WireEvent> {
    if (this.#begun === null) {
      this.#begun = { client, from };
      this.refresh();
    }
    for (let next = this.#next(); next !== undefined && next.at <= until; next = this.#next()) {
      this.#waiting.shift();
      yield next;
    }
  }

  /** The remaining events. */
  *rest(): Generator<WireEvent> {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#waiting.shift();
      yield next;
    }
  }

  #next(): WireEvent | undefined {
    while (this.#waiting.length === 0) {
      const [source] = this.#sources;
      if (source === undefined || this.#begun === null) return undefined;
      const place = this.#placeOf(source.recording, source.events);
      // Only as far as connections are known.
      const read = source.events.eventsAfter(place.given, chunk).filter(({ seq }) => seq <= place.found);
      place.given = read.at(-1)?.seq ?? place.given;
      if (read.length === 0) this.#sources.shift();
      for (const event of read) this.#take(event, keyOf(source.recording, event), this.#begun);
    }
    return this.#waiting[0];
  }

  #placeOf(recording: number, events: EventReader): Place {
    let place = this.#places.get(recording);
    if (place === undefined) {
      const before = events.seqSpan()[0] - 1;
      place = { found: before, given: before };
      this.#places.set(recording, place);
    }
    return place;
  }

  #noteConnection(event: StoredEvent, key: string): void {
    const name = event.actor === 'client' ? this.#nameOf(event.server) : null;
    if (name === null) return;
    let known = this.#connections.get(key);
    if (known === undefined) {
      // Two processes of one server are two connections with one name.
      const epoch = (this.#epochs.get(name) ?? 0) + 1;
      this.#epochs.set(name, epoch);
      known = { name, epoch, clients: new Set(), callIds: new Set(), endedAt: null };
      this.#connections.set(key, known);
    }
    if (event.client !== undefined) known.clients.add(event.client);
    if (event.lane === 'out') noteClient(known, event.text);
    if (event.lane === 'life' && (event.event === 'closed' || event.event === 'exited')) known.endedAt = event.at;
  }

  /** By the ids of calls, however the client is called; else by one of its names. */
  #isOf({ clients, callIds }: Connection, client: string): boolean {
    for (const id of callIds) if (this.#callIds.has(id)) return true;
    const wanted = clientNamed(client)?.id ?? client;
    for (const name of clients) if ((clientNamed(name)?.id ?? name) === wanted) return true;
    return false;
  }

  #take(whole: StoredEvent, key: string, { client, from }: { client: string; from: number }): void {
    const { seq: _seq, copyOf: _copy, ...event } = whole;
    const connection = this.#connections.get(key);
    if (connection === undefined || (connection.endedAt !== null && connection.endedAt < from)) return;
    if (!this.#isOf(connection, client)) {
      for (const name of connection.clients) this.others.add(name);
      return;
    }
    this.servers.add(connection.name);
    this.#waiting.push({ ...event, server: connection.name, epoch: connection.epoch } as WireEvent);
  }
}

/** The first message names the client, and calls may have the ids of its transcript. */
function noteClient({ clients, callIds }: Connection, text: string): void {
  const isHandshake = text.includes('"clientInfo"') && clients.size < 5;
  if (!isHandshake && !(text.includes('"_meta"') && callIds.size < mostIds)) return;
  const parsed = parseJson(text);
  const params = parsed.ok ? member(parsed.value, 'params') : undefined;
  const name = member(member(params, 'clientInfo'), 'name');
  if (typeof name === 'string' && name !== '') clients.add(name);
  const id = modelCallId(params);
  if (id !== null) callIds.add(id);
}

/** Numbers of connections begin again in each recording. */
const keyOf = (recording: number, { epoch, server }: StoredEvent): string => `${recording}\n${epoch}\n${server}`;

function* eventsAfter(events: EventReader, seq: number): Generator<StoredEvent> {
  let after = seq;
  for (let read = events.eventsAfter(after, chunk); read.length > 0; read = events.eventsAfter(after, chunk)) {
    yield* read;
    after = read.at(-1)?.seq ?? after;
  }
}
