import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { policySchema } from './replay.ts';
import { longestWaitMs, mostAttempts, nextGap, pickWait, planHint, planPolicy, waitRanges } from './retry-plan.ts';
import { hint } from './testing/retry-fixtures.ts';

const moments = (plan: ReturnType<typeof planHint>) =>
  plan?.attempts.map(({ earliestMs, latestMs }) => [earliestMs, latestMs]);

describe('a hint', () => {
  test.each([
    ['a wait alone is one attempt', { afterMs: 30_000 }, [[30_000, 30_000]], '30 s, 1 attempt'],
    [
      'fixed waits add up',
      { afterMs: 1000, maxAttempts: 3, backoff: 'fixed' },
      [
        [1000, 1000],
        [2000, 2000],
        [3000, 3000],
      ],
      '1 s, fixed, at most 3 attempts',
    ],
    [
      'doubling waits add up',
      { afterMs: 900, maxAttempts: 3, backoff: 'exponential' },
      [
        [900, 900],
        [2700, 2700],
        [6300, 6300],
      ],
      '900 ms, doubling, at most 3 attempts',
    ],
    [
      'jitter only adds',
      { afterMs: 1000, maxAttempts: 2, backoff: 'fixed', jitter: 0.2 },
      [
        [1000, 1200],
        [2000, 2400],
      ],
      '1 s, fixed, jitter 20 %, at most 2 attempts',
    ],
    [
      'doubling without a limit is drawn for three',
      { afterMs: 100, backoff: 'exponential' },
      [
        [100, 100],
        [300, 300],
        [700, 700],
      ],
      '100 ms, doubling, 3 attempts',
    ],
    [
      'a wait of hardly anything too',
      { afterMs: 0.001, backoff: 'fixed', maxAttempts: 2 },
      [
        [1000, 1000],
        [2000, 2000],
      ],
      '1 s, fixed, at most 2 attempts',
    ],
    ['a wait of nothing is a second', { afterMs: 0 }, [[1000, 1000]], '1 s, 1 attempt'],
    [
      'attempts without a wait start from a second',
      { verdict: 'backoff', maxAttempts: 1 },
      [[1000, 1000]],
      '1 s, at most 1 attempt',
    ],
  ] as const)('%s', (_name, retry, expected, words) => {
    const plan = planHint(hint(retry));
    expect(moments(plan)).toEqual(expected);
    expect(plan?.words).toBe(words);
  });

  test.each([
    ['says never', { verdict: 'never', afterMs: 1000 }],
    ['wants a change first', { verdict: 'after_fix', afterMs: 1000 }],
    ['wants a sign-in first', { verdict: 'after_auth' }],
    ['says nothing at all', { verdict: 'unknown' }],
    ['gives no figure', { verdict: 'backoff' }],
    ['allows no attempt', { afterMs: 1000, maxAttempts: 0 }],
    ['is only a habit of its dialect', { verdict: 'backoff', backoff: 'exponential', sources: { backoff: 'default' } }],
  ] as const)('that %s is not a plan', (_name, retry) => {
    expect(planHint(hint(retry))).toBeNull();
  });

  it('names the source of each number', () => {
    const sources = { afterMs: 'result.error.data.retry_after', maxAttempts: 'a.b', jitter: 'default' };
    const plan = planHint(hint({ afterMs: 2000, maxAttempts: 2, jitter: 0.5, sources }));
    expect(plan?.sources).toEqual([
      'Wait: 2 s, from result.error.data.retry_after',
      'Jitter: 50 %, from what is known of such servers',
      'Attempts: 2 more, from a.b',
    ]);
  });

  it('of a hostile server stays within bounds for any numbers', () => {
    const figure = fc.oneof(
      fc.double(),
      fc.constantFrom(null, Number.NaN, -1, Number.MAX_VALUE, Number.POSITIVE_INFINITY),
    );
    const backoff = fc.constantFrom('fixed', 'exponential', null);
    fc.assert(
      fc.property(figure, figure, figure, backoff, (afterMs, maxAttempts, jitter, growth) => {
        const plan = planHint(hint({ afterMs, maxAttempts, jitter, backoff: growth }));
        if (!plan) return;
        expect(plan.attempts.length).toBeLessThanOrEqual(mostAttempts);
        let before = 0;
        for (const { earliestMs, latestMs } of plan.attempts) {
          expect(earliestMs).toBeGreaterThanOrEqual(before);
          expect(latestMs).toBeGreaterThanOrEqual(earliestMs);
          expect(latestMs).toBeLessThanOrEqual(longestWaitMs);
          before = earliestMs;
        }
      }),
    );
  });
});

describe('a policy', () => {
  test.each([
    [
      'fixed',
      { kind: 'fixed', baseMs: 100, attempts: 3 },
      [
        [100, 100],
        [200, 200],
        [300, 300],
      ],
    ],
    [
      'doubling',
      { kind: 'exponential', baseMs: 100, attempts: 3 },
      [
        [100, 100],
        [300, 300],
        [700, 700],
      ],
    ],
    [
      'doubling up to a cap',
      { kind: 'exponential', baseMs: 100, capMs: 150, attempts: 3 },
      [
        [100, 100],
        [250, 250],
        [400, 400],
      ],
    ],
    [
      'full jitter',
      { kind: 'full_jitter', baseMs: 100, attempts: 3 },
      [
        [0, 100],
        [0, 300],
        [0, 700],
      ],
    ],
    [
      'jitter',
      { kind: 'fixed', baseMs: 100, attempts: 2, jitter: 0.5 },
      [
        [100, 150],
        [200, 300],
      ],
    ],
    [
      'a deadline',
      { kind: 'fixed', baseMs: 100, attempts: 9, deadlineMs: 250 },
      [
        [100, 100],
        [200, 200],
      ],
    ],
  ] as const)('%s', (_name, policy, expected) => {
    const checked = policySchema.parse({ capMs: 60_000, jitter: 0, deadlineMs: null, ...policy });
    expect(moments(planPolicy(checked))).toEqual(expected);
  });
});

describe('the next wait', () => {
  const planned = { least: 1800, most: 1800 };
  test.each([
    ['is the newest word of the server', { afterMs: 500 }, { least: 500, most: 500 }],
    [
      'never falls below what doubling had come to',
      { afterMs: 900, backoff: 'exponential' },
      { least: 1800, most: 1800 },
    ],
    [
      'is the longer one when the server asks for more',
      { afterMs: 9000, backoff: 'exponential' },
      { least: 9000, most: 9000 },
    ],
    ['is the planned one where nothing new was said', { verdict: 'backoff' }, planned],
    ['is none when the server now refuses', { verdict: 'never', afterMs: 1 }, null],
  ] as const)('%s', (_name, retry, expected) => {
    expect(nextGap(planned, hint(retry))).toEqual(expected);
  });

  it('is within its range for every random number', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (dice) => {
        const wait = pickWait({ least: 100, most: 120 }, dice);
        expect(wait).toBeGreaterThanOrEqual(100);
        expect(wait).toBeLessThanOrEqual(120);
      }),
    );
  });

  it('can be read back from a plan', () => {
    const plan = planHint(hint({ afterMs: 100, maxAttempts: 3, backoff: 'exponential', jitter: 0.5 }));
    expect(plan && waitRanges(plan)).toEqual([
      { least: 100, most: 150 },
      { least: 200, most: 300 },
      { least: 400, most: 600 },
    ]);
  });
});
