// The time axis of the waterfall: the span of the rows in sight, rounded so that it does not twitch with every row.
// Owns geometry in per cent; drawing is in waterfall.tsx.

import type { Row } from '../../shared/timeline.ts';

export interface TimeScale {
  from: number;
  span: number;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const spans = [
  100,
  200,
  500,
  second,
  2 * second,
  5 * second,
  10 * second,
  15 * second,
  20 * second,
  30 * second,
  45 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  20 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  12 * hour,
  24 * hour,
];

export function timeScale(rows: readonly Row[], now: number): TimeScale | null {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    from = Math.min(from, row.at);
    to = Math.max(to, endOf(row, now));
  }
  if (from === Number.POSITIVE_INFINITY) return null;
  const needed = Math.max(100, to - from);
  const span = spans.find((candidate) => candidate >= needed) ?? Math.ceil(needed / (24 * hour)) * 24 * hour;
  return { from, span };
}

export function endOf(row: Row, now: number): number {
  if (row.pending) return Math.max(now, row.at);
  return row.endAt ?? (row.latencyMs === null ? row.at : row.at + row.latencyMs);
}

export interface Bar {
  /** Per cent of the axis. */
  left: number;
  width: number;
}

export function barOf(scale: TimeScale, from: number, to: number): Bar {
  const left = clampShare(((from - scale.from) / scale.span) * 100);
  const right = clampShare(((to - scale.from) / scale.span) * 100);
  return { left, width: Math.max(0, right - left) };
}

export interface ChainPart {
  kind: 'attempt' | 'gap';
  from: number;
  to: number;
  row: Row | null;
}

/** Attempts of one chain and the waits between them, in order. */
export function chainParts(attempts: readonly Row[], now: number): ChainPart[] {
  const ordered = [...attempts].sort((a, b) => a.attempt - b.attempt);
  const parts: ChainPart[] = [];
  ordered.forEach((row, index) => {
    const before = ordered[index - 1];
    if (before) parts.push({ kind: 'gap', from: endOf(before, now), to: row.at, row: null });
    parts.push({ kind: 'attempt', from: row.at, to: endOf(row, now), row });
  });
  return parts;
}

function clampShare(share: number): number {
  return Math.max(0, Math.min(100, share));
}
