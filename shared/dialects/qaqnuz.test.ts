import { describe, expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import { context, toolError } from '../decode/testing/account-fixtures.ts';
import { everywhere, placements } from '../decode/testing/placements.ts';

const rows = [
  ['validation', 'Some of the input is not right.', 'validation', 'after_fix'],
  ['permission', 'This call is not open to you.', 'forbidden', 'after_auth'],
  ['permission', 'The action needs approval.', 'approval_required', 'after_auth'],
  ['permission', 'Unauthorized.', 'unauthorized', 'after_auth'],
  ['retryable', 'Please come back soon.', 'unavailable', 'backoff'],
  ['retryable', 'The rate limit was reached.', 'rate_limited', 'backoff'],
  ['dependency', 'The provider did not respond well.', 'dependency', 'backoff'],
  ['terminal', 'This will not work with the given input.', 'terminal', 'never'],
] as const;

describe('qaqnuz', () => {
  for (const [errorClass, sentence, failureClass, verdict] of rows) {
    for (const place of everywhere) {
      it(`reads ${errorClass} (“${sentence}”) from ${place.name}`, () => {
        const failure = decode(place.put({ error_class: errorClass, sanitized_error: sentence }), context());
        expect(failure).toMatchObject({
          carrier: place.carrier,
          class: failureClass,
          category: errorClass,
          message: sentence,
          retry: { verdict, afterMs: null, jitter: null },
          dialect: { id: 'qaqnuz' },
        });
      });
    }
  }

  it('reads every value of a retry hint, with the documented jitter as default', () => {
    const hint = { retry_after_ms: 1000, max_attempts: 1, backoff: 'fixed', jitter: 0.1 };
    for (const errorClass of ['retryable', 'dependency']) {
      const whole = decode(
        placements.structured.put({ error_class: errorClass, sanitized_error: 'Later.', retry_hint: hint }),
        context(),
      );
      expect(whole?.retry).toMatchObject({
        verdict: 'wait',
        afterMs: 1000,
        maxAttempts: 1,
        backoff: 'fixed',
        jitter: 0.1,
        sources: {
          afterMs: 'result.structuredContent.retry_hint.retry_after_ms',
          jitter: 'result.structuredContent.retry_hint.jitter',
        },
      });
      const short = decode(
        placements.structured.put({
          error_class: errorClass,
          sanitized_error: 'Later.',
          retry_hint: { retry_after_ms: 250, backoff: 'exponential' },
        }),
        context(),
      );
      expect(short?.retry).toMatchObject({
        verdict: 'wait',
        afterMs: 250,
        maxAttempts: null,
        backoff: 'exponential',
        jitter: 0.2,
        sources: { jitter: 'default' },
      });
    }
  });

  it('reports a retry hint where none is allowed', () => {
    for (const errorClass of ['validation', 'permission', 'terminal']) {
      const failure = decode(
        placements.structured.put({
          error_class: errorClass,
          sanitized_error: 'No.',
          retry_hint: { retry_after_ms: 5 },
        }),
        context(),
      );
      expect(failure?.notes.map((note) => note.id)).toContain('retry-hint-not-allowed');
      expect(failure?.retry.verdict).not.toBe('wait');
    }
    const fine = decode(
      placements.structured.put({
        error_class: 'dependency',
        sanitized_error: 'No.',
        retry_hint: { retry_after_ms: 5 },
      }),
      context(),
    );
    expect(fine?.notes.map((note) => note.id)).not.toContain('retry-hint-not-allowed');
  });

  it('classifies a bare sentence with low confidence and invents no hint', () => {
    const failure = decode(toolError('Rate limit reached, please slow down'), context());
    expect(failure).toMatchObject({ class: 'rate_limited', retry: { afterMs: null, jitter: null, maxAttempts: null } });
    expect(failure?.dialect.confidence).toBeLessThan(0.75);
  });

  it('keeps decoding with a pinned dialect', () => {
    const failure = decode(toolError('Rate limit reached'), context({ pinnedDialect: 'qaqnuz' }));
    expect(failure).toMatchObject({ class: 'rate_limited', dialect: { id: 'qaqnuz', confidence: 1 } });
  });
});

describe('qaqnuz in text alone', () => {
  const read = (text: string) => decode(toolError(text), context({ serverInfo: 'qaqnuz' }));
  it('has the verdicts of its five classes', () => {
    expect(read('Permission denied for this tool')).toMatchObject({
      class: 'forbidden',
      retry: { verdict: 'after_auth' },
      dialect: { id: 'qaqnuz' },
    });
    expect(read('This action requires approval')).toMatchObject({ class: 'approval_required' });
    expect(read('Permanent failure')).toMatchObject({ class: 'terminal', retry: { verdict: 'never' } });
    expect(read('Rate limit exceeded')).toMatchObject({ class: 'rate_limited', retry: { verdict: 'backoff' } });
  });
  it('is not detected for other servers', () => {
    const other = decode(toolError('Permission denied for this tool'), context({ serverInfo: 'orchard' }));
    expect(other).toMatchObject({ class: 'forbidden', retry: { verdict: 'never' } });
  });
});
