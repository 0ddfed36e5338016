// Finds the rows that one cause produced. A process that died with four open calls, its handshake and its exit are one incident.
// So are a run of the same rejection, and the attempts at one call. Owns which rows belong together; an incident is named by the
// row that failed first.

import { isHandshake } from '../ending/handshake.ts';
import type { Layer } from '../failure.ts';
import { groupOf } from '../filter/failure-group.ts';
import { isCountedRow } from '../filter/row-facts.ts';
import type { Entry, PairedRow } from './ledger.ts';
import { RecentMap } from './recent-map.ts';

/** Similar failures within this time of each other are one run. */
const stormMs = 60_000;
const memory = 5_000;

interface Incident {
  id: number;
  /** The group of its first row, which all its rows share. */
  group: string | null;
  lastAt: number;
  /** Whether the row that represents it counts. */
  counted: boolean;
}

export class Incidents {
  readonly #ofConnection = new RecentMap<string, Incident>(memory);
  readonly #ofCause = new RecentMap<string, Incident>(memory);
  readonly #ofRow = new RecentMap<number, Incident>(memory);

  /** Call this when a row has failed, or now fails in another way. */
  note(entry: Entry, layer: Layer | null): void {
    const { row } = entry;
    const known = this.#ofRow.get(row.id);
    const incident = known ??
      this.#find(entry) ?? { id: row.id, group: null, lastAt: row.at, counted: isCountedRow(row) };
    if (incident.id === row.id) incident.group = groupOf(row, layer);
    incident.lastAt = Math.max(incident.lastAt, row.endAt ?? row.at);
    this.#ofRow.set(row.id, incident);
    if (endedConnection(entry)) this.#ofConnection.set(connectionKey(entry), incident);
    else this.#ofCause.set(causeKey(entry), incident);
    row.incident = incident.id;
    row.group = incident.group;
  }

  /** It is not a failure after all, or not this one: no other row joins it. Call this before the row changes. */
  forget(row: PairedRow): void {
    const incident = this.#ofRow.get(row.id);
    if (incident === undefined || incident.id !== row.id) return;
    this.#ofRow.delete(row.id);
    const entry = { row, http: null };
    for (const [known, key] of [
      [this.#ofConnection, connectionKey(entry)],
      [this.#ofCause, causeKey(entry)],
    ] as const)
      if (known.get(key) === incident) known.delete(key);
  }

  /** Adds a failed row of an earlier run, so that new rows can join it. Rows must come in the order in which they failed. */
  recall(row: PairedRow): void {
    const { id, incident, group } = row;
    // Without its exchange it is unknown whether this failure ended the connection.
    if (incident === null || row.outcome === 'http_failure') return;
    const known = this.#ofRow.get(incident) ?? { id: incident, group, lastAt: row.at, counted: isCountedRow(row) };
    known.lastAt = Math.max(known.lastAt, row.endAt ?? row.at);
    this.#ofRow.set(id, known);
    this.#ofRow.set(incident, known);
    const entry = { row, http: null };
    if (endedConnection(entry)) this.#ofConnection.set(connectionKey(entry), known);
    else this.#ofCause.set(causeKey(entry), known);
  }

  /** Adds a row that belongs to another failure: a response that came after its call had ended. */
  join(row: PairedRow, other: PairedRow): void {
    const incident = this.#ofRow.get(other.id);
    if (incident !== undefined && other.incident !== null) this.#ofRow.set(row.id, incident);
  }

  /** A row of Misfire's own requests, or of a rehearsal, never represents the requests of others. */
  #find(entry: Entry): Incident | undefined {
    const found = this.#alike(entry);
    return found?.counted === false && isCountedRow(entry.row) ? undefined : found;
  }

  #alike(entry: Entry): Incident | undefined {
    const { row } = entry;
    if (endedConnection(entry)) return this.#ofConnection.get(connectionKey(entry));
    const ofChain = row.chain === null ? undefined : this.#ofRow.get(row.chain);
    if (ofChain) return ofChain;
    const alike = this.#ofCause.get(causeKey(entry));
    return alike && row.at - alike.lastAt <= stormMs ? alike : undefined;
  }
}

type Cause = Pick<Entry, 'row' | 'http'>;

/** The connection failed or ended: other calls without a response have the same cause. */
export function endedConnection({ row, http }: Cause): boolean {
  return (
    row.kind === 'life' ||
    row.outcome === 'process_died' ||
    row.outcome === 'unanswered' ||
    // No status: the server was unreachable.
    (row.outcome === 'http_failure' && http === null) ||
    isHandshake(row.method)
  );
}

/** An end caused by a rehearsal is separate from a real one. */
const connectionKey = ({ row }: Cause): string => `${row.epoch}\n${row.server}\n${row.rehearsed !== null}`;

function causeKey({ row }: Cause): string {
  const who = row.actor === 'client' ? `client ${row.client}` : row.actor;
  const what = row.code ?? row.failure?.class ?? row.outcome ?? '';
  return [who, row.server, row.method, row.target, row.kind, row.failure?.class, what, row.rehearsed !== null].join(
    '\n',
  );
}
