import { describe, expect, it } from 'vitest';
import { decode } from '../decode.ts';
import { context } from '../testing/account-fixtures.ts';
import { repairJson } from './repair-json.ts';

describe('mending cut JSON', () => {
  const whole =
    '{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"a \\"b\\" \\u00e9","data":[1,{"x":null},true]}}';

  it('reads every prefix of a message without ever throwing', () => {
    for (let length = 0; length <= whole.length; length++) {
      const value = repairJson(whole.slice(0, length));
      if (length > 0) expect(value, whole.slice(0, length)).toBeTypeOf('object');
    }
    expect(repairJson(whole)).toEqual(JSON.parse(whole));
    expect(repairJson(whole.slice(0, 70))).toMatchObject({ id: 3, error: { code: -32602 } });
  });

  it('drops half an escape, and keeps a backslash that is whole', () => {
    expect(repairJson('{"a":"xy\\')).toEqual({ a: 'xy' });
    expect(repairJson('{"a":"x\\u00')).toEqual({ a: 'x' });
    expect(repairJson('{"a":"xyz\\\\')).toEqual({ a: 'xyz\\' });
    expect(repairJson('{"a":"wxyz\\\\')).toEqual({ a: 'wxyz\\' });
  });

  it('finds nothing in other texts', () => {
    for (const text of ['', 'hello', '}', '"text', ']]', '{"a":1}}']) expect(() => repairJson(text)).not.toThrow();
    expect(repairJson('Listening on port 80')).toBeUndefined();
  });

  it('reads a cut error, and reports a cut success as the server’s failure', () => {
    const cutError = decode(
      {
        method: 'tools/call',
        target: 'search',
        noise: ['{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"Unknown tool: sear'],
      },
      context(),
    );
    expect(cutError).toMatchObject({ class: 'not_found', code: -32602 });
    const list = { method: 'tools/list', noise: ['{"result":{"tools":[{"name":"a","descr'] };
    expect(decode(list, context())).toMatchObject({ class: 'invalid_response' });
  });
});
