import { describe, expect, it } from 'vitest';
import type { ReplayView } from '../../shared/retry/replay.ts';
import type { Row } from '../../shared/timeline.ts';
import { listEntries } from '../places/replay/entries.ts';
import { attemptTone, laneSentence, replayAttempts } from './lane-attempts.ts';

const source = {
  id: 1,
  at: 0,
  endAt: 10,
  latencyMs: 10,
  headline: 'Rate limited',
  remarks: [],
  failure: { class: 'rate_limited' },
} as unknown as Row;
const view = (more: Partial<ReplayView>): ReplayView =>
  ({ id: 'a', source: 1, state: 'waiting', attempts: [], nextAt: null, bulk: null, ...more }) as ReplayView;

describe('the attempts of a replay', () => {
  const waiting = { row: null, at: 900, headline: 'Waiting', verdict: null, latencyMs: null };

  it('end with the pending one, once', () => {
    const attempts = replayAttempts(source, view({ attempts: [waiting], nextAt: 900 }));
    expect(attempts.map(({ at, planned = false }) => [at, planned])).toEqual([
      [0, false],
      [900, true],
    ]);
  });

  it('show no planned attempt after a cancel', () => {
    expect(replayAttempts(source, view({ state: 'cancelled', nextAt: 900 }))).toHaveLength(1);
  });

  it('include the whole chain, also of an earlier replay', () => {
    const earlier = { ...source, id: 2, at: 500 };
    const mine = { row: 3, at: 900, headline: 'Rate limited', verdict: 'same' as const, latencyMs: 5 };
    const attempts = replayAttempts(source, view({ state: 'done', attempts: [mine] }), [source, earlier]);
    expect(attempts.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('give the same failure the same color', () => {
    expect(attemptTone(source, 'same')).toBe('wait');
    expect(attemptTone(source, 'fixed')).toBe('ok');
    expect(attemptTone(source, null)).toBe('mute');
  });

  it('describe the drawing to screen readers', () => {
    const judged = { row: 1, finding: 'honoured' as const, toldMs: 1, didMs: 2, words: 'Asked 1 s: respected.' };
    expect(laneSentence(replayAttempts(source, undefined), [judged])).toBe('1 attempt. Asked 1 s: respected.');
  });
});

describe('listEntries', () => {
  it('lists the newest first and groups a bulk', () => {
    const entries = listEntries([view({ id: 'a' }), view({ id: 'b', bulk: 'x' }), view({ id: 'c', bulk: 'x' })]);
    expect(entries.map((entry) => (entry.kind === 'bulk' ? entry.views.length : entry.view.id))).toEqual([2, 'a']);
  });
});
