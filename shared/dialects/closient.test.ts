import { describe, expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import { isNegativeAnswer } from '../decode/locate/negative.ts';
import { answered, context, toolResult } from '../decode/testing/account-fixtures.ts';
import { everywhere, placements } from '../decode/testing/placements.ts';
import type { Json } from '../json/json.ts';

const docs = 'https://closient.com/docs/errors/';
const access = 'Transport / authentication';
const request = 'Request validation';
const rule = 'Business rule';
const inside = 'Upstream / internal';

const rows = [
  [-32001, 'unauthorized', 401, 'unauthorized', access, false, 'after_auth', 'note'],
  [-32002, 'forbidden', 403, 'forbidden', access, false, 'never', 'note'],
  [-32003, 'rate_limited', 429, 'rate_limited', access, true, 'wait', 'warning'],
  [-32100, 'bad_request', 400, 'invalid_request', request, false, 'after_fix', 'note'],
  [-32101, 'validation_error', 400, 'validation', request, false, 'after_fix', 'note'],
  [-32102, 'unprocessable_entity', 422, 'validation', request, false, 'after_fix', 'note'],
  [-32200, 'not_found', 404, 'not_found', rule, false, 'never', 'note'],
  [-32201, 'conflict', 409, 'conflict', rule, false, 'never', 'note'],
  [-32300, 'internal_error', 500, 'internal', inside, true, 'backoff', 'warning'],
] as const;

function errorObject(code: number, word: string, status: number, more: Record<string, Json> = {}): Json {
  const title = word.replaceAll('_', ' ');
  return {
    code,
    message: title,
    data: {
      type: docs + word,
      title,
      status,
      detail: `About GTIN 123: ${title}`,
      error_code: word,
      timestamp: '2026-04-26T02:34:56+00:00',
      ...more,
    },
  };
}

describe('closient', () => {
  for (const [code, word, status, failureClass, category, retryable, verdict, severity] of rows) {
    for (const place of everywhere) {
      it(`reads ${code} ${word} from ${place.name}`, () => {
        const failure = decode(place.put(errorObject(code, word, status, { retryable })), context());
        expect(failure).toMatchObject({
          carrier: place.carrier,
          flagged: place.flagged,
          class: failureClass,
          code,
          codeName: word,
          category,
          severity,
          retry: { verdict },
          problem: { type: docs + word, status },
          dialect: { id: 'closient' },
        });
        expect(failure?.dialect.confidence).toBeGreaterThan(0.9);
        expect(failure?.retry.source).toMatch(/data\.retryable$/);
        expect(failure?.candidates).toEqual([]);
      });
    }
    it(`knows the verdict of ${code} without the retryable field`, () => {
      const failure = decode(placements.resultError.put(errorObject(code, word, status)), context());
      expect(failure).toMatchObject({ class: failureClass, retry: { verdict } });
    });
  }

  it('waits as long as retry_after says, in seconds, and 5 s by default', () => {
    const hinted = decode(
      placements.resultError.put(errorObject(-32003, 'rate_limited', 429, { retryable: true, retry_after: 12 })),
      context(),
    );
    expect(hinted?.retry).toMatchObject({
      verdict: 'wait',
      afterMs: 12_000,
      sources: { afterMs: 'result.error.data.retry_after' },
    });
    expect(hinted?.explanation).toBe('acme accepts no more calls for now and asks to wait 12 s.');
    const bare = decode(
      placements.resultError.put(errorObject(-32003, 'rate_limited', 429, { retryable: true })),
      context(),
    );
    expect(bare?.retry).toMatchObject({ verdict: 'wait', afterMs: 5000, sources: { afterMs: 'default' } });
    const internal = decode(
      placements.resultError.put(errorObject(-32300, 'internal_error', 500, { retryable: true })),
      context(),
    );
    expect(internal?.retry).toMatchObject({ verdict: 'backoff', afterMs: 5000, sources: { afterMs: 'default' } });
  });

  it('reads an unlisted code from its range and says so', () => {
    for (const [code, failureClass, category] of [
      [-32150, 'validation', request],
      [-32250, 'conflict', rule],
      [-32333, 'internal', inside],
    ] as const) {
      const failure = decode(placements.resultError.put(errorObject(code, 'brand_new', 400)), context());
      expect(failure).toMatchObject({ class: failureClass, category });
      expect(failure?.evidence[0]?.means).toContain('range');
    }
  });

  it('reads negative results as success', () => {
    for (const payload of [{ valid: false, gtin: '123' }, { found: false }] as Json[]) {
      const account = toolResult({
        content: [{ type: 'text', text: JSON.stringify(payload) }],
        structuredContent: payload,
      });
      expect(decode(account, context())).toBeNull();
      expect(isNegativeAnswer(payload)).toBe(true);
    }
    const pong = answered({ jsonrpc: '2.0', id: 1, result: { pong: true } }, { method: 'ping' });
    expect(decode(pong, context())).toBeNull();
  });

  it('names the field of a validation error', () => {
    const error = errorObject(-32101, 'validation_error', 400, {
      errors: [{ pointer: '#/gtin', detail: 'must have 14 digits', code: 'length' }],
    });
    expect(decode(placements.resultError.put(error), context())).toMatchObject({
      issues: [{ path: '/gtin', message: 'must have 14 digits', code: 'length' }],
      explanation: 'acme refused the arguments of “search”: gtin (must have 14 digits).',
    });
  });
});
