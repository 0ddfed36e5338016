import { describe, expect, it } from 'vitest';
import { type Failure, type Retry, verdicts } from '../../shared/failure.ts';
import { parseFilter } from '../../shared/filter/parse.ts';
import { verdictSentence, verdictWords } from '../../shared/retry/verdict-words.ts';
import { retryPlan } from './retry-plan.ts';

const retry = (changes: Partial<Retry>): Pick<Failure, 'retry' | 'class'> => ({
  class: 'rate_limited',
  retry: {
    verdict: 'wait',
    afterMs: 1_000,
    maxAttempts: 1,
    backoff: 'fixed',
    jitter: 0.2,
    source: 'result.retry_hint',
    ...changes,
  },
});

describe('retryPlan', () => {
  it('draws one wait with its jitter and its end', () => {
    const plan = retryPlan(retry({}));
    expect(plan.dots.map((dot) => dot.label)).toEqual(['failed', '+1 s ± 20 %', 'cap reached']);
    const [failed, next, end] = plan.dots;
    expect(failed!.at).toBeLessThan(next!.at);
    expect(next!.at).toBeLessThan(end!.at);
    expect(plan.bands[0]!.from).toBeLessThan(next!.at);
    expect(plan.bands[0]!.to).toBeGreaterThan(next!.at);
  });

  it('doubles exponential waits and widens the gaps', () => {
    const plan = retryPlan(retry({ verdict: 'backoff', backoff: 'exponential', maxAttempts: 8, jitter: null }));
    expect(plan.dots.map((dot) => dot.label)).toEqual(['failed', '+1 s', '+2 s', '+4 s', 'and so on']);
    const widths = plan.gaps.map((gap) => gap.to - gap.from);
    expect(widths[1]!).toBeGreaterThan(widths[0]!);
    expect(plan.bands).toEqual([]);
  });

  it('keeps everything on the line', () => {
    for (const jitter of [0, 0.2, 0.99]) {
      for (const maxAttempts of [null, 0, 1, 3, 50]) {
        for (const backoff of [null, 'fixed', 'exponential'] as const) {
          const plan = retryPlan(retry({ jitter, maxAttempts, backoff }));
          const places = [...plan.dots.map((dot) => dot.at), ...plan.bands.flatMap((band) => [band.from, band.to])];
          for (const place of places) expect(place >= 0 && place <= 100).toBe(true);
        }
      }
    }
  });

  it('draws nothing where waiting does not help, but says so', () => {
    for (const verdict of ['after_fix', 'after_auth', 'never', 'unknown'] as const) {
      const plan = retryPlan(retry({ verdict }));
      expect(plan.dots).toEqual([]);
      expect(plan.sentence).not.toBe('');
    }
    for (const verdict of verdicts) expect(verdictWords({ verdict, afterMs: null }, null)).not.toBe('');
  });

  it('asks for what is really needed: a sign-in or an approval', () => {
    const advice = { verdict: 'after_auth', afterMs: null } as const;
    expect(verdictWords(advice, 'unauthorized')).toBe('retry after sign-in');
    expect(verdictWords(advice, 'approval_required')).toBe('retry after approval');
    expect(verdictSentence(advice, 'approval_required')).toContain('an approval first');
  });

  it('prints units and where each figure came from', () => {
    const plan = retryPlan(
      retry({ afterMs: 30_000, sources: { afterMs: 'error.data.retry_after', jitter: 'default' } }),
    );
    expect(plan.facts).toMatchObject([
      { name: 'Wait', value: '30\u202f000 ms, fixed', source: 'error.data.retry_after' },
      { name: 'Attempts', value: '1 more', source: '' },
      { name: 'Jitter', value: '0.2 of the wait', source: 'default' },
    ]);
  });

  it('gives each figure to copy, and the wait as a term that the filter reads', () => {
    const { facts } = retryPlan(retry({ afterMs: 1_500 }));
    expect(facts.map(({ name, figure, term }) => [name, figure, term])).toEqual([
      ['Wait', '1500 ms', 'wait:1500ms'],
      ['Attempts', '1', undefined],
      ['Jitter', '0.2', undefined],
    ]);
    expect(parseFilter('wait:1500ms')).toMatchObject({ ok: true });
    for (const verdict of verdicts) expect(parseFilter(`retry:${verdict}`)).toMatchObject({ ok: true });
  });
});
