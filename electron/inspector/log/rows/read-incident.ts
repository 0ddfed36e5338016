// The incident of a row: all rows that failed from one cause, and whether the server has responded since. The failure of each row names the
// cause.

import { troubleOf } from '../../../../shared/incident/incident.ts';
import type { IncidentView, Row } from '../../../../shared/timeline.ts';
import type { ReadableLog } from './readable-log.ts';

const mostRows = 200;

/** null if the row did not fail. */
export function readIncident(log: Pick<ReadableLog, 'store' | 'failureOf'>, row: Row): IncidentView | null {
  if (row.incident === null) return null;
  const { store } = log;
  const rows = store.incidentRows(row.incident, mostRows);
  const size = store.incidentSize(row.incident);
  const head = rows.find(({ id }) => id === row.incident) ?? store.row(row.incident) ?? row;
  const failure = log.failureOf(head);
  const isConnection = failure !== null && troubleOf(failure) !== null;
  const healer = isConnection ? store.answeredAfter(head.server, size?.lastOrd ?? head.ord, head.epoch) : null;
  return {
    id: row.incident,
    rows,
    more: Math.max(0, (size?.rows ?? 0) - rows.length),
    healed: healer ? { row: healer.id, at: healer.endAt ?? healer.at } : null,
  };
}
