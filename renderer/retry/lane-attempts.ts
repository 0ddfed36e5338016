// The data of a lane: the attempts at a call. Pure.

import type { Failure } from '../../shared/failure.ts';
import { beganAt, type HintJudgement, type Row } from '../../shared/timeline.ts';
import { barTone, happening } from '../text/row-words.ts';
import type { LaneAttempt } from './lane.ts';

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
