// Recorded failures as observations: a call that is a documented provocation gets its name, any other failure its class. Sends nothing.

import type { FailureClass } from '../../../shared/failure.ts';
import { classProvocation } from '../../../shared/features/compare/comparison.ts';
import type { Observation } from '../../../shared/features/compare/probing.ts';
import { provocationId } from '../../../shared/features/compare/provocations.ts';
import { parseJson } from '../../../shared/json/json.ts';
import { jsonText } from '../../../shared/json/json-text.ts';
import type { OwnProvocation } from '../../../shared/server/own-provocation.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { Log } from '../../inspector/log/log.ts';
import { readSent } from '../replay/recorded-call.ts';
import { readAnswered } from './answered.ts';

/** The newest failures matter; older ones only slow down the answer. */
const failureLimit = 500;

/**
 * Newest first. `documented`: the failures that the server documents. `all`: every failure; otherwise the newest of each kind, and only
 * those are read completely.
 */
export function recordedFailures(
  log: Log,
  server: string,
  documented: readonly OwnProvocation[],
  all: boolean,
): Observation[] {
  log.flush();
  const known = new Map(
    documented.map((it) => [callKey(it.method, it.params), { id: provocationId(it.name), name: it.name }]),
  );
  const seen = new Set<string>();
  const rows = log.store.failedRows(log.counters.rows, 'older', failureLimit, server);
  return rows.flatMap((row) => {
    if (!row.failure || row.kind !== 'call' || row.direction !== 'out' || isOurs(row)) return [];
    const provocation = nameIt(log, row, row.failure.class, known);
    if (!all && seen.has(provocation.id)) return [];
    const failure = log.failureOf(row);
    if (!failure) return [];
    seen.add(provocation.id);
    const answered = readAnswered(log.store, [row.id]);
    return [{ server, provocation, state: 'failed' as const, row: row.id, failure, answered, why: '' }];
  });
}

function nameIt(
  log: Log,
  row: Row,
  meaning: FailureClass,
  known: ReadonlyMap<string, { id: string; name: string }>,
): Observation['provocation'] {
  if (known.size === 0) return classProvocation(meaning);
  const { method, params } = readSent(log.store, row);
  const named = known.get(callKey(method, params));
  return named ? { ...named, kind: 'own', expects: null } : classProvocation(meaning);
}

/** Canceled by us, or the connection was closed: that says nothing about the server's errors. */
const isOurs = ({ failure, outcome }: Row): boolean =>
  failure?.origin === 'local' || outcome === 'cancelled' || outcome === 'unanswered';

function callKey(method: string, params: string): string {
  const parsed = parseJson(params === '' ? '{}' : params);
  return `${method}\n${parsed.ok ? jsonText(parsed.value, true) : params}`;
}
