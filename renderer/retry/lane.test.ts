import { describe, expect, it } from 'vitest';
import type { HintJudgement } from '../../shared/timeline.ts';
import { type LaneAttempt, laneOf, shareOut } from './lane.ts';

const attempt = (id: number, at: number, more: Partial<LaneAttempt> = {}): LaneAttempt => ({
  id,
  at,
  endAt: at + 10,
  tone: 'wait',
  words: '',
  ...more,
});
const judged = (row: number, toldMs: number | null, more: Partial<HintJudgement> = {}): HintJudgement => ({
  row,
  finding: 'honoured',
  toldMs,
  didMs: null,
  words: '',
  ...more,
});

describe('laneOf', () => {
  it('starts both brackets at the end of the attempt, and shows that the client waited long enough', () => {
    const lane = laneOf([attempt(1, 0), attempt(2, 1_030)], [judged(1, 1_000)]);
    expect(lane.asked[0]!.from).toBeCloseTo(lane.actual[0]!.from);
    expect(lane.asked[0]!.to).toBeLessThan(lane.actual[0]!.to);
    expect(lane.actual[0]!.to).toBeCloseTo(lane.dots[1]!.at);
    expect(lane.actual[0]!.ms).toBe(1_020);
  });

  it('draws the requested wait past an attempt that came too early', () => {
    const lane = laneOf([attempt(1, 0), attempt(2, 300)], [judged(1, 1_000, { finding: 'too_early' })]);
    expect(lane.asked[0]!.to).toBeGreaterThan(lane.dots[1]!.at);
    expect(lane.asked[0]!.to).toBeLessThanOrEqual(95.01);
  });

  it('stacks overlapping brackets only', () => {
    const early = laneOf([attempt(1, 0), attempt(2, 100), attempt(3, 2_000)], [judged(1, 1_000), judged(2, 1_000)]);
    expect(early.asked.map(({ level }) => level)).toEqual([0, 1]);
    expect(early.levels).toBe(2);
    const kept = laneOf([attempt(1, 0), attempt(2, 1_020), attempt(3, 3_000)], [judged(1, 1_000), judged(2, 1_900)]);
    expect(kept.levels).toBe(1);
  });

  it('draws the requested wait if no retry followed', () => {
    const lane = laneOf([attempt(1, 0)], [judged(1, 5_000, { finding: 'gave_up' })]);
    expect(lane.actual).toEqual([]);
    expect(lane.asked[0]!.to).toBeCloseTo(95);
  });

  it('fills a running wait up to now, and no further', () => {
    const attempts = [attempt(1, 0, { endAt: 0 }), attempt(-1, 1_000, { planned: true, endAt: null })];
    expect(laneOf(attempts, [], 500).waits[0]!.reached).toBeCloseTo(50);
    expect(laneOf(attempts, [], 9_000).waits[0]!.reached).toBeCloseTo(95);
  });

  it('does not move if everything happened at once', () => {
    const lane = laneOf([attempt(1, 5, { endAt: 5 }), attempt(2, 5, { endAt: 5 })], []);
    for (const dot of lane.dots) expect(Number.isFinite(dot.at)).toBe(true);
    expect(laneOf([], []).dots).toEqual([]);
  });
});

describe('shareOut', () => {
  it('keeps a short wait visible next to a long one', () => {
    const shares = shareOut([10, 60_000]);
    expect(shares[0]).toBeGreaterThan(0.1);
    expect(shares.reduce((a, b) => a + b)).toBeCloseTo(1);
  });
  it('divides evenly if there were no waits', () => {
    expect(shareOut([0, 0])).toEqual([0.5, 0.5]);
  });
});
