import { describe, expect, it } from 'vitest';
import { decode } from '../decode.ts';
import { context, rpcError, toolResult } from '../testing/account-fixtures.ts';
import { hasFirmedUp, noFingerprint, noteMarks } from './fingerprint.ts';

describe('fingerprints', () => {
  it('grow with marks and report when they are firm', () => {
    const weak = decode(rpcError(-32046, 'No words today'), context());
    expect(weak?.dialect.marks).toEqual({ erlmcp: 0.5 });
    const once = noteMarks(noFingerprint, weak);
    expect(once.firm).toBeNull();
    expect(noteMarks(once, weak).firm).toBeNull();
    const twice = noteMarks(once, decode(rpcError(-32094, 'Could not tell them'), context()));
    expect(twice.firm).toBe('erlmcp');
    expect(hasFirmedUp(once, twice)).toBe(true);
    expect(hasFirmedUp(twice, noteMarks(twice, weak))).toBe(false);
    expect(twice.failures).toBe(2);
  });

  it('do not change with unmarked failures or with repeats', () => {
    const plain = decode(rpcError(-32601, 'Method not found'), context());
    let fingerprint = noteMarks(noFingerprint, decode(rpcError(-32046, 'x'), context()));
    const before = fingerprint.confidence;
    fingerprint = noteMarks(fingerprint, plain);
    expect(fingerprint.confidence).toBe(before);
    const echoed = decode(rpcError(-32601, 'Method not found'), context({ fingerprint }));
    expect(noteMarks(fingerprint, echoed).confidence).toEqual(before);
  });

  it('decode earlier failures better', () => {
    const ambiguous = rpcError(-32003, 'Nothing here');
    expect(decode(ambiguous, context())?.class).toBe('unknown');
    const telling = decode(
      toolResult({
        error: {
          code: -32200,
          message: 'x',
          data: {
            type: 'https://closient.com/docs/errors/not_found',
            title: 'x',
            status: 404,
            error_code: 'not_found',
            retryable: false,
          },
        },
      }),
      context(),
    );
    const fingerprint = noteMarks(noFingerprint, telling);
    expect(fingerprint.firm).toBe('closient');
    const again = decode(ambiguous, context({ fingerprint }));
    expect(again).toMatchObject({ class: 'rate_limited', dialect: { id: 'closient' } });
  });

  it('use the name that the server reported', () => {
    expect(decode(rpcError(-32001, 'Oops'), context({ serverInfo: 'erlmcp-demo' }))).toMatchObject({
      class: 'not_found',
      dialect: { id: 'erlmcp' },
    });
  });
});
