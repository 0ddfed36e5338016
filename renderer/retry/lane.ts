// The geometry of asked vs. actual waits: attempts as dots, waits between them, and brackets for the server's hint and the client's wait,
// in percent of a line. Pure; lane.tsx draws.

import type { HintJudgement } from '../../shared/timeline.ts';
import type { Tone } from '../text/row-words.ts';

export interface LaneAttempt {
  /** The row; negative for attempts without one. */
  id: number;
  /** Milliseconds on any clock, the same for all. */
  at: number;
  /** null: still open, or not started. */
  endAt: number | null;
  tone: Tone;
  words: string;
  planned?: boolean;
  /** With jitter, the latest start of a planned attempt. */
  latestAt?: number;
}

export interface LaneBracket {
  from: number;
  to: number;
  /** Overlapping brackets are stacked. */
  level: number;
  ms: number;
  finding: HintJudgement['finding'];
  row: number;
}

export interface RetryLane {
  dots: { id: number; at: number; tone: Tone; words: string; planned: boolean }[];
  waits: { from: number; to: number; reached: number; planned: boolean }[];
  bands: { from: number; to: number }[];
  asked: LaneBracket[];
  actual: LaneBracket[];
  levels: number;
}

const left = 5;
const right = 95;
/** The minimum share of a wait, so that a short one stays visible next to a long one. */
const leastShare = 0.12;

/** `now` shows the elapsed part of a running wait; attempts are ordered by time. */
export function laneOf(attempts: readonly LaneAttempt[], findings: readonly HintJudgement[], now = 0): RetryLane {
  const place = scaleOf(attempts, findings);
  const gaps = attempts.map((attempt, index) => gapAfter(attempt, attempts[index + 1], findings));
  const asked = gaps.flatMap(({ row, from, toldMs, finding }) =>
    toldMs ? [{ from: place(from), to: place(from + toldMs), level: 0, ms: toldMs, finding, row }] : [],
  );
  return {
    dots: attempts.map(({ id, at, tone, words, planned = false }) => ({ id, at: place(at), tone, words, planned })),
    waits: attempts.slice(1).map(({ at, planned = false }, index) => {
      const from = Math.min(endOf(attempts[index]!), at);
      const reached = planned ? Math.max(from, Math.min(at, now)) : at;
      return { from: place(from), to: place(at), reached: place(reached), planned };
    }),
    bands: attempts.flatMap(({ at, latestAt = at }) =>
      latestAt > at ? [{ from: place(at), to: place(latestAt) }] : [],
    ),
    asked,
    actual: gaps.flatMap(({ row, from, next, finding }) =>
      next && !next.planned
        ? [
            {
              from: place(Math.min(from, next.at)),
              to: place(next.at),
              level: 0,
              ms: Math.max(0, next.at - from),
              finding,
              row,
            },
          ]
        : [],
    ),
    levels: stack(asked),
  };
}

/** What follows an attempt: the next one, the requested wait, and whether it was respected. */
function gapAfter(attempt: LaneAttempt, next: LaneAttempt | undefined, findings: readonly HintJudgement[]) {
  const from = endOf(attempt);
  const judged = findings.find(({ row }) => row === attempt.id);
  // A verdict about another gap than this one would be wrong.
  const isOfThisGap = !next || judged?.didMs == null || Math.abs(judged.didMs - Math.max(0, next.at - from)) < 50;
  return {
    row: attempt.id,
    from,
    next,
    toldMs: judged?.toldMs ?? null,
    finding: judged && isOfThisGap ? judged.finding : ('no_hint' as const),
  };
}

/** Direct from attempt to attempt, with a stretch after the last for a requested wait that was not respected. */
function scaleOf(attempts: readonly LaneAttempt[], findings: readonly HintJudgement[]): (at: number) => number {
  const first = attempts[0];
  if (!first) return () => left;
  const marks = attempts.map(({ at }) => at);
  const last = marks.at(-1)!;
  const ends = attempts.map((attempt) => {
    const asked = findings.find(({ row }) => row === attempt.id)?.toldMs ?? 0;
    return Math.max(endOf(attempt) + asked, attempt.latestAt ?? 0);
  });
  const end = Math.max(...ends);
  if (end > last) marks.push(end);
  const spans = marks.slice(1).map((mark, index) => Math.max(0, mark - marks[index]!));
  const shares = shareOut(spans);
  const places = [left];
  for (const share of shares) places.push(places.at(-1)! + share * (right - left));
  return (at) => {
    const index = Math.max(
      0,
      marks.findLastIndex((mark) => mark <= at),
    );
    const span = spans[index];
    if (span === undefined || span === 0) return places[Math.min(index, places.length - 1)]!;
    const part = Math.max(0, Math.min(1, (at - marks[index]!) / span));
    return places[index]! + part * (places[index + 1]! - places[index]!);
  };
}

export function shareOut(spans: readonly number[]): number[] {
  const total = spans.reduce((sum, span) => sum + span, 0);
  if (spans.length === 0) return [];
  const least = Math.min(leastShare, 1 / spans.length);
  const shares = spans.map((span) => Math.max(least, total === 0 ? 0 : span / total));
  const sum = shares.reduce((a, b) => a + b, 0);
  return shares.map((share) => share / sum);
}

/** Puts each bracket on the lowest free level; returns the number of levels. */
function stack(brackets: LaneBracket[]): number {
  const busyUntil: number[] = [];
  for (const bracket of brackets) {
    const free = busyUntil.findIndex((end) => end <= bracket.from + 0.01);
    bracket.level = free >= 0 ? free : busyUntil.length;
    busyUntil[bracket.level] = bracket.to;
  }
  return Math.max(1, busyUntil.length);
}

function endOf(attempt: LaneAttempt): number {
  return attempt.endAt ?? attempt.at;
}
