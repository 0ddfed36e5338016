import { describe, expect, it } from 'vitest';
import { decode } from '../decode.ts';
import { context, rpcError } from '../testing/account-fixtures.ts';

const read = (code: number, message: string, options = context()) => decode(rpcError(code, message), options);

describe('a code documented by one dialect, without other evidence', () => {
  it.each([
    [-32029, 'Rate limit exceeded', 'rate_limited'],
    [-32031, 'Invalid API key', 'unauthorized'],
    [-32052, 'File not found: a.txt', 'not_found'],
    [-32081, 'Request timed out', 'timeout'],
  ])('%i yields to the clear text "%s"', (code, message, found) => {
    const failure = read(code, message);
    expect(failure).toMatchObject({ class: found, code });
    expect(failure?.dialect.id).not.toBe('erlmcp');
  });

  it.each([
    [-32029, 'Template render failed', 'internal'],
    [-32029, 'no luck today', 'internal'],
    [-32081, 'Task abc timed out of the list', 'not_found'],
    [-32052, 'Authorization failed: file not found', 'forbidden'],
  ])('%i keeps its meaning next to "%s"', (code, message, found) => {
    expect(read(code, message)).toMatchObject({ class: found, dialect: { id: 'erlmcp' } });
  });

  it('keeps its meaning if other evidence supports the dialect', () => {
    const own = decode(rpcError(-32001, 'Rate limit exceeded', { uri: 'a:b' }), context());
    expect(own).toMatchObject({ class: 'not_found', dialect: { id: 'erlmcp' } });
    const named = read(-32029, 'Rate limit exceeded', context({ serverInfo: 'erlmcp' }));
    expect(named).toMatchObject({ class: 'internal', dialect: { id: 'erlmcp' } });
  });

  it('keeps its meaning if the user chose the dialect', () => {
    const failure = read(-32029, 'Rate limit exceeded', context({ pinnedDialect: 'erlmcp' }));
    expect(failure).toMatchObject({ class: 'internal', codeName: 'Template Render Failed' });
  });
});
