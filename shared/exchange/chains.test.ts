import { describe, expect, it } from 'vitest';
import type { Actor } from '../actors.ts';
import type { Json } from '../json/json.ts';
import { type EventDraft, error, pair, request, result } from './event-fixtures.ts';

describe('chains', () => {
  it('counts attempts after failures and marks the successful one', () => {
    const changes = pair([request(1), error(1), request(2), error(2), request(3), result(3), request(4), result(4)]);
    expect(changes.map(({ row }) => [row.chain, row.attempt, row.remarks.join(',')])).toEqual([
      [1, 1, ''],
      [1, 2, ''],
      [1, 3, 'recovered'],
      [null, 1, ''],
    ]);
  });

  it('requires equal arguments, and ignores the order of members and _meta', () => {
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

  it('joins attempts at one call on one server only', () => {
    const elsewhere = (draft: EventDraft): EventDraft => ({ ...draft, server: 'other' });
    const changes = pair([request(1), error(1), elsewhere(request(1)), elsewhere(result(1)), request(2), error(2)]);
    expect(changes.map(({ row }) => [row.server, row.chain, row.attempt])).toEqual([
      ['s', 1, 1],
      ['other', null, 1],
      ['s', 1, 2],
    ]);
    expect(
      pair([request(1), error(1), request(2, 'tools/call', { name: 'other' }), result(2)])[1]?.row.chain,
    ).toBeNull();
  });

  it('keeps the connections of probes and checks out of the user’s attempts', () => {
    const hello = (id: number, epoch: number, actor?: Actor): EventDraft[] => [
      { ...request(id, 'initialize', {}), epoch, ...(actor ? { actor } : {}) },
      { ...(epoch === 1 || epoch === 5 ? error(id) : result(id, {})), epoch, ...(actor ? { actor } : {}) },
    ];
    const asked = [hello(1, 1), hello(1, 2, 'doctor'), hello(1, 3, 'probe'), hello(1, 4, 'misfire'), hello(1, 5)];
    expect(pair(asked.flat()).map(({ row }) => [row.epoch, row.chain, row.attempt, row.remarks.join()])).toEqual([
      [1, 1, 1, ''],
      [2, null, 1, ''],
      [3, null, 1, ''],
      [4, null, 1, ''],
      [5, 1, 2, ''],
    ]);
  });

  it('does not count parallel calls', () => {
    expect(pair([request(1), request(2), error(1), error(2)]).map(({ row }) => row.attempt)).toEqual([1, 1]);
  });
});
