import { describe, expect, it } from 'vitest';
import { makeFailure, makeRow } from '../testing/row-fixtures.ts';
import { threadsOf } from './threads.ts';

const attempt = (chain: number, number: number) => makeRow({ id: chain * 10 + number, chain, attempt: number });

const chain = { lane: 0, tone: 'wait', isIncident: false };

describe('threadsOf', () => {
  it('joins attempts across other rows', () => {
    const threads = threadsOf([makeRow(), attempt(1, 1), makeRow(), attempt(1, 2)]);
    expect(threads).toEqual([
      [],
      [{ ...chain, up: false, down: true, knot: true }],
      [{ ...chain, up: true, down: true, knot: false }],
      [{ ...chain, up: true, down: false, knot: true }],
    ]);
  });

  it('comes from above if the first attempt is not visible', () => {
    expect(threadsOf([makeRow(), attempt(1, 3)])).toEqual([
      [{ ...chain, up: true, down: true, knot: false }],
      [{ ...chain, up: true, down: false, knot: true }],
    ]);
  });

  it('draws nothing for a single attempt, and separate lanes for crossing chains', () => {
    expect(threadsOf([attempt(1, 1), undefined])).toEqual([[], []]);
    const threads = threadsOf([attempt(1, 1), attempt(2, 1), attempt(1, 2), attempt(2, 2)]);
    expect(threads.map((row) => row.map((thread) => thread.lane))).toEqual([[0], [0, 1], [0, 1], [1]]);
  });

  it('puts the rows of an incident under one bracket, unless they are far apart', () => {
    const failed = (id: number) => makeRow({ id, incident: 1 });
    const threads = threadsOf([failed(1), makeRow(), failed(2), failed(3)]);
    expect(threads.map(([thread]) => thread?.knot)).toEqual([true, false, true, true]);
    expect(threads[0]).toEqual([{ lane: 0, tone: 'bad', isIncident: true, up: false, down: true, knot: true }]);
    const between = Array.from({ length: 20 }, () => makeRow());
    expect(threadsOf([failed(1), ...between, failed(2)]).flat()).toEqual([]);
  });

  it('draws the bracket of a chain in the color of its failure, and none for its incident', () => {
    const failure = makeFailure({ class: 'validation' });
    const rows = [1, 2].map((number) => makeRow({ id: number, chain: 1, attempt: number, incident: 1, failure }));
    expect(threadsOf(rows)[0]).toEqual([{ ...chain, tone: 'warn', up: false, down: true, knot: true }]);
  });
});
