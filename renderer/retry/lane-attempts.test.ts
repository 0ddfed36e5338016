import { expect, it } from 'vitest';
import type { Row } from '../../shared/timeline.ts';
import { laneOf } from './lane.ts';
import { chainAttempts, laneSentence, planAttempts } from './lane-attempts.ts';

it('describes the drawing to screen readers', () => {
  const first = { id: 1, at: 0, endAt: 10, latencyMs: 10, headline: 'Rate limited', remarks: [], failure: {} };
  const judged = { row: 1, finding: 'honoured' as const, toldMs: 1, didMs: 2, words: 'Asked 1 s: respected.' };
  expect(laneSentence(chainAttempts([first as unknown as Row]), [judged])).toBe('1 attempt. Asked 1 s: respected.');
});

it('shows a plan with its jitter as bands', () => {
  const plan = { attempts: [{ earliestMs: 800, latestMs: 1_200 }], words: '', sources: [] };
  const lane = laneOf(planAttempts(plan), []);
  expect(lane.bands).toHaveLength(1);
  expect(lane.dots.map(({ words }) => words)).toEqual(['failed', '+800 ms to 1.2 s']);
});
