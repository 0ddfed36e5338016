// The attempts that a lane shows: those that were made, or those of a plan. Pure.

import type { Failure } from '../../shared/failure.ts';
import type { RetryPlan } from '../../shared/retry/planned.ts';
import { beganAt, type HintJudgement, type Row } from '../../shared/timeline.ts';
import { barTone, happening } from '../text/row-words.ts';
import type { LaneAttempt } from './lane.ts';
import { plannedWords } from './lane-words.ts';

export function chainAttempts(rows: readonly Row[]): LaneAttempt[] {
  return [...rows]
    .sort((a, b) => a.at - b.at)
    .map((row) => ({
      id: row.id,
      at: beganAt(row),
      endAt: row.endAt ?? (row.latencyMs === null ? null : row.at + row.latencyMs),
      tone: barTone(row),
      words: row.pending ? 'waiting for an answer' : happening(row) || 'Answered',
    }));
}

/** Of a plan: the failure at 0, then the planned attempts. */
export function planAttempts(plan: RetryPlan, most = 8): LaneAttempt[] {
  const planned = plan.attempts.slice(0, most).map(({ earliestMs, latestMs }, index) => ({
    id: -2 - index,
    at: earliestMs,
    latestAt: latestMs,
    endAt: null,
    tone: 'wait' as const,
    words: plannedWords(earliestMs, latestMs),
    planned: true,
  }));
  return [{ id: -1, at: 0, endAt: 0, tone: 'bad', words: 'failed' }, ...planned];
}

/** The drawing as text, for screen readers. */
export function laneSentence(attempts: readonly LaneAttempt[], findings: readonly HintJudgement[]): string {
  const made = attempts.filter((attempt) => !attempt.planned).length;
  const judged = findings.filter(({ finding }) => finding !== 'no_hint').map(({ words }) => words);
  return [`${made} ${made === 1 ? 'attempt' : 'attempts'}.`, ...judged].join(' ');
}

/** The source of the wait, for the row whose failure is known. */
export function waitSource(row: number, failure: Failure | null): Record<number, string> {
  const source = failure?.retry.sources?.afterMs;
  return source && source !== 'default' ? { [row]: source } : {};
}
