import { describe, expect, it } from 'vitest';
import type { ReplayView } from '../../shared/retry/replay.ts';
import { liveWords, remainingWords, replayLook, resultWords, waitWords } from './replay-words.ts';

const view = (more: Partial<ReplayView>): ReplayView => ({
  id: 'r1',
  source: 1,
  server: 's',
  to: 's',
  method: 'tools/call',
  target: 't',
  state: 'waiting',
  verdict: null,
  fixedCount: 0,
  passedBefore: false,
  attempts: [],
  remaining: 1,
  nextAt: 10_000,
  words: '',
  bulk: null,
  ...more,
});

describe('a countdown', () => {
  it('counts in tenths at the end and in seconds before', () => {
    expect(remainingWords(4_210)).toBe('4.3 s');
    expect(remainingWords(29_400)).toBe('30 s');
    expect(remainingWords(125_000)).toBe('2 min 5 s');
    expect(remainingWords(0)).toBe('now');
    expect(remainingWords(-50)).toBe('now');
  });

  it('does not flicker on a button', () => {
    expect(waitWords(5_020)).toBe('6 s');
    expect(waitWords(850)).toBe('0.9 s');
  });

  it('says what comes next', () => {
    expect(liveWords(view({}), 6_000)).toBe('Next attempt in 4.0 s');
    expect(liveWords(view({ remaining: 3 }), 6_000)).toBe('Next attempt in 4.0 s, 2 more after it');
    expect(liveWords(view({ state: 'paused', remaining: 1 }), 0)).toBe('Paused, 1 attempt to go');
  });
});

describe('the pill of a replay', () => {
  it('is its state while it runs and its verdict afterwards', () => {
    expect(replayLook(view({ verdict: 'same' })).word).toBe('Waiting');
    expect(replayLook(view({ state: 'done', verdict: 'fixed' })).word).toBe('Fixed');
    expect(replayLook(view({ state: 'cancelled' }))).toEqual({ word: 'Canceled', tone: 'mute' });
    // Only the original's recorded result distinguishes them, regardless of the sentence.
    expect(replayLook(view({ state: 'done', verdict: 'same', passedBefore: true })).word).toBe('Passes as before');
    expect(replayLook(view({ state: 'done', verdict: 'same', words: 'It passes.' })).word).toBe('Same failure');
    const attempt = { row: 1, at: 0, headline: '', verdict: null, latencyMs: 1 };
    const flaky = view({ state: 'done', verdict: 'flaky', fixedCount: 2, attempts: [attempt, attempt, attempt] });
    expect(replayLook(flaky).word).toBe('Flaky 2 of 3');
    expect(resultWords(flaky)).toBe('Flaky 2 of 3.');
    const fixed = view({ state: 'done', verdict: 'fixed', words: 'The call passes now.' });
    expect(resultWords(fixed)).toBe('Fixed. The call passes now.');
  });
});
