// Ids are paired and shown digit for digit. A text that other readers may parse differently gets a badge.

import { describe, expect, it } from 'vitest';
import { brief, http, into, life, out, pair } from './event-fixtures.ts';
import { exactNumber, isBeyondDouble } from './exact-number.ts';

const call = (id: string) => out(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"get"}}`);
const answer = (id: string) =>
  into(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"fine"}]}}`);

describe('two ids that read as the same double', () => {
  it.each([
    ['9007199254740992', '9007199254740993'],
    ['-9007199254740993', '-9007199254740992'],
    ['12345678901234567890', '12345678901234567891'],
    ['1e400', '1e401'],
    ['0.1', '0.10000000000000000001'],
    ['1e-400', '2e-400'],
  ])('%s and %s are two calls, each with its own answer', (one, other) => {
    const rows = brief([call(one), call(other), answer(other), answer(one)]).map((row) =>
      row.replace(/big_number/, ''),
    );
    expect(rows).toEqual(['call | answered | fine |  | 1,4', 'call | answered | fine |  | 2,3']);
  });

  it('differ in a batch, in a cancellation and as progress tokens', () => {
    const batch = out(
      '[{"jsonrpc":"2.0","id":9007199254740992,"method":"a"},{"jsonrpc":"2.0","id":9007199254740993,"method":"b"}]',
    );
    const cancel = out(
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9007199254740993,"reason":"no"}}',
    );
    expect(pair([batch, cancel, answer('9007199254740992')]).map(({ row }) => [row.method, row.outcome])).toEqual([
      ['a', 'answered'],
      ['b', 'cancelled'],
    ]);
    const asks = (id: number, token: string) =>
      out(`{"jsonrpc":"2.0","id":${id},"method":"a","params":{"_meta":{"progressToken":${token}}}}`);
    const progress = into(
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":9007199254740993,"progress":3}}',
    );
    const rows = pair([asks(1, '9007199254740992'), asks(2, '9007199254740993'), progress]);
    expect(rows.map(({ row }) => row.headline)).toEqual(['Waiting', 'Progress 3']);
  });

  it('differ if one of them has no open call', () => {
    const rows = pair([call('9007199254740992'), answer('9007199254740993')]);
    expect(rows[1]?.row).toMatchObject({ kind: 'orphan', headline: 'Answer to unknown id 9007199254740993' });
  });

  it('are found by events that only have the double, the oldest first', () => {
    const rows = pair([
      call('9007199254740993'),
      http(500, { id: 9007199254740992, exchange: 4, endedAt: 5, body: 'no' }),
      call('9007199254740995'),
      life('timeout', { id: 9007199254740996, afterMs: 5 }),
    ]);
    expect(rows.map(({ row }) => row.outcome)).toEqual(['http_failure', 'timeout']);
  });
});

it('treats different spellings of one value as one id', () => {
  for (const [one, other] of [
    ['1', '1.0'],
    ['1e0', '1'],
    ['100', '1E+2'],
    ['9007199254740993', '9007199254740993.0'],
    ['9007199254740993', '9.007199254740993e15'],
  ] as const)
    expect(pair([call(one), answer(other)]).map(({ row }) => row.outcome)).toEqual(['answered']);
  expect(exactNumber('-0.0')).toBe('0');
  expect(exactNumber('0.00120')).toBe('0.0012');
  expect(exactNumber('1e999999999')).toBe('1e999999999');
});

describe('a row is badged', () => {
  const remarks = (text: string) => pair([into(text)])[0]?.row.remarks;

  it.each([
    ['{"jsonrpc":"2.0","method":"a","params":{"x":1,"x":2}}', ['duplicate_keys']],
    ['{"jsonrpc":"2.0","method":"a","method":"b"}', ['duplicate_keys']],
    ['{"jsonrpc":"2.0","method":"a","params":{"x":[{"y":1,"\\u0079":2}]}}', ['duplicate_keys']],
    ['{"method":"a"}', ['no_jsonrpc']],
    ['{"jsonrpc":"1.0","method":"a"}', ['no_jsonrpc']],
    ['{"jsonrpc":2.0,"method":"a"}', ['no_jsonrpc']],
    ['{"jsonrpc":"2.0","method":"a","params":{"x":9007199254740993}}', ['big_number']],
    ['{"jsonrpc":"2.0","method":"a","params":[1e400]}', ['big_number']],
    ['{"jsonrpc":"2.0","method":"a","params":[-12345678901234567891]}', ['big_number']],
    ['{"jsonrpc":"2.0","method":"a","params":[1e-400]}', ['big_number']],
    ['{"method":"a","params":{"x":1e400,"x":2}}', ['no_jsonrpc', 'duplicate_keys', 'big_number']],
  ])('%s', (text, expected) => expect(remarks(text)).toEqual(expected));

  it.each([
    '{"jsonrpc":"2.0","method":"a","params":{"x":{"x":1},"y":[{"x":1},{"x":2}],"z":"x"}}',
    '{"jsonrpc":"2.0","method":"a","params":{"a":"x\\"","b":"{\\"x\\":1,\\"x\\":2}","c":"1e400"}}',
    '{"jsonrpc":"2.0","method":"a","params":[9007199254740992,0.30000000000000004,1e21,-0,12345678901234567168]}',
    '{"jsonrpc":"2.0","method":"a","params":{"__proto__":1,"constructor":2,"":3}}',
  ])('not for %s', (text) => expect(remarks(text)).toEqual([]));

  it('for any odd message of the row', () => {
    const [change] = pair([call('1'), into('{"jsonrpc":"2.0","id":1,"result":{"a":1,"a":2}}')]);
    expect(change?.row).toMatchObject({ outcome: 'answered', remarks: ['duplicate_keys'] });
  });
});

it('knows which numbers a double cannot hold', () => {
  expect(['9007199254740993', '1e309', '1e-400', '18446744073709551615'].map(isBeyondDouble)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['9007199254740992', '1.5', '3.141592653589793238', '1e22', '0', '0e5'].map(isBeyondDouble)).toEqual(
    Array(6).fill(false),
  );
});
