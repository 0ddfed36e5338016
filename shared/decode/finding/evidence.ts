// The facts that were used: the deciding one first, then the marks of the dialect, then what else agrees or disagrees.

import type { Evidence } from '../../failure.ts';
import type { Json } from '../../json/json.ts';
import { duration } from '../../text/duration.ts';
import { unfitArguments, unfitEvidence } from '../claims/whose-issues.ts';
import { short } from '../words/fact-words.ts';
import type { Decision } from './decision.ts';

const mostEvidence = 12;
const mostOthers = 6;

export function evidenceOf(decision: Decision): Evidence[] {
  const { deciding, claims, reading, call, trust, dialect, stderrLine } = decision;
  if (deciding?.told !== undefined) return [...deciding.told.evidence, ...unfitEvidence(call, unfitArguments(reading))];
  const evidence: Evidence[] = [];
  const add = (path: string, value: Json, means: string): void => {
    if (evidence.length >= mostEvidence) return;
    for (const known of evidence) if (known.path === path && known.means === means) return;
    evidence.push({ path, value: typeof value === 'string' ? short(value, 300) : value, means });
  };
  if (deciding !== null) add(deciding.path, deciding.value, deciding.row.reason);
  if (trust.pinned !== null) add('pinned', trust.pinned, 'you chose this dialect for the server');
  for (const { path, value, means } of trust.evidence.get(dialect.id) ?? []) add(path, value, means);
  const { retryable, afterMs } = reading;
  if (retryable !== null)
    add(
      retryable.path,
      retryable.value,
      retryable.value ? 'the server says it may be tried again' : 'the server says not to try the same again',
    );
  if (afterMs !== null) add(afterMs.path, afterMs.sent ?? afterMs.value, `a wait of ${duration(afterMs.value)}`);
  const unfit = unfitArguments(reading);
  if (unfit.length > 0) for (const { path, value, means } of unfitEvidence(call, unfit)) add(path, value, means);
  let others = 0;
  for (const { path, value, row, place } of claims) {
    if (place === 'catch-all' && row.table !== 'code' && row.table !== 'status') continue;
    if (others++ === mostOthers) break;
    add(path, value, row.reason);
  }
  if (stderrLine !== '') add('stderr', stderrLine, 'written to stderr during the call');
  const status = call.http?.status ?? null;
  if (status !== null && reading.carrier !== 'http')
    add('http.status', status, status < 300 ? 'HTTP itself succeeded' : 'HTTP status around the answer');
  if (deciding !== null && evidence[0] !== undefined) evidence[0].decides = true;
  return evidence;
}
