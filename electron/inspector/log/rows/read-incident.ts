// The incident of a row: all rows that one cause made fail, and whether the server answered since. What the cause was is in the
// failure of each of those rows.

import { troubleOf } from '../../../../shared/incident/incident.ts';
import type { IncidentView, Row } from '../../../../shared/timeline.ts';
import type { ReadableLog } from './readable-log.ts';

const mostRows = 200;

/** null for what did not fail. */
export function readIncident(log: Pick<ReadableLog, 'store' | 'failureOf'>, row: Row): IncidentView | null {
  if (row.incident === null) return null;
  const { store } = log;
  const found = store.incidentRows(row.incident, mostRows + 1);
  const rows = found.slice(0, mostRows);
  const head = rows.find(({ id }) => id === row.incident) ?? store.row(row.incident) ?? row;
  const since = rows.at(-1) ?? head;
  const failure = log.failureOf(head);
  const isConnection = failure !== null && troubleOf(failure) !== null;
  const healer = isConnection ? store.answeredAfter(head.server, since.ord, head.epoch) : null;
  return {
    id: row.incident,
    rows,
    more: found.length - rows.length,
    healed: healer ? { row: healer.id, at: healer.endAt ?? healer.at } : null,
  };
}
