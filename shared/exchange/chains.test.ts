import { describe, expect, it } from 'vitest';
import type { Json } from '../json.ts';
import { error, pair, request, result } from './fixtures.ts';

describe('chains', () => {
  it('counts attempts after failures and marks the one that worked', () => {
    const changes = pair([request(1), error(1), request(2), error(2), request(3), result(3), request(4), result(4)]);
    expect(changes.map(({ row }) => [row.chain, row.attempt, row.remarks.join(',')])).toEqual([
      [1, 1, ''],
      [1, 2, ''],
      [1, 3, 'recovered'],
      [null, 1, ''],
    ]);
  });

  it('wants the same call: order of members and _meta do not matter, arguments do', () => {
    const call = (id: number, params: Json) => request(id, 'tools/call', params);
    const attempt = (first: Json, second: Json) => pair([call(1, first), error(1), call(2, second)])[1]?.row.attempt;
    expect(
      attempt(
        { name: 'a', arguments: { x: 1, y: 2 } },
        { arguments: { y: 2, x: 1 }, name: 'a', _meta: { progressToken: 9 } },
      ),
    ).toBe(2);
    expect(attempt({ name: 'a', arguments: { x: 1 } }, { name: 'a', arguments: { x: '1' } })).toBe(1);
  });

  it('does not count calls that run side by side', () => {
    expect(pair([request(1), request(2), error(1), error(2)]).map(({ row }) => row.attempt)).toEqual([1, 1]);
  });
});
