import { describe, expect, test } from 'vitest';
import type { Batch } from '../../shared/contract/api.ts';
import { noChanges } from '../../shared/contract/features.ts';
import type { Row } from '../../shared/timeline.ts';
import { newestState } from './batch-feed.ts';

const row = (ord: number, rev: number): Row => ({ id: ord + 1, ord, rev }) as Row;
const batch = (fromRev: number, rows: Row[]): Batch => ({
  fromRev,
  rev: fromRev + rows.length,
  rows,
  truncated: false,
  servers: null,
  past: null,
  counters: {
    rows: 0,
    messages: 0,
    failedRows: 0,
    failedCalls: 0,
    causes: 0,
    recovered: 0,
    pending: 0,
    expected: 0,
    worst: null,
  },
  asks: null,
  ...noChanges,
  recording: 1,
  notice: '',
  marks: null,
});
const many = (from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, place) => row(from + place, from + place + 1));

describe('batches that wait for a slow window', () => {
  test('keep all rows while they are few, each as it was last', () => {
    const sum = newestState(batch(0, many(0, 3)), batch(3, [row(1, 4), row(3, 5)]));
    expect(sum).toMatchObject({ fromRev: 0, rev: 5, truncated: false });
    expect(sum.rows.map(({ ord, rev }) => [ord, rev])).toEqual([
      [0, 1],
      [1, 4],
      [2, 3],
      [3, 5],
    ]);
  });

  test('keep what only the earlier one has', () => {
    const past = { servers: [], clients: [{ name: 'Codex', messages: 2 }] };
    expect(newestState({ ...batch(0, []), past }, batch(0, [])).past).toEqual(past);
  });

  test('keep the newest rows when there are many, and say that some are missing', () => {
    const sum = newestState(batch(0, many(0, 400)), batch(400, many(400, 400)));
    expect(sum.truncated).toBe(true);
    expect([sum.rows.length, sum.rows[0]?.ord, sum.rows.at(-1)?.ord]).toEqual([500, 300, 799]);
  });
});
