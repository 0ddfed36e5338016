import { describe, expect, it, test } from 'vitest';
import type { Failure } from '../failure.ts';
import { type JudgedAttempt, judgeChain } from './judge.ts';
import { failure } from './testing/retry-fixtures.ts';

/** Attempts of 10 ms each, started at these times. */
function chain(...parts: [at: number, failure: Failure | null][]): JudgedAttempt[] {
  return parts.map(([at, failed], index) => ({
    row: index + 1,
    at,
    endAt: at + 10,
    failure: failed,
    passed: failed === null,
  }));
}

const wait30 = failure({ afterMs: 30_000 });
const soon = { until: 60_000 };

describe('a gap between two attempts', () => {
  test.each([
    ['honoured', 30_030, 'Asked to wait 30 s, retried after 30.02 s: respected.'],
    ['honoured', 30_009, 'Asked to wait 30 s, retried after 30 s: respected.'],
    ['too_early', 20_010, 'Asked to wait 30 s, retried after 20 s: 10 s too early.'],
    ['ignored', 210, 'Asked to wait 30 s, retried after 200 ms: the hint was ignored.'],
    ['ignored', 10, 'Asked to wait 30 s, retried after 0 ms: the hint was ignored.'],
  ] as const)('is %s when the next attempt comes at %d', (finding, at, words) => {
    const judged = judgeChain(chain([0, wait30], [at, null]), soon);
    expect(judged).toEqual([{ row: 1, finding, toldMs: 30_000, didMs: Math.max(0, at - 10), words }]);
  });

  test.each([
    ['never', 'Asked not to repeat the call. The client repeated it after 1 s.'],
    ['after_fix', 'Asked to change the call first. The client repeated it after 1 s.'],
    ['after_auth', 'Asked to sign in first. The client repeated it after 1 s.'],
  ] as const)('after a server said %s must not exist', (verdict, words) => {
    const refusal = failure({ verdict, source: 'result.error.data.retryable' });
    const [judged] = judgeChain(chain([0, refusal], [1010, refusal]), soon);
    expect(judged).toMatchObject({ finding: 'must_not_repeat', words });
  });

  it('is reported if a retry succeeded although the server ruled that out', () => {
    const refusal = failure({ verdict: 'never', source: 'result.error.data.retryable' });
    const [judged] = judgeChain(chain([0, refusal], [1010, null]), soon);
    expect(judged?.words).toContain('and it succeeded');
  });

  it('is not a finding if only Misfire’s defaults say so', () => {
    const guess = failure({ verdict: 'never', source: 'default' });
    const [judged] = judgeChain(chain([0, guess], [1010, guess]), soon);
    expect(judged).toMatchObject({ finding: 'no_hint', didMs: 1000 });
  });

  it('reports the delay if the server gave no hint', () => {
    const silent = failure({ verdict: 'unknown', source: 'default' });
    const [judged] = judgeChain(chain([0, silent], [1010, null]), soon);
    expect(judged).toMatchObject({ finding: 'no_hint', toldMs: null });
    expect(judged?.words).toBe('The server did not say when to retry. The next attempt came after 1 s.');
  });

  it('beyond the number of attempts ignores the hint', () => {
    const twice = failure({ afterMs: 100, maxAttempts: 2 });
    const judged = judgeChain(chain([0, twice], [200, twice], [400, twice], [600, null]), soon);
    expect(judged.map(({ finding }) => finding)).toEqual(['honoured', 'honoured', 'ignored']);
    expect(judged[2]?.words).toBe('Asked to retry at most 2 times more. Another attempt came after 190 ms.');
  });

  it('after a lost response may repeat an action, if the tool is marked as unsafe', () => {
    const lost = failure({ verdict: 'backoff', source: 'default' }, { class: 'timeout' });
    const attempts = chain([0, lost], [1010, null]);
    expect(judgeChain(attempts, { until: 0, unsafe: true })[0]?.finding).toBe('must_not_repeat');
    expect(judgeChain(attempts, { until: 0, unsafe: null })[0]?.finding).toBe('no_hint');
  });
});

describe('the end of a chain', () => {
  it('stopped although the server allowed more', () => {
    const [judged] = judgeChain(chain([0, failure({ afterMs: 1000, maxAttempts: 3 })]), { until: 60_010 });
    expect(judged).toMatchObject({ finding: 'gave_up', toldMs: 1000, didMs: null });
    expect(judged?.words).toBe('Asked to retry after 1 s, 3 times more. No further attempt was seen in 1 min.');
  });

  test.each([
    ['it is too soon to tell', chain([0, wait30]), 35_000],
    ['the server wants no more', chain([0, failure({ verdict: 'never' })]), 1e9],
    ['it passed', chain([0, null]), 1e9],
    ['nobody said that it may be tried again', chain([0, failure({ verdict: 'backoff', source: 'default' })]), 1e9],
    ['a person cancelled it', chain([0, failure({ afterMs: 1 }, { class: 'cancelled' })]), 1e9],
  ])('is fine when %s', (_name, attempts, until) => {
    expect(judgeChain(attempts, { until })).toEqual([]);
  });

  it('is fine after all allowed attempts', () => {
    const once = failure({ afterMs: 100, maxAttempts: 1 });
    const judged = judgeChain(chain([0, once], [200, once]), { until: 1e9 });
    expect(judged.map(({ finding }) => finding)).toEqual(['honoured']);
  });

  it('reports nothing about an open attempt', () => {
    const open: JudgedAttempt = { row: 2, at: 30_050, endAt: null, failure: null, passed: false };
    expect(judgeChain([...chain([0, wait30]), open], { until: 1e9 })).toHaveLength(1);
  });
});
