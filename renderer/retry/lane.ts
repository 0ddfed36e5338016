// The geometry of asked vs. actual waits: attempts as dots, waits between them, and brackets for the server's hint and the client's wait,
// in percent of a line. Pure; lane.tsx draws.

import type { RetryPlan } from '../../shared/retry/planned.ts';
import { duration } from '../../shared/text/duration.ts';
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
  const lane: RetryLane = {
    dots: attempts.map(({ id, at, tone, words, planned = false }) => ({ id, at: place(at), tone, words, planned })),
    waits: [],
    bands: [],
    asked: [],
    actual: [],
    levels: 1,
  };
  attempts.forEach((attempt, index) => {
    const before = attempts[index - 1];
    if (before) {
      const from = Math.min(endOf(before), attempt.at);
      const reached = attempt.planned ? Math.max(from, Math.min(attempt.at, now)) : attempt.at;
      lane.waits.push({
        from: place(from),
        to: place(attempt.at),
        reached: place(reached),
        planned: attempt.planned === true,
      });
    }
    if (attempt.latestAt !== undefined && attempt.latestAt > attempt.at)
      lane.bands.push({ from: place(attempt.at), to: place(attempt.latestAt) });
    addBrackets(
      lane,
      attempt,
      attempts[index + 1],
      findings.find(({ row }) => row === attempt.id),
      place,
    );
  });
  lane.levels = stack(lane.asked);
  return lane;
}

function addBrackets(
  lane: RetryLane,
  attempt: LaneAttempt,
  next: LaneAttempt | undefined,
  judged: HintJudgement | undefined,
  place: (at: number) => number,
): void {
  const from = endOf(attempt);
  const did = next ? Math.max(0, next.at - from) : null;
  // A verdict about another gap than this one would be wrong.
  const fits = did === null || judged?.didMs == null || Math.abs(judged.didMs - did) < 50;
  const finding = judged && fits ? judged.finding : 'no_hint';
  const row = attempt.id;
  if (judged?.toldMs)
    lane.asked.push({ from: place(from), to: place(from + judged.toldMs), level: 0, ms: judged.toldMs, finding, row });
  if (next && did !== null && !next.planned)
    lane.actual.push({ from: place(Math.min(from, next.at)), to: place(next.at), level: 0, ms: did, finding, row });
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
  const raw = spans.map((span) => Math.max(least, total === 0 ? 0 : span / total));
  const sum = raw.reduce((a, b) => a + b, 0);
  return raw.map((share) => share / sum);
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

/** A plan as a lane: the failure at 0, then the planned attempts. */
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

export function plannedWords(earliestMs: number, latestMs: number): string {
  if (latestMs - earliestMs < 1) return earliestMs === 0 ? 'at once' : `+${duration(earliestMs)}`;
  const [from = '', fromUnit] = duration(earliestMs).split(' ');
  const until = duration(latestMs).split(' ');
  // The unit once if both have the same: `+3 to 3.6 s`.
  return until.length === 2 && fromUnit === until[1]
    ? `+${from} to ${until.join(' ')}`
    : `+${duration(earliestMs)} to ${duration(latestMs)}`;
}

const wide = 6.1;

interface Span {
  from: number;
  to: number;
}

function spanOf(at: number, text: string, width: number): Span {
  const half = (text.length * wide) / 2 + 5;
  const middle = Math.max(half, Math.min(width - half, (at / 100) * width));
  return { from: middle - half, to: middle + half };
}

const touch = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

/** Which labels of one line fit without overlap; earlier ones first. `width` in pixels. */
export function fitLabels<T extends { at: number; text: string }>(labels: readonly T[], width: number): T[] {
  const taken: Span[] = [];
  return labels.filter(({ at, text }) => {
    const span = spanOf(at, text, width);
    if (text === '' || taken.some((other) => touch(span, other))) return false;
    taken.push(span);
    return true;
  });
}

/** For each position the longest wording that fits (longest first); '' if none does. */
export function chooseWords(places: readonly { at: number; words: readonly string[] }[], width: number): string[] {
  const shortest = places.map(({ at, words }, index) => ({ at, text: words.at(-1) ?? '', index }));
  const chosen = places.map(() => '');
  for (const { index, text } of fitLabels(shortest, width)) chosen[index] = text;
  places.forEach(({ at, words }, index) => {
    if (chosen[index] === '') return;
    const others = places.flatMap((place, other) =>
      other === index || chosen[other] === '' ? [] : [spanOf(place.at, chosen[other]!, width)],
    );
    const longer = words.find((text) => {
      const span = spanOf(at, text, width);
      return span.to - span.from <= width && !others.some((other) => touch(span, other));
    });
    if (longer !== undefined) chosen[index] = longer;
  });
  return chosen;
}

/** The center of a label so that it stays within the line. */
export function labelMiddle(at: number, text: string, width: number): number {
  if (width === 0) return at;
  const half = (((text.length * wide) / 2 + 2) / width) * 100;
  return half >= 50 ? 50 : Math.max(half, Math.min(100 - half, at));
}

const findingShort: Record<HintJudgement['finding'], string> = {
  honoured: 'respected',
  too_early: 'too early',
  ignored: 'hint ignored',
  must_not_repeat: 'must not be repeated',
  gave_up: 'no retry',
  no_hint: 'no hint',
};

export function findingWord(finding: HintJudgement['finding']): string {
  return findingShort[finding];
}

export function findingTone(finding: HintJudgement['finding']): Tone {
  switch (finding) {
    case 'honoured':
      return 'ok';
    case 'too_early':
    case 'gave_up':
      return 'warn';
    case 'ignored':
    case 'must_not_repeat':
      return 'bad';
    case 'no_hint':
      return 'mute';
  }
}

/** Two decimals, so that similar waits can be compared: `30.02 s`. */
export function preciseDuration(ms: number): string {
  if (ms < 1_000 || ms >= 60_000) return duration(ms);
  return `${(ms / 1_000).toFixed(2).replace(/\.?0{1,40}$/, '')} s`;
}
