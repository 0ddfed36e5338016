// The data of a lane: the attempts of a chain in the log, or a running replay. Pure.

import type { Failure } from '../../shared/failure.ts';
import type { ReplayView } from '../../shared/retry/replay.ts';
import type { ReplayVerdict } from '../../shared/retry/replay-verdict.ts';
import { beganAt, type HintJudgement, type Row } from '../../shared/timeline.ts';
import { isLive, verdictTones } from '../text/replay-words.ts';
import { barTone, happening, type Tone } from '../text/row-words.ts';
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

/** More would be too small to read; the first and the newest are kept. */
const mostDrawn = 10;

/** The retried row, every attempt since (of any replay in the same chain), and the pending one. */
export function replayAttempts(source: Row, view: ReplayView | undefined, chain: readonly Row[] = []): LaneAttempt[] {
  const logged = chainAttempts([source, ...chain.filter((row) => row.id !== source.id && row.at >= source.at)]);
  const known = new Set(logged.map(({ id }) => id));
  const made = (view?.attempts ?? []).flatMap((attempt) =>
    attempt.row === null || known.has(attempt.row)
      ? []
      : [
          {
            id: attempt.row,
            at: attempt.at,
            endAt: attempt.latencyMs === null ? null : attempt.at + attempt.latencyMs,
            tone: attemptTone(source, attempt.verdict),
            words: attempt.headline,
          },
        ],
  );
  const all = [...logged, ...made].sort((a, b) => a.at - b.at);
  const drawn = all.length > mostDrawn ? [all[0]!, ...all.slice(1 - mostDrawn)] : all;
  return view && isLive(view) && view.nextAt !== null
    ? [...drawn, { id: -1, at: view.nextAt, endAt: null, tone: 'wait', words: 'next attempt', planned: true }]
    : drawn;
}

/** The same failure looks the same; a call that succeeded has no failure to repeat. */
export function attemptTone(source: Row, verdict: ReplayVerdict | null): Tone {
  if (verdict === null) return 'mute';
  return verdict === 'same' ? barTone(source) : verdictTones[verdict];
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
