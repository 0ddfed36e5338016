import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { decode } from '../decode.ts';
import { context, rpcError } from '../testing/account-fixtures.ts';

const read = (data: Json, code = -32603, message = 'Internal error') =>
  decode(rpcError(code, message, data), context());
/** Its own text says that something upstream failed. */
const wrap = (data: Json) => read(data, -32603, 'The upstream service failed');

describe('an error that names its inner error', () => {
  it.each<[Json, string]>([
    [{ originalError: 'ORDER_NOT_FOUND' }, 'not_found'],
    [{ original_error: 'RATE_LIMIT_EXCEEDED' }, 'rate_limited'],
    [{ originalCode: 'GATEWAY_TIMEOUT' }, 'timeout'],
    [{ cause: 'ORDER_ALREADY_PAID' }, 'conflict'],
    [{ cause: { code: 'ORDER_NOT_FOUND' } }, 'not_found'],
    [{ reason: 'INVALID_STATE' }, 'conflict'],
  ])('takes the class of the inner one: %j', (data, kind) => {
    expect(wrap({})?.class).toBe('dependency');
    const failure = wrap(data);
    expect(failure?.class).toBe(kind);
    expect(failure?.evidence.filter(({ decides }) => decides)).toHaveLength(1);
    expect(failure?.evidence.find(({ decides }) => decides)?.path).toMatch(/^error\.data\./);
    expect(failure?.notes.map(({ id }) => id)).toContain('wrapped-error');
  });

  it('takes the retry verdict of the inner one, unless the server says otherwise', () => {
    expect(read({ originalError: 'ORDER_NOT_FOUND' })?.retry.verdict).toBe('after_fix');
    expect(read({ originalError: 'ORDER_NOT_FOUND', retryable: true })?.retry.verdict).toBe('backoff');
  });

  it('names the inner error and stays as certain as without the wrapper', () => {
    const failure = read({ originalError: 'ORDER_NOT_FOUND' });
    expect(failure?.explanation).toContain('Internal error (ORDER_NOT_FOUND)');
    expect(failure?.certainty).toBe('likely');
    expect(failure?.evidence.some(({ value }) => value === -32603)).toBe(true);
  });

  it('does not change an error that names its own cause', () => {
    const refused = read(
      { originalError: 'ORDER_NOT_FOUND', errors: [{ path: 'id', message: 'is required' }] },
      -32602,
    );
    expect(refused?.class).toBe('validation');
    expect(wrap({ originalError: 'UPSTREAM_ERROR' })?.notes.map(({ id }) => id)).not.toContain('wrapped-error');
  });

  it('does not mistake a sentence for an error name', () => {
    const failure = wrap({ cause: 'the record was not found in the cache, so the backend broke' });
    expect(failure?.notes.map(({ id }) => id)).not.toContain('wrapped-error');
  });
});
