// Turns recorded events into rows, one event at a time, for live traffic, the log at start, captures and the CLI. Pure: no clock,
// no store. Owns the connections; the caller parses each message once and passes it in.

import type { ParsedJson } from '../json/json.ts';
import type { StoredEvent } from '../wire.ts';
import { Chains } from './chains.ts';
import { ConnectionState } from './connection.ts';
import { endConnection } from './connection-end.ts';
import type { ConnectionFacts } from './connection-facts.ts';
import { type Desk, judgeAgain, type PairingParts } from './endings.ts';
import { mostServers } from './fallback.ts';
import { frameRemarks } from './frame-remarks.ts';
import { endDoubts, takeHttp } from './http-exchanges.ts';
import { Incidents } from './incidents.ts';
import type { PairedRow } from './ledger.ts';
import { Ledger, type RowChange } from './ledger.ts';
import { takeLife } from './life.ts';
import { RecentMap } from './recent-map.ts';
import { SeenCalls } from './seen-calls.ts';
import { takeMessage } from './take-message.ts';
import { takeClientLog, takeSeen } from './take-seen.ts';
import { takeStderr } from './unplaced.ts';

/** An event with its message parsed. Lanes `in` and `out` have a `message`. */
interface Seen {
  event: StoredEvent;
  message?: ParsedJson;
}

const connectionMemory = 100;
/** This many ended connections remember their calls, for late events. */
const overMemory = 10;

export class Pairing {
  readonly #desk: Desk;
  readonly #connections = new Map<string, ConnectionState>();
  /** Most events belong to the same connection as the previous one. */
  #last: ConnectionState | null = null;
  readonly #doubtful = new Set<ConnectionState>();
  readonly #over = new Set<ConnectionState>();
  /** Connections with accounts that grew since the last `drain`. */
  readonly #growing = new Set<ConnectionState>();

  constructor(parts: PairingParts) {
    const ledger = new Ledger();
    this.#desk = {
      parts,
      ledger,
      chains: new Chains(ledger),
      incidents: new Incidents(),
      handshakes: new RecentMap(mostServers),
      seen: new SeenCalls(),
      seq: null,
      event: null,
    };
  }

  take({ event, message }: Seen): void {
    const connection = this.#connection(event.server, event.epoch);
    this.#desk.seq = event.seq;
    this.#desk.event = event;
    const { justCarried, doubts } = connection;
    connection.doubts = [];
    connection.lastAt = event.at;
    this.#desk.seen.noteConnection(connection, event);
    switch (event.lane) {
      case 'in':
      case 'out':
        if (message?.ok) this.#desk.ledger.remarkOn(event.seq, frameRemarks(event.text, message.value));
        takeMessage(this.#desk, connection, event, message ?? { ok: false, problem: 'It was not read.' });
        break;
      case 'err':
        takeStderr(this.#desk, connection, event);
        break;
      case 'http':
        takeHttp(this.#desk, connection, event);
        break;
      case 'seen':
        takeSeen(this.#desk, connection, { ...event, lane: 'seen' });
        break;
      case 'log':
        takeClientLog(this.#desk, connection, { ...event, lane: 'log' });
        break;
      case 'life':
        connection.watch.noteLife(event.event);
        takeLife(this.#desk, connection, event);
        if (connection.isOver) this.#noteOver(connection);
        break;
    }
    if (connection.growing.hasGrown) this.#growing.add(connection);
    if (connection.justCarried === justCarried) connection.justCarried = [];
    if (doubts.length > 0) endDoubts(this.#desk, connection, doubts);
    if (connection.doubts.length > 0) this.#doubtful.add(connection);
  }

  /** One chunk of I/O is complete: a response that is missing now is not part of it. */
  endChunk(): void {
    for (const connection of this.#doubtful) {
      endDoubts(this.#desk, connection, connection.doubts);
      connection.doubts = [];
    }
    this.#doubtful.clear();
  }

  /** Rows that are new or changed since the last call. With `most`, the next call returns the others. */
  drain(most?: number): RowChange[] {
    this.#judgeGrown();
    return this.#desk.ledger.drain(most);
  }

  #judgeGrown(): void {
    for (const connection of this.#growing)
      for (const { entry, account, at } of connection.growing.takeGrown())
        judgeAgain(this.#desk, connection, entry, account, at);
    this.#growing.clear();
  }

  /** Applies the result of decoding a failure again; null if that row is no longer in memory. */
  revise(change: RowChange): RowChange | null {
    return this.#desk.ledger.revise(change);
  }

  /** The number of rows that `drain` would return. */
  get changed(): number {
    return this.#desk.ledger.changed + this.#growing.size;
  }

  /** Continues a burst of which only the first message was read again. `lines` are its last lines, if it consists of lines. */
  resume(row: PairedRow, lines: readonly string[]): void {
    const connection = this.#connection(row.server, row.epoch);
    connection.bursts.resume(row);
    const said = row.kind === 'stderr' ? connection.stderr : row.kind === 'noise' ? connection.noise : null;
    for (const line of lines) said?.add(line);
  }

  /** Adds a failed row of an earlier run. They must come in order. */
  recallIncident(row: PairedRow): void {
    this.#desk.incidents.recall(row);
  }

  /** No more events will come: calls that are still open get no response. */
  endOpen(isOver: (server: string, epoch: number) => boolean = () => true): void {
    this.endChunk();
    this.#desk.seq = null;
    this.#desk.event = null;
    for (const connection of this.#connections.values()) {
      if (!isOver(connection.server, connection.epoch)) continue;
      if (!connection.hasOpen && !connection.tasks.hasWaiting) continue;
      const facts = { unanswered: { why: 'recording_ended' as const } };
      endConnection(this.#desk, connection, { at: connection.lastAt }, 'unanswered', facts, null);
    }
  }

  /** The result of the handshake. */
  agreement(server: string, epoch: number): { revision: string | null; serverInfo: ConnectionFacts['serverInfo'] } {
    const facts = this.#connections.get(connectionKey(server, epoch))?.facts;
    return { revision: facts?.revision ?? null, serverInfo: facts?.serverInfo ?? null };
  }

  /** Whether it has seen events of the row's connection. */
  knows({ server, epoch }: Pick<PairedRow, 'server' | 'epoch'>): boolean {
    return this.#connections.has(connectionKey(server, epoch));
  }

  #connection(server: string, epoch: number): ConnectionState {
    if (this.#last?.epoch === epoch && this.#last.server === server) return this.#last;
    const key = connectionKey(server, epoch);
    let connection = this.#connections.get(key);
    if (!connection) {
      if (this.#connections.size >= connectionMemory) this.#forgetOne();
      connection = new ConnectionState(server, epoch);
      this.#connections.set(key, connection);
    }
    this.#last = connection;
    return connection;
  }

  #noteOver(connection: ConnectionState): void {
    this.#over.add(connection);
    if (this.#over.size <= overMemory) return;
    const [oldest] = this.#over;
    this.#over.delete(oldest as ConnectionState);
    oldest?.forgetCalls();
  }

  #forgetOne(): void {
    for (const [key, connection] of this.#connections) {
      if (connection.hasOpen) continue;
      this.#connections.delete(key);
      return;
    }
  }
}

function connectionKey(server: string, epoch: number): string {
  return `${epoch}\n${server}`;
}
