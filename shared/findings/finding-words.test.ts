import { expect, it } from 'vitest';
import { type Retry, verdicts } from '../failure.ts';
import { verdictLine } from '../retry/verdict-words.ts';
import { checkLine, checkVerdictLine, fixLines, quoteLine } from './finding-words.ts';

const retry: Retry = {
  verdict: 'after_fix',
  afterMs: null,
  maxAttempts: null,
  backoff: null,
  jitter: null,
  source: 'default',
};

it('puts retry, owner and certainty into one line', () => {
  expect(checkVerdictLine({ retry, class: 'validation', owner: 'request', certainty: 'likely' })).toBe(
    'Retry once it is fixed. Fix in the request, likely.',
  );
  expect(
    checkVerdictLine({
      retry: { ...retry, verdict: 'never' },
      class: 'cancelled',
      owner: 'none',
      certainty: 'certain',
    }),
  ).toBe('Do not retry: canceled on request. Nothing to fix, certain.');
});

it('has a phrase for each verdict', () => {
  const said = verdicts.map((verdict) => verdictLine({ retry: { ...retry, verdict }, class: 'unknown' }));
  expect(new Set(said).size).toBe(verdicts.length);
  expect(verdictLine({ retry: { ...retry, verdict: 'wait', afterMs: 5000 }, class: 'rate_limited' })).toBe(
    'Same call may pass after 5 s',
  );
  expect(verdictLine({ retry: { ...retry, verdict: 'wait', afterMs: 0 }, class: 'rate_limited' })).toBe('Retry now');
  const ofMonth = { ...retry, verdict: 'backoff', afterMs: null, period: 'month' } as const;
  expect(verdictLine({ retry: ofMonth, class: 'rate_limited' })).toBe('Same call may pass next month');
  expect(verdictLine({ retry: { ...retry, verdict: 'after_auth' }, class: 'approval_required' })).toBe(
    'Retry after approval',
  );
});

it('quotes only the received bytes, and names their source', () => {
  expect(quoteLine({ text: 'No key', path: 'stderr[12]', isCut: true })).toBe('“No key”… (stderr, line 13)');
  expect(quoteLine({ text: 'No key', path: 'error.message' })).toBe('“No key” (error.message)');
});

it('says that the check is Misfire’s', () => {
  expect(checkLine({ name: 'schema', result: 'fails', words: 'nights 99 > maximum 30' })).toBe(
    'Misfire’s schema check: nights 99 > maximum 30',
  );
});

it('lists the changes, what is missing, then the advice', () => {
  const changes = [
    { path: '/limit', before: '5', after: 5, because: 'the schema wants an integer', from: 'schema' as const },
  ];
  const missing = [{ path: '/city', wants: 'text', isSent: false }];
  expect(fixLines({ fix: { kind: 'request', changes, missing }, remedy: ['Call again.'] })).toEqual([
    'limit: "5" → 5, the schema wants an integer',
    'city: wants text',
    'Call again.',
  ]);
  expect(fixLines({ fix: { kind: 'report', to: 'server' }, remedy: ['Report it.'] })).toEqual(['Report it.']);
});

it('suggests no sign-in if the server itself lacks the token', () => {
  const failure = { retry: { ...retry, verdict: 'after_auth' as const }, class: 'unauthorized' as const };
  expect(verdictLine({ ...failure, fix: { kind: 'setting', variables: [] } })).toBe('Retry once the token is set');
  expect(verdictLine({ ...failure, fix: { kind: 'sign_in' } })).toBe('Retry after sign-in');
});
