import { describe, expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import { context, rpcError } from '../decode/testing/account-fixtures.ts';
import { everywhere, placements } from '../decode/testing/placements.ts';

const rows = [
  [2001, 'VALIDATION_ERROR', 'Validation', false, 'validation', 'after_fix'],
  [2002, 'MISSING_REQUIRED_FIELD', 'Validation', false, 'validation', 'after_fix'],
  [2003, 'INVALID_FORMAT', 'Validation', false, 'validation', 'after_fix'],
  [3001, 'RATE_LIMIT_EXCEEDED', 'System', true, 'rate_limited', 'backoff'],
  [3002, 'TIMEOUT', 'System', true, 'timeout', 'backoff'],
  [4001, 'ADAPTER_ERROR', 'Adapter', true, 'dependency', 'backoff'],
  [4001, 'ADAPTER_ERROR', 'Adapter', false, 'dependency', 'never'],
  [4002, 'BACKEND_UNAVAILABLE', 'System', true, 'unavailable', 'backoff'],
  [5001, 'NOT_IMPLEMENTED', 'Adapter', false, 'unsupported', 'never'],
] as const;

const ranges = [
  [1000, 1999, 'Protocol', 'invalid_request'],
  [2000, 2999, 'Validation', 'validation'],
  [3000, 3999, 'Business', 'conflict'],
  [4000, 4999, 'System', 'internal'],
  [5000, 5999, 'Adapter/Integration', 'dependency'],
] as const;

describe('error model', () => {
  for (const [code, codeName, category, retryable, failureClass, verdict] of rows) {
    for (const place of everywhere) {
      it(`reads ${code} ${codeName}, retryable ${retryable}, from ${place.name}`, () => {
        const failure = decode(place.put({ code, message: 'It did not work', retryable }), context());
        expect(failure).toMatchObject({
          carrier: place.carrier,
          class: failureClass,
          code,
          codeName,
          category,
          retry: { verdict },
          dialect: { id: 'error-model' },
        });
        expect(failure?.retry.source).toMatch(/retryable$/);
        expect(failure?.retry.backoff).toBe(retryable ? 'exponential' : null);
      });
    }
  }

  for (const [first, last, category, failureClass] of ranges)
    it.each([first, last])(`reads %i from the range ${category}`, (code) => {
      const failure = decode(
        placements.resultError.put({ code, message: 'Something special', retryable: false }),
        context(),
      );
      expect(failure).toMatchObject({ class: failureClass, category });
      expect(failure?.evidence[0]?.means).toContain('range');
    });

  it('does not guess whether an adapter error may be retried', () => {
    const failure = decode(placements.resultError.put({ code: 4001, message: 'Adapter error' }), context());
    expect(failure).toMatchObject({
      class: 'dependency',
      codeName: 'ADAPTER_ERROR',
      retry: { verdict: 'unknown' },
      dialect: { id: 'error-model' },
    });
    expect(failure?.notes.map(({ id }) => id)).not.toContain('wrapped-error');
  });

  it.each([
    ['ORDER_NOT_FOUND', undefined, 'not_found', 'after_fix'],
    ['ORDER_NOT_FOUND', false, 'not_found', 'never'],
    ['ORDER_NOT_FOUND', true, 'not_found', 'backoff'],
    ['INVALID_ORDER_STATE', false, 'conflict', 'never'],
    ['SOMETHING_ODD', false, 'dependency', 'never'],
  ] as const)(
    'lets %s decide the class of an adapter error, retryable %s',
    (originalError, retryable, kind, verdict) => {
      const error = { code: 4001, message: 'Adapter error', ...(retryable === undefined ? {} : { retryable }) };
      for (const place of everywhere) {
        const failure = decode(place.put({ ...error, details: { originalError } }), context());
        expect(failure, place.name).toMatchObject({
          class: kind,
          code: 4001,
          codeName: 'ADAPTER_ERROR',
          category: 'Adapter',
          retry: { verdict },
          dialect: { id: 'error-model' },
        });
        expect(failure?.explanation).toContain(originalError);
        const isInner = kind !== 'dependency';
        expect(failure?.evidence[0]).toMatchObject({ decides: true, value: isInner ? originalError : 4001 });
        // The wrapper stays as evidence, and lint reports it to the author.
        expect(failure?.evidence.some(({ value }) => value === 4001)).toBe(true);
        expect(failure?.notes.some(({ id }) => id === 'wrapped-error')).toBe(isInner);
      }
    },
  );

  it('reads field, reason and suggestion from details', () => {
    const failure = decode(
      placements.resultError.put({
        code: 2002,
        message: 'Field is missing',
        retryable: false,
        details: { field: 'order.email', reason: 'missing', suggestion: 'Add the address' },
      }),
      context(),
    );
    expect(failure?.issues).toEqual([{ path: '/order/email', message: 'Field is missing' }]);
    expect(failure?.explanation).toContain('order.email');
    expect(failure?.remedy[0]).toContain('Add the address');
  });

  it('reads protocol validation with a field in data', () => {
    const failure = decode(rpcError(-32602, 'Invalid params', { field: 'order.customer.email' }), context());
    expect(failure).toMatchObject({
      class: 'validation',
      issues: [{ path: '/order/customer/email' }],
      retry: { verdict: 'after_fix' },
    });
  });

  it('reports codes outside the range of their category', () => {
    for (const [code, odd] of [
      [3001, true],
      [3002, true],
      [4001, true],
      [4002, false],
      [2001, false],
      [5001, false],
    ] as const) {
      const failure = decode(placements.resultError.put({ code, message: 'x y', retryable: true }), context());
      expect(
        failure?.notes.some((note) => note.id === 'code-outside-its-range'),
        String(code),
      ).toBe(odd);
    }
  });
});
