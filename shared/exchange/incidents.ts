// Which rows one cause produced: a process that died with four calls open, its handshake and its exit are one incident;
// so is a run of the same refusal, and so are the attempts at one call. Rows are what happened, people count causes.
// Owns who joins whom; an incident is named by the row that was seen to fail first.

import { isCounted } from '../actors.ts';
import type { Layer } from '../failure.ts';
import { groupOf } from '../filter/failure-group.ts';
import { isHandshake } from './handshake.ts';
import type { Entry, PairedRow } from './ledger.ts';
import { RecentMap } from './recent-map.ts';

/** Alike failures that follow each other within this time are one run. */
const stormMs = 60_000;
const memory = 5_000;

interface Incident {
  id: number;
  /** The group of its first row, which all of its rows share. */
  group: string | null;
  lastAt: number;
  /** Whether the row that it is counted by counts. */
  counted: boolean;
}

export class Incidents {
  readonly #ofConnection = new RecentMap<string, Incident>(memory);
  readonly #ofCause = new RecentMap<string, Incident>(memory);
  readonly #ofRow = new RecentMap<number, Incident>(memory);

  /** To be called when a row has failed, or is read as failed in another way. */
  note(entry: Entry, layer: Layer | null): void {
    const { row } = entry;
    const known = this.#ofRow.get(row.id);
    const incident = known ??
      this.#find(entry) ?? { id: row.id, group: null, lastAt: row.at, counted: isCounted(row.actor) };
    if (incident.id === row.id) incident.group = groupOf(row, layer);
    incident.lastAt = Math.max(incident.lastAt, row.endAt ?? row.at);
    this.#ofRow.set(row.id, incident);
    if (endedConnection(entry)) this.#ofConnection.set(connectionKey(entry), incident);
    else this.#ofCause.set(causeKey(entry), incident);
    row.incident = incident.id;
    row.group = incident.group;
  }

  /** It is no failure after all: nothing joins it any more. */
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

  /** A failed row of an earlier run, so that what goes on now joins it. Rows are to come in the order in which they failed. */
  recall(row: PairedRow): void {
    const { id, incident, group } = row;
    // Without its exchange nobody can tell whether such a one ended the connection.
    if (incident === null || row.outcome === 'http_failure') return;
    const known = this.#ofRow.get(incident) ?? { id: incident, group, lastAt: row.at, counted: isCounted(row.actor) };
    known.lastAt = Math.max(known.lastAt, row.endAt ?? row.at);
    this.#ofRow.set(id, known);
    this.#ofRow.set(incident, known);
    const entry = { row, http: null };
    if (endedConnection(entry)) this.#ofConnection.set(connectionKey(entry), known);
    else this.#ofCause.set(causeKey(entry), known);
  }

  /** A row that belongs to what made another fail: an answer that came after its call had ended. */
  join(row: PairedRow, other: PairedRow): void {
    const incident = this.#ofRow.get(other.id);
    if (incident !== undefined && other.incident !== null) this.#ofRow.set(row.id, incident);
  }

  /** What somebody did is never counted by a row of what Misfire did for itself. */
  #find(entry: Entry): Incident | undefined {
    const found = this.#alike(entry);
    return found?.counted === false && isCounted(entry.row.actor) ? undefined : found;
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

/** The connection did not come about or ended: what else it left without an answer has the same cause. */
export function endedConnection({ row, http }: Cause): boolean {
  return (
    row.kind === 'life' ||
    row.outcome === 'process_died' ||
    row.outcome === 'unanswered' ||
    // No status: nobody was there.
    (row.outcome === 'http_failure' && http === null) ||
    isHandshake(row.method)
  );
}

const connectionKey = ({ row }: Cause): string => `${row.epoch}\n${row.server}`;

function causeKey({ row }: Cause): string {
  const who = row.actor === 'client' ? `client ${row.client}` : row.actor;
  const what = row.code ?? row.failure?.class ?? row.outcome ?? '';
  return [who, row.server, row.method, row.target, row.kind, row.failure?.class, what].join('\n');
}
