// The lines that join the attempts of one chain down the list: for each row in sight, which lines start, pass or end there.

import type { Row } from '../../../shared/timeline.ts';

export interface Thread {
  lane: number;
  /** Upper half drawn, lower half drawn, and whether this row is an attempt of it. */
  up: boolean;
  down: boolean;
  knot: boolean;
}

/** More chains than this at once share the last lane. */
export const laneLimit = 2;

export function threadsOf(rows: readonly (Row | undefined)[]): Thread[][] {
  const spans = new Map<number, { first: number; last: number; lane: number }>();
  rows.forEach((row, index) => {
    if (!row || row.chain === null) return;
    const span = spans.get(row.chain);
    if (span) span.last = index;
    // An attempt whose predecessors are above the window: its line comes from the top.
    else spans.set(row.chain, { first: row.attempt > 1 ? -1 : index, last: index, lane: 0 });
  });
  const ordered = [...spans.values()].filter((span) => span.last > span.first).sort((a, b) => a.first - b.first);
  const busyUntil: number[] = [];
  for (const span of ordered) {
    const free = busyUntil.findIndex((end) => end < span.first);
    span.lane = free >= 0 ? free : Math.min(busyUntil.length, laneLimit - 1);
    busyUntil[span.lane] = Math.max(busyUntil[span.lane] ?? -1, span.last);
  }
  const result: Thread[][] = rows.map(() => []);
  for (const [chain, span] of spans) {
    if (span.last <= span.first) continue;
    for (let index = Math.max(0, span.first); index <= span.last; index++) {
      result[index]!.push({
        lane: span.lane,
        up: index > span.first,
        down: index < span.last,
        knot: rows[index]?.chain === chain,
      });
    }
  }
  return result;
}
