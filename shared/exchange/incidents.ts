// Finds the rows of one failed call: the attempts at it, or the calls that one event made fail, as a process that died or a connection
// that was cut. Owns which rows belong together; the row that failed first stands for them. incident/failed-calls.ts defines the
// counting.

import { isHandshake } from '../ending/handshake.ts';
import type { Layer } from '../failure.ts';
import { groupOf } from '../filter/failure-group.ts';
import { isCountedRow } from '../filter/row-facts.ts';
import { isAboutRequest } from '../incident/failed-calls.ts';
import { beganAt } from '../timeline.ts';
import type { Entry, PairedRow } from './ledger.ts';
import { RecentMap } from './recent-map.ts';

/** Sockets that one event cuts report it within this time of each other. */
const momentMs = 1000;
const memory = 5_000;

interface Incident {
  id: number;
  /** The group of its first row, which all its rows share. */
  group: string | null;
  /** When its first row failed. */
  failedAt: number;
  /** Whether the row that represents it counts. */
  counted: boolean;
}

export class Incidents {
  /** Of a connection's end, by the connection. */
  readonly #ofConnection = new RecentMap<string, Incident>(memory);
  /** Of rows without a request, by the connection and the group. */
  readonly #withoutRequest = new RecentMap<string, Incident>(memory);
  readonly #ofRow = new RecentMap<number, Incident>(memory);
  /** Of the attempts that count, by the chain: its first attempt may be of a rehearsal. */
  readonly #ofChain = new RecentMap<number, Incident>(memory);

  /** Call this when a row has failed, or now fails in another way. */
  note(entry: Entry, layer: Layer | null): void {
    const { row } = entry;
    const group = groupOf(row, layer);
    const incident = this.#ofRow.get(row.id) ??
      this.#find(entry, group) ?? { id: row.id, group, failedAt: failedAt(row), counted: isCountedRow(row) };
    if (incident.id === row.id) incident.group = group;
    row.incident = incident.id;
    row.group = incident.group;
    this.#remember(entry, incident);
  }

  /** It is not a failure after all, or not this one: no other row joins it. Call this before the row changes. */
  forget(row: PairedRow): void {
    const incident = this.#ofRow.get(row.id);
    if (incident === undefined || incident.id !== row.id) return;
    this.#ofRow.delete(row.id);
    if (row.chain !== null && this.#ofChain.get(row.chain) === incident) this.#ofChain.delete(row.chain);
    if (this.#ofConnection.get(connectionKey(row)) === incident) this.#ofConnection.delete(connectionKey(row));
    const key = causeKey(row, row.group);
    if (this.#withoutRequest.get(key) === incident) this.#withoutRequest.delete(key);
  }

  /** Moves a failed row to the failure that it caused: a question that the client refused, to the call that asked it. */
  move(row: PairedRow, to: PairedRow): void {
    const incident = this.#ofRow.get(to.id);
    if (incident === undefined || row.incident !== row.id) return;
    this.forget(row);
    this.#ofRow.set(row.id, incident);
    row.incident = incident.id;
    row.group = incident.group;
  }

  /** Adds a failed row of an earlier run, so that new rows can join it. Rows must come in the order in which they failed. */
  recall(row: PairedRow): void {
    const { incident, group } = row;
    // Without its exchange it is unknown whether this failure ended the connection.
    if (incident === null || row.outcome === 'http_failure') return;
    const known = this.#ofRow.get(incident) ?? {
      id: incident,
      group,
      failedAt: failedAt(row),
      counted: isCountedRow(row),
    };
    this.#ofRow.set(incident, known);
    this.#remember({ row, http: null }, known);
  }

  /** Adds a row that belongs to another failure: a response that came after its call had ended. */
  join(row: PairedRow, other: PairedRow): void {
    const incident = this.#ofRow.get(other.id);
    if (incident !== undefined && other.incident !== null) this.#ofRow.set(row.id, incident);
  }

  /** Adds a row that failed because this connection had ended. */
  joinEnd(row: PairedRow, { server, epoch }: Pick<PairedRow, 'server' | 'epoch'>): void {
    const incident = this.#ofConnection.get(connectionKey({ server, epoch, rehearsed: row.rehearsed }));
    if (incident !== undefined) this.#ofRow.set(row.id, incident);
  }

  /** Adds the row of a start that repeats a failed one. */
  joinStart(row: PairedRow, earlier: number): void {
    const incident = this.#ofRow.get(earlier);
    if (incident !== undefined) this.#ofRow.set(row.id, incident);
  }

  #remember(entry: Failed, incident: Incident): void {
    const { row } = entry;
    this.#ofRow.set(row.id, incident);
    if (row.chain !== null && incident.counted && !this.#ofChain.get(row.chain)) this.#ofChain.set(row.chain, incident);
    if (endedConnection(entry)) this.#ofConnection.set(connectionKey(row), incident);
    else if (!isAboutRequest(row)) this.#withoutRequest.set(causeKey(row, incident.group), incident);
  }

  /** A row of Misfire's own requests, or of a rehearsal, never represents the requests of others. */
  #find(entry: Failed, group: string | null): Incident | undefined {
    const found = this.#sameEnd(entry) ?? this.#earlierAttempt(entry) ?? this.#sameCause(entry, group);
    return found?.counted === false && isCountedRow(entry.row) ? undefined : found;
  }

  #sameEnd(entry: Failed): Incident | undefined {
    if (!endedConnection(entry)) return undefined;
    const ended = this.#ofConnection.get(connectionKey(entry.row));
    if (ended === undefined || !wasCut(entry)) return ended;
    // A process dies once. A connection over HTTP can be cut again, so only calls that were open then belong to it.
    const { row } = entry;
    return beganAt(row) <= ended.failedAt && failedAt(row) - ended.failedAt <= momentMs ? ended : undefined;
  }

  #earlierAttempt({ row }: Failed): Incident | undefined {
    const { chain } = row;
    if (chain === null) return undefined;
    const first = this.#ofRow.get(chain);
    return first?.counted === false && isCountedRow(row) ? this.#ofChain.get(chain) : first;
  }

  #sameCause({ row }: Failed, group: string | null): Incident | undefined {
    return isAboutRequest(row) ? undefined : this.#withoutRequest.get(causeKey(row, group));
  }
}

type Failed = Pick<Entry, 'row' | 'http'>;

/** The connection failed or ended: other calls without a response have the same cause. */
export function endedConnection(entry: Failed): boolean {
  const { row } = entry;
  return row.kind === 'life' || row.outcome === 'process_died' || isHandshake(row.method) || wasCut(entry);
}

/** The call got no response, and no exit of a process says why. */
function wasCut({ row, http }: Failed): boolean {
  // Without a status the server was unreachable.
  return row.outcome === 'unanswered' || (row.outcome === 'http_failure' && http === null);
}

const failedAt = ({ endAt, at }: PairedRow): number => endAt ?? at;

/** An end caused by a rehearsal is separate from a real one. */
const connectionKey = ({ epoch, server, rehearsed }: Pick<PairedRow, 'epoch' | 'server' | 'rehearsed'>): string =>
  `${epoch}\n${server}\n${rehearsed !== null}`;

const causeKey = (row: PairedRow, group: string | null): string => `${connectionKey(row)}\n${group}`;
