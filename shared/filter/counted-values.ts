// The values of rows that filters can name: which keys have them, what they are, and which ones complete a prefix.

import type { Row } from '../timeline.ts';
import { seenStateOf } from './seen-state.ts';

/** The store counts them in this order. */
export const countedKeys: readonly string[] = [
  'server',
  'tool',
  'method',
  'code',
  'class',
  'retry',
  'severity',
  'origin',
  'outcome',
  'kind',
  'by',
  'client',
  'seen',
];

/** In the order of `countedKeys`. */
export function countedValues(row: Omit<Row, 'ord' | 'rev'>): (string | null)[] {
  const { failure } = row;
  return [
    row.server,
    row.target,
    row.method,
    row.code,
    failure?.class ?? null,
    failure?.verdict ?? null,
    failure?.severity ?? null,
    failure?.origin ?? null,
    row.outcome,
    row.kind,
    row.actor,
    row.client,
    seenStateOf(row),
  ];
}

/** Values with `typed` in them: those that start with it first, then the most frequent ones. */
export function completing(
  counts: Iterable<readonly [value: string, count: number]>,
  typed: string,
  limit: number,
): { value: string; count: number }[] {
  const wanted = typed.toLowerCase();
  const starts = (value: string): number => Number(value.toLowerCase().startsWith(wanted));
  return [...counts]
    .filter(([value, count]) => count > 0 && value.toLowerCase().includes(wanted))
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => starts(b.value) - starts(a.value) || b.count - a.count)
    .slice(0, limit);
}
