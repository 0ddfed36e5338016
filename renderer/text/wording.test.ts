import { describe, expect, it } from 'vitest';
import { findingOf } from '../../shared/decode/finding-fixtures.ts';
import type { Failure, Fix } from '../../shared/failure.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import { makeFailure, makeRow } from '../testing/row-fixtures.ts';
import { failureMarkdown, headline, plainSummary } from './wording.ts';

const failure = findingOf(
  {
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
    evidence: [{ path: 'result.isError', value: true, means: 'the tool failed', decides: true }],
    notes: [],
    remainder: [],
    links: [],
    quote: { text: 'Slow down', path: 'result.content[0].text' },
  },
  {},
  'qaqnuz',
);

const detail: RowDetail = {
  row: makeRow({ target: 'send_invoice', failure: makeFailure() }),
  failure,
  params: '{"name":"send_invoice"}',
  events: [],
  moreEvents: 0,
  attempts: [],
  judgements: [],
  breadcrumbs: [],
  incident: null,
  original: null,
};

describe('headline', () => {
  const quote = { text: 'Client not found.', path: 'error.message' };
  it('does not repeat the quote', () => {
    expect(headline({ sentence: 'get_client failed: Client not found', quote })).toBe('get_client failed');
    const long = { text: 'gtin: "123" has 3 digits, not 8', path: 'error.message' };
    expect(headline({ sentence: 'Fix gtin: "123" has 3 digits, not 8', quote: long })).toBe('Fix gtin');
    expect(headline({ sentence: 'Fix gtin: "123" has 3 digits…', quote: long })).toBe('Fix gtin');
    expect(headline({ sentence: 'Fix gtin: has 3', quote: long })).toBe('Fix gtin: has 3');
    expect(headline({ sentence: 'There is no client cl_9', quote })).toBe('There is no client cl_9');
    expect(headline({ sentence: 'Client not found', quote: null })).toBe('Client not found');
  });

  it('names what was sent if only the argument is left', () => {
    const said = { text: 'gtin: "123" has 3 digits, not 8', path: 'error.message' };
    const fix: Fix = { kind: 'request', changes: [], missing: [{ path: '/gtin', wants: '', isSent: true }] };
    const cut = { sentence: 'Fix gtin: "123" has 3 digits, not 8', quote: said, fix };
    expect(headline(cut, '{"arguments":{"gtin":"123"}}')).toBe('gtin was rejected; you sent "123"');
    expect(headline(cut, '{"arguments":{"gtin":[1]}}')).toBe('Fix gtin');
    expect(headline(cut)).toBe('Fix gtin');
  });
});

describe('failureMarkdown', () => {
  it('converts the card to text', () => {
    const text = failureMarkdown(detail, 'qaqnuz');
    for (const part of [
      `## ${failure.sentence}\n`,
      '> “Slow down” (result.content[0].text)',
      '- Fix in the client, certain',
      '`send_invoice` on qaqnuz',
      '`429 TOO_MANY`',
      '`result.isError` = `true`: the tool failed (deciding evidence)',
      'Dialect qaqnuz, 97\u00a0%',
      'result.retry_hint.retry_after_ms',
      '```json',
    ]) {
      expect(text).toContain(part);
    }
    expect(text.match(/Slow down/g)).toHaveLength(1);
  });

  it('separates Misfire’s check, and marks a cut quote', () => {
    const check = { name: 'schema', result: 'fails', words: 'nights 99 > maximum 30' } as const;
    const quote = { text: 'No room', path: 'stderr[12]', isCut: true } as const;
    const changed = { ...failure, check, quote, stderr: ['one', 'No room for you'] };
    const text = failureMarkdown({ ...detail, failure: changed }, 'qaqnuz');
    expect(text).toContain('- Misfire’s schema check: nights 99 > maximum 30');
    expect(text).toContain('> “No room”… (stderr, line 13)');
    expect(text).toContain('### stderr\n\n```\none\nNo room for you\n```');
  });

  it('lists what to change, and variables to set', () => {
    const fix = {
      kind: 'request',
      changes: [{ path: '/days', before: '5', after: 5, because: 'the schema wants an integer', from: 'schema' }],
      missing: [{ path: '/city', wants: 'text', isSent: false }],
    } as const;
    const request = { ...failure, fix: fix as unknown as Failure['fix'] };
    expect(failureMarkdown({ ...detail, failure: request }, 's')).toContain(
      '### Fix\n\n- days: "5" → 5, the schema wants an integer\n- city: wants text',
    );
    const setting = { ...failure, fix: { kind: 'setting' as const, variables: ['ACME_KEY'] } };
    expect(failureMarkdown({ ...detail, failure: setting }, 's')).toContain('- Set `ACME_KEY`');
  });
});

describe('plainSummary', () => {
  it('sums up rows that did not fail', () => {
    expect(plainSummary(makeRow({ latencyMs: 12 })).title).toBe('Answered in 12 ms');
    expect(plainSummary(makeRow({ pending: true })).title).toBe('Waiting for an answer');
    expect(plainSummary(makeRow({ negative: true })).text).toContain('not a failure');
  });
});
