// What the log already holds, as observations: a call that is a documented provocation goes under its name, any other
// failure under its class. Nothing is sent.

import { classProvocation } from '../../../shared/compare/comparison.ts';
import { ownId } from '../../../shared/compare/provocations.ts';
import type { Observation } from '../../../shared/compare/types.ts';
import { jsonText } from '../../../shared/exchange/canonical.ts';
import type { Failure } from '../../../shared/failure.ts';
import { parseJson } from '../../../shared/json.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { Connection } from '../connections.ts';
import type { Log } from '../log/log.ts';
import { readCall } from '../replay/recorded-call.ts';
import { readAnswered } from './answered.ts';
import { ownProvocations } from './own-provocations.ts';
import { readFailure } from './provoke.ts';

/** The newest are the ones that count; older ones only make the answer slower. */
const failureLimit = 500;

/** Newest first. */
export function recordedFailures(log: Log, connection: Connection): Observation[] {
  log.flush();
  const known = new Map(
    ownProvocations(connection).map((it) => [callKey(it.method, it.params), { id: ownId(it.name), name: it.name }]),
  );
  const rows = log.store.failedRows(log.counters.rows, 'older', failureLimit, connection.id);
  return rows.flatMap((row) => {
    const failure = readFailure(log, row.id);
    if (!failure || row.kind !== 'call' || row.direction !== 'out' || isOurs(failure, row)) return [];
    const { method, params } = readCall(log.store, row);
    const named = known.get(callKey(method, params));
    const provocation = named ? { ...named, kind: 'own' as const, expects: null } : classProvocation(failure.class);
    const answered = readAnswered(log.store, [row.id]);
    return [{ server: connection.id, provocation, state: 'failed' as const, row: row.id, failure, answered, why: '' }];
  });
}

/** The newest of each provocation. */
export function newestOfEach(observations: readonly Observation[]): Observation[] {
  const newest = new Map<string, Observation>();
  for (const it of observations) if (!newest.has(it.provocation.id)) newest.set(it.provocation.id, it);
  return [...newest.values()];
}

/** Cancelled by us, or the connection was closed: that says nothing about the server's errors. */
const isOurs = (failure: Failure, row: Row): boolean =>
  failure.origin === 'local' || row.outcome === 'cancelled' || row.outcome === 'unanswered';

function callKey(method: string, params: string): string {
  const parsed = parseJson(params === '' ? '{}' : params);
  return `${method}\n${parsed.ok ? jsonText(parsed.value, true) : params}`;
}
