// The time axis of the waterfall: the span of the rows in sight, rounded so that it does not twitch with every row.
// Owns geometry in per cent; drawing is in waterfall.tsx.

import type { Row } from '../../shared/timeline.ts';

export interface TimeScale {
  from: number;
  span: number;
}

const day = 86_400;
/** Seconds; the first that fits is taken. */
const spans = [
  0.1,
  0.2,
  0.5,
  1,
  2,
  3,
  4,
  5,
  6,
  8,
  10,
  12,
  15,
  20,
  25,
  30,
  40,
  60,
  90,
  120,
  180,
  300,
  480,
  600,
  900,
  1_200,
  1_800,
  2_700,
  3_600,
  7_200,
  14_400,
  28_800,
  43_200,
  day,
].map((seconds) => seconds * 1_000);

export function timeScale(rows: readonly Row[], now: number): TimeScale | null {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    from = Math.min(from, row.at);
    to = Math.max(to, endOf(row, now));
  }
  if (from === Number.POSITIVE_INFINITY) return null;
  const needed = Math.max(100, to - from);
  const span = spans.find((candidate) => candidate >= needed) ?? Math.ceil(needed / (day * 1_000)) * day * 1_000;
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
