// Running counters of the whole log, of each server, and of each server's last six minutes.

import type { RowChange, RowPlace } from '../../../../shared/exchange/ledger.ts';
import { countedValues } from '../../../../shared/filter/counted-values.ts';
import { countsAsFailed } from '../../../../shared/filter/row-facts.ts';
import { addSeen, seenStateOf } from '../../../../shared/filter/seen-state.ts';
import { isFailedCall } from '../../../../shared/incident/failed-calls.ts';
import type { Row } from '../../../../shared/timeline.ts';
import { type ClientState, emptyState, type LogState, type StoredServerState } from '../store/store.ts';
import { tickOf } from './activity.ts';

/** What counters need of an event. */
interface CountedEvent {
  server: string;
  epoch: number;
  client?: string;
}

const bucketMs = 30_000;
const buckets = 12;

export class RowCounts {
  readonly state: LogState;
  readonly #servers: Map<string, StoredServerState>;
  readonly #clients: Map<string, ClientState>;
  readonly #recent = new Map<string, Map<number, number>>();

  constructor(state: LogState | null, rules: number) {
    this.state = state ?? emptyState(rules);
    this.#servers = new Map(this.state.servers);
    this.state.clients ??= [];
    this.#clients = new Map(this.state.clients);
  }

  knows(server: string): boolean {
    return this.#servers.has(server);
  }

  /** Zeros for a server that is not in the log: to ask about one does not add it. */
  countsOf(id: string): Readonly<StoredServerState> {
    return this.#servers.get(id) ?? noCounts();
  }

  /** The newest epoch of a server; 0: there is none. */
  epochOf(id: string): number {
    return this.#servers.get(id)?.epoch ?? 0;
  }

  /** The next free epoch of a server; it is taken. */
  takeEpoch(id: string): number {
    const server = this.#server(id);
    server.epoch += 1;
    return server.epoch;
  }

  #server(id: string): StoredServerState {
    let server = this.#servers.get(id);
    if (!server) {
      server = noCounts();
      this.#servers.set(id, server);
      // Updated in place, never copied: a recording may name thousands of servers.
      this.state.servers.push([id, server]);
    }
    return server;
  }

  get serverIds(): string[] {
    return [...this.#servers.keys()];
  }

  /** The clients that are named in the log, with their messages. */
  get clients(): { name: string; messages: number }[] {
    return [...this.#clients].map(([name, { messages }]) => ({ name, messages }));
  }

  countEvent(event: CountedEvent, isMessage: boolean): void {
    const server = this.#server(event.server);
    if (event.epoch > server.epoch) server.epoch = event.epoch;
    const client = event.client === undefined ? null : this.#client(event.client);
    if (!isMessage) return;
    this.state.messages += 1;
    server.messages += 1;
    if (client) client.messages += 1;
  }

  #client(name: string): ClientState {
    let client = this.#clients.get(name);
    if (!client) {
      client = { messages: 0 };
      this.#clients.set(name, client);
      this.state.clients?.push([name, client]);
    }
    return client;
  }

  /** Applies the row's change to the counters and records in `place` how the row now counts. */
  countRow(row: RowChange['row'], place: RowPlace): void {
    const server = this.#server(row.server);
    const failed = countsAsFailed(row);
    const failedCall = isFailedCall(row);
    const recovered = row.remarks.includes('recovered');
    const failedRows = Number(failed) - Number(place.failed);
    const failedCalls = Number(failedCall) - Number(place.failedCall);
    const pending = Number(row.pending) - Number(place.pending);
    this.state.failedRows += failedRows;
    server.failedRows += failedRows;
    this.state.failedCalls += failedCalls;
    server.failedCalls += failedCalls;
    this.state.pending += pending;
    server.pending += pending;
    this.state.recovered += Number(recovered) - Number(place.recovered);
    if (failedCalls === 1) place.bucket = bucketOf(row);
    if (failedCalls !== 0) this.#addRecent(row.server, place.bucket, failedCalls);
    this.#countSeen(row, place);
    place.failed = failed;
    place.failedCall = failedCall;
    place.pending = row.pending;
    place.recovered = recovered;
  }

  #countSeen(row: RowChange['row'], place: RowPlace): void {
    const seen = seenStateOf(row);
    const before = place.seen ?? null;
    if (seen === before) return;
    this.state.seen ??= [];
    if (before !== null) addSeen(this.state.seen, row.client, before, -1);
    if (seen !== null) addSeen(this.state.seen, row.client, seen, 1);
    place.seen = seen;
  }

  /** A failed call from before this start that may still be recent. */
  noteRecent(row: Row): void {
    if (!isFailedCall(row)) return;
    this.#addRecent(row.server, bucketOf(row), 1);
  }

  /** Failed calls in each of the last 12 half minutes, oldest first. */
  recent(server: string, now: number): number[] {
    const known = this.#recent.get(server);
    const last = Math.floor(now / bucketMs);
    return Array.from({ length: buckets }, (_, i) => Math.max(0, known?.get(last - buckets + 1 + i) ?? 0));
  }

  #addRecent(server: string, bucket: number, by: number): void {
    const known = this.#recent.get(server) ?? new Map<number, number>();
    this.#recent.set(server, known);
    known.set(bucket, (known.get(bucket) ?? 0) + by);
    // Timestamps also come from recordings, so only the number of buckets is bounded. The oldest is dropped first.
    if (known.size > buckets * 4) known.delete(Math.min(...known.keys()));
  }
}

const noCounts = (): StoredServerState => ({ epoch: 0, messages: 0, failedRows: 0, failedCalls: 0, pending: 0 });

/** How a stored row is already counted, and what must survive when it is derived again. */
export function countPlace(row: Row): RowPlace {
  return {
    kept: {
      chain: row.chain,
      attempt: row.attempt,
      remarks: row.remarks,
      incident: row.incident,
      group: row.group,
    },
    ord: row.ord,
    at: row.at,
    counted: countedValues(row),
    failed: countsAsFailed(row),
    failedCall: isFailedCall(row),
    pending: row.pending,
    recovered: row.remarks.includes('recovered'),
    bucket: bucketOf(row),
    seen: seenStateOf(row),
    times: row.times,
    ...(isFailedCall(row) ? { tick: tickOf(row) } : {}),
    ...(row.group === null || !isFailedCall(row) ? {} : { grouped: { id: row.group, at: row.endAt ?? row.at } }),
    joined: true,
  };
}

function bucketOf(row: { at: number; endAt: number | null }): number {
  return Math.floor((row.endAt ?? row.at) / bucketMs);
}
