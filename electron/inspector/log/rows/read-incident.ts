// The incident of a row: all rows that its cause made fail, what that cause was, and whether the server answered since.
// Read from the same events each time; the words are shared/incident/incident-cause.ts's.

import { duration } from '../../../../shared/duration.ts';
import { stderrLines } from '../../../../shared/exchange/last-lines.ts';
import { firstSeq } from '../../../../shared/exchange/ledger.ts';
import { type IncidentFacts, tellCause } from '../../../../shared/incident/incident-cause.ts';
import type { IncidentCause } from '../../../../shared/incident.ts';
import type { IncidentView, Row } from '../../../../shared/timeline.ts';
import type { LifeEvent } from '../../../../shared/wire.ts';
import type { LogStore } from '../store/store.ts';
import { stderrBefore } from './last-lines.ts';
import type { ReadableLog } from './readable-log.ts';

const mostRows = 200;
const mostFacts = 8;

type IncidentLog = Pick<ReadableLog, 'store' | 'failureOf' | 'serverName'>;

/** null for what did not fail. */
export function readIncident(log: IncidentLog, row: Row): IncidentView | null {
  if (row.incident === null) return null;
  const { store } = log;
  const found = store.incidentRows(row.incident, mostRows + 1);
  const rows = found.slice(0, mostRows);
  const head = rows.find(({ id }) => id === row.incident) ?? store.row(row.incident) ?? row;
  const cause = causeOf(log, head, rows);
  const since = rows.at(-1) ?? head;
  const healer = cause && store.answeredAfter(head.server, since.ord, head.epoch);
  return {
    id: row.incident,
    rows,
    more: found.length - rows.length,
    cause,
    healed: healer ? { row: healer.id, at: healer.endAt ?? healer.at } : null,
  };
}

function causeOf(log: IncidentLog, head: Row, rows: readonly Row[]): IncidentCause | null {
  const own = rows.filter(({ epoch, server }) => epoch === head.epoch && server === head.server);
  const ends = own.flatMap((row) => {
    const event = row.kind === 'life' ? log.store.event(firstSeq(row.id)) : null;
    return event?.lane === 'life' ? [{ row, event }] : [];
  });
  const facts = factsOf(log, head, ends);
  if (!facts) return null;
  return { ...tellCause(facts), facts: listFacts(log.store, facts, own, ends) };
}

type End = { row: Row; event: LifeEvent };

function factsOf(log: IncidentLog, head: Row, ends: readonly End[]): IncidentFacts | null {
  const { store } = log;
  const begun = store.contextRows(head.server, head.epoch, 1).filter(({ kind }) => kind === 'call');
  const common = {
    server: log.serverName(head.server),
    hadAnswered: begun.some(({ outcome }) => outcome === 'answered'),
  };
  const ended = ends.find(({ event }) => event.event === 'exited');
  if (ended) {
    const { code = null, signal = null, at } = ended.event;
    const first = Math.min(...begun.map((row) => row.at));
    const afterMs = Number.isFinite(first) ? Math.max(0, Math.round(at - first)) : null;
    const stderr = stderrBefore(store, head.server, head.epoch, at, stderrLines);
    return { ...common, kind: 'process', code, signal, afterMs, stderr };
  }
  const unstarted = ends.find(({ event }) => event.event === 'spawn_failed');
  if (unstarted) {
    const stderr = stderrBefore(store, head.server, head.epoch, unstarted.event.at, stderrLines);
    return { ...common, kind: 'start', message: unstarted.event.message ?? '', stderr };
  }
  const untried = ends.find(({ event }) => event.event === 'connect_failed' && event.unready);
  if (untried) return { ...common, kind: 'settings', message: untried.event.message ?? '', stderr: [] };
  return addressOf(log, head, common);
}

/** Nobody was there: an exchange without a status. */
function addressOf(
  log: IncidentLog,
  head: Row,
  common: { server: string; hadAnswered: boolean },
): IncidentFacts | null {
  if (head.outcome !== 'http_failure') return null;
  const failure = log.failureOf(head);
  if (failure?.carrier !== 'http') return null;
  for (const seq of log.store.eventPage(head.id, 0, 20).seqs) {
    const event = log.store.event(seq);
    if (event?.lane !== 'http' || event.http.status !== null) continue;
    const { url, error = '' } = event.http;
    return { ...common, kind: 'address', url, error, remedy: failure.remedy, stderr: [] };
  }
  return null;
}

function listFacts(
  store: LogStore,
  facts: IncidentFacts,
  own: readonly Row[],
  ends: readonly End[],
): IncidentCause['facts'] {
  const listed: IncidentCause['facts'] = [];
  const ended = ends.find(({ event }) => event.event === 'exited');
  if (facts.kind === 'process' && ended) {
    const { row, event } = ended;
    const how = facts.signal ?? (facts.code === null ? 'not told' : String(facts.code));
    const after = facts.afterMs === null ? '' : `, after ${duration(facts.afterMs)}`;
    listed.push({ name: facts.signal === null ? 'exit code' : 'signal', words: `${how}${after}`, row: row.id });
    const [said] = store.stderrUntil(row.server, row.epoch, Math.max(event.at, row.at), 1);
    const lines = facts.stderr.length === 1 ? '1 line' : `${facts.stderr.length} lines`;
    if (said) listed.push({ name: 'stderr', words: `${lines} before the end`, row: said.id });
  }
  for (const row of own)
    if (row.kind === 'call' && row.method !== null)
      listed.push({ name: row.target ?? row.method, words: 'sent, no answer', row: row.id });
  return listed.slice(0, mostFacts);
}
