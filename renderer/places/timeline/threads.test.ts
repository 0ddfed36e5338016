import { describe, expect, it } from 'vitest';
import { makeRow } from '../../text/fixtures.ts';
import { threadsOf } from './threads.ts';

const attempt = (chain: number, number: number) => makeRow({ id: chain * 10 + number, chain, attempt: number });

describe('threadsOf', () => {
  it('joins attempts across the rows between them', () => {
    const threads = threadsOf([makeRow(), attempt(1, 1), makeRow(), attempt(1, 2)]);
    expect(threads).toEqual([
      [],
      [{ lane: 0, up: false, down: true, knot: true }],
      [{ lane: 0, up: true, down: true, knot: false }],
      [{ lane: 0, up: true, down: false, knot: true }],
    ]);
  });

  it('comes from above when the first attempt is out of sight', () => {
    expect(threadsOf([makeRow(), attempt(1, 3)])).toEqual([
      [{ lane: 0, up: true, down: true, knot: false }],
      [{ lane: 0, up: true, down: false, knot: true }],
    ]);
  });

  it('draws nothing for a single attempt, and gives crossing chains lanes of their own', () => {
    expect(threadsOf([attempt(1, 1), undefined])).toEqual([[], []]);
    const threads = threadsOf([attempt(1, 1), attempt(2, 1), attempt(1, 2), attempt(2, 2)]);
    expect(threads.map((row) => row.map((thread) => thread.lane))).toEqual([[0], [0, 1], [0, 1], [1]]);
  });
});
