import { describe, expect, it } from 'vitest';
import { type Retry, verdicts } from '../../shared/failure.ts';
import { parseFilter } from '../../shared/filter/parse-filter.ts';
import { verdictSentence, verdictWords } from '../../shared/retry/verdict-words.ts';
import { retryFacts } from './retry-facts.ts';

const retry = (changes: Partial<Retry>): Retry => ({
  verdict: 'wait',
  afterMs: 1_000,
  maxAttempts: 1,
  backoff: 'fixed',
  jitter: 0.2,
  source: 'result.retry_hint',
  ...changes,
});

describe('retryFacts', () => {
  it('has text for every verdict', () => {
    for (const verdict of verdicts) {
      expect(verdictWords({ verdict, afterMs: null }, null)).not.toBe('');
      expect(verdictSentence({ verdict, afterMs: null }, null)).not.toBe('');
    }
  });

  it('names what is needed: a sign-in or an approval', () => {
    const advice = { verdict: 'after_auth', afterMs: null } as const;
    expect(verdictWords(advice, 'unauthorized')).toBe('retry after sign-in');
    expect(verdictWords(advice, 'approval_required')).toBe('retry after approval');
    expect(verdictSentence(advice, { class: 'approval_required', fault: 'caller' })).toContain('an approval first');
  });

  it('does not suggest changing the request for a server problem', () => {
    const advice = { verdict: 'after_fix', afterMs: null } as const;
    expect(verdictSentence(advice, { class: 'validation', fault: 'caller' })).toContain('Change the request first');
    expect(verdictSentence(advice, { class: 'unavailable', fault: 'server' })).toBe(
      'The same call will fail again until the server is put right; then it can be sent unchanged.',
    );
  });

  it('prints units and the source of each value', () => {
    const facts = retryFacts(
      retry({ afterMs: 30_000, sources: { afterMs: 'error.data.retry_after', jitter: 'default' } }),
    );
    expect(facts).toMatchObject([
      { name: 'Wait', value: '30\u202f000 ms, fixed', source: 'error.data.retry_after' },
      { name: 'Attempts', value: '1 more', source: '' },
      { name: 'Jitter', value: '0.2 of the wait', source: 'default' },
    ]);
  });

  it('makes each value copyable, and the wait a filter term', () => {
    const facts = retryFacts(retry({ afterMs: 1_500 }));
    expect(facts.map(({ name, figure, term }) => [name, figure, term])).toEqual([
      ['Wait', '1500 ms', 'wait:1500ms'],
      ['Attempts', '1', undefined],
      ['Jitter', '0.2', undefined],
    ]);
    expect(parseFilter('wait:1500ms')).toMatchObject({ ok: true });
    for (const verdict of verdicts) expect(parseFilter(`retry:${verdict}`)).toMatchObject({ ok: true });
  });
});
