import { describe, expect, it } from 'vitest';
import type { Failure } from '../../shared/failure.ts';
import { sentValue } from '../places/card/argument-path.ts';
import { makeFailure, makeRow } from './fixtures.ts';
import { failureMarkdown, headline, headlineLimit, plainSummary } from './wording.ts';

const failure: Failure = {
  layer: 'tool',
  carrier: 'result.isError',
  origin: 'wire',
  class: 'rate_limited',
  fault: 'caller',
  code: 429,
  codeName: 'TOO_MANY',
  category: null,
  severity: 'warning',
  flagged: true,
  title: 'Rate limited',
  explanation: 'qaqnuz refused send_invoice for now.',
  message: 'Slow down',
  retry: {
    verdict: 'wait',
    afterMs: 1_000,
    maxAttempts: 1,
    backoff: 'fixed',
    jitter: null,
    source: 'result.retry_hint',
    sources: { afterMs: 'result.retry_hint.retry_after_ms' },
  },
  remedy: ['Wait 1 s, then call again.'],
  issues: [{ path: '/id', message: 'is odd' }],
  problem: null,
  dialect: { id: 'qaqnuz', confidence: 0.97, runnerUp: null },
  candidates: [],
  evidence: [{ path: 'result.isError', value: true, means: 'the tool failed' }],
  notes: [],
  remainder: [],
  links: [],
};

describe('headline', () => {
  it('says who, what and whether to retry', () => {
    expect(headline(failure, 'qaqnuz')).toBe('qaqnuz: Rate limited, retry after 1 s');
  });

  it('never grows past its limit', () => {
    expect(headline(failure, 'x'.repeat(300)).length).toBeLessThanOrEqual(headlineLimit);
  });
});

describe('failureMarkdown', () => {
  it('carries the card into a text', () => {
    const text = failureMarkdown(
      {
        row: makeRow({ target: 'send_invoice', failure: makeFailure() }),
        failure,
        params: '{"name":"send_invoice"}',
        events: [],
        moreEvents: 0,
        attempts: [],
        judgements: [],
        breadcrumbs: [],
        stderr: [],
        incident: null,
        original: null,
      },
      'qaqnuz',
    );
    for (const part of [
      '## qaqnuz: Rate limited',
      '`send_invoice` on qaqnuz',
      '`429 TOO_MANY`',
      '`result.isError` = `true`',
      'result.retry_hint.retry_after_ms',
      '```json',
    ]) {
      expect(text).toContain(part);
    }
  });
});

describe('plainSummary', () => {
  it('sums up rows that did not fail', () => {
    expect(plainSummary(makeRow({ latencyMs: 12 })).title).toBe('Answered in 12 ms');
    expect(plainSummary(makeRow({ pending: true })).title).toBe('Waiting for an answer');
    expect(plainSummary(makeRow({ negative: true })).text).toContain('not a failure');
  });
});

describe('sentValue', () => {
  const params = '{"name":"t","arguments":{"a":{"b/c":[1,2]},"__proto__":5}}';
  it('follows a pointer into the arguments', () => {
    expect(sentValue(params, '/a/b~1c/1')).toBe(2);
    expect(sentValue(params, '/a/none')).toBeUndefined();
    expect(sentValue(params, '/__proto__')).toBe(5);
    expect(sentValue('not json', '/a')).toBeUndefined();
  });
});
