import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { decode } from '../decode.ts';
import { context, exchanged, receivedAt, rpcError, toolError } from '../testing/account-fixtures.ts';

function wait(headers: Record<string, string>, status = 429): number | null | undefined {
  return decode({ method: 'ping', http: exchanged(status, headers) }, context())?.retry.afterMs;
}

describe('waits in headers', () => {
  const date = (seconds: number) => new Date(receivedAt + seconds * 1000).toUTCString();
  const rows: [string, Record<string, string>, number | null][] = [
    ['seconds', { 'retry-after': '30' }, 30_000],
    ['seconds with blanks', { 'retry-after': ' 30 ' }, 30_000],
    ['a fraction', { 'retry-after': '1.5' }, 1500],
    ['zero', { 'retry-after': '0' }, 0],
    ['an HTTP date', { 'retry-after': date(90) }, 90_000],
    ['a date in the past', { 'retry-after': date(-90) }, 0],
    ['milliseconds', { 'retry-after-ms': '250', 'retry-after': '1' }, 250],
    ['nothing', { 'retry-after': '' }, null],
    ['a negative number', { 'retry-after': '-5' }, null],
    ['a list', { 'retry-after': '3, 4' }, null],
    ['a huge number', { 'retry-after': '99999999999999999999' }, null],
    ['a year', { 'retry-after': '31536000' }, null],
    ['words', { 'retry-after': 'soon' }, null],
    ['RateLimit', { ratelimit: '"default";r=0;t=12', 'ratelimit-policy': '"default";q=100;w=60' }, 12_000],
    ['Retry-After before RateLimit', { 'retry-after': '3', ratelimit: '"default";r=0;t=12' }, 3000],
    ['draft 6', { ratelimit: 'limit=10, remaining=0, reset=7' }, 7000],
    ['RateLimit-Reset', { 'ratelimit-limit': '10', 'ratelimit-remaining': '0', 'ratelimit-reset': '8' }, 8000],
    [
      'X-RateLimit-Reset as epoch',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(receivedAt / 1000 + 42) },
      42_000,
    ],
    ['OpenAI', { 'x-ratelimit-reset-requests': '1m30s' }, 90_000],
  ];
  for (const [name, headers, expected] of rows) it(`reads ${name}`, () => expect(wait(headers)).toBe(expected));

  it('ignores RateLimit if nothing is limited', () => {
    expect(wait({ ratelimit: '"default";r=50;t=30' }, 500)).toBeNull();
  });

  it('names the limit', () => {
    const failure = decode(
      {
        method: 'ping',
        http: exchanged(429, { 'ratelimit-policy': '"burst";q=100;w=60', ratelimit: '"burst";r=0;t=12' }),
      },
      context(),
    );
    expect(failure?.explanation).toBe('acme accepts no more calls for now (limit 100 per 60 s) and asks to wait 12 s.');
  });
});

describe('waits in payloads', () => {
  const rows: [Json, number | null][] = [
    [{ retry_after: 2 }, 2000],
    [{ retryAfter: 2 }, 2000],
    [{ retry_after_seconds: 2 }, 2000],
    [{ retryAfterSeconds: 2 }, 2000],
    [{ retry_after_ms: 250 }, 250],
    [{ retryAfterMs: 250 }, 250],
    [{ retryDelay: '3.5s' }, 3500],
    [{ retry_after: '10' }, 10_000],
    [{ retry_at: new Date(receivedAt + 5000).toISOString() }, 5000],
    [{ reset_at: receivedAt / 1000 + 9 }, 9000],
    [{ next_actions: [{ kind: 'retry_later', after_seconds: 30 }] }, 30_000],
    [{ retry_after: -1 }, null],
    [{ retry_after: 'NaN' }, null],
    [{ retry_after: 1e300 }, null],
  ];
  for (const [data, expected] of rows) {
    it(`reads ${JSON.stringify(data)}`, () =>
      expect(decode(rpcError(-32000, 'Rate limit exceeded', data), context())?.retry.afterMs).toBe(expected));
  }

  it('reads sentences', () => {
    for (const [text, expected] of [
      ['Rate limit exceeded. Retry after 42s.', 42_000],
      ['Too many requests, please try again in 2 minutes', 120_000],
      ['Rate limited. Wait 500 ms', 500],
      [`Rate Limit Exceeded\nResets at: ${new Date(receivedAt + 60_000).toISOString()}`, 60_000],
      ['Rate limit exceeded: at most 5 calls per 20 seconds', null],
    ] as const) {
      expect(decode(toolError(text), context())?.retry.afterMs, text).toBe(expected);
    }
  });
});

describe('explicit retry flags', () => {
  it('override the table, and absent is not false', () => {
    expect(decode(rpcError(-32603, 'Internal error', { retryable: false }), context())?.retry).toMatchObject({
      verdict: 'never',
      source: 'error.data.retryable',
    });
    expect(decode(rpcError(-32603, 'Internal error', { retryable: true }), context())?.retry).toMatchObject({
      verdict: 'backoff',
      source: 'error.data.retryable',
    });
    expect(decode(rpcError(-32603, 'Internal error'), context())?.retry).toMatchObject({
      verdict: 'backoff',
      source: 'default',
    });
    expect(
      decode(rpcError(-32000, 'x y', { recovery: 'terminal', recoverable: true }), context())?.retry,
    ).toMatchObject({ verdict: 'never', source: 'error.data.recovery' });
    expect(decode(rpcError(-32000, 'x y', { recovery: 'correctable' }), context())?.retry.verdict).toBe('after_fix');
  });
});
