// Brackets that join rows: the attempts of one chain, and the rows of one failed call. For each visible row, which brackets start,
// pass or end there. Pure.

import type { Row } from '../../shared/timeline.ts';
import { type Tone, toneOfClass } from '../text/row-words.ts';

export interface Thread {
  lane: number;
  /** Upper half drawn, lower half drawn, and whether this row belongs to it. */
  up: boolean;
  down: boolean;
  knot: boolean;
  tone: Tone;
  isIncident: boolean;
}

/** Further brackets share the last lane. */
const laneLimit = 2;
/** Rows of a failed call that are farther apart have separate brackets. */
const farthest = 12;

interface Span {
  first: number;
  last: number;
  lane: number;
  tone: Tone;
  isIncident: boolean;
  rows: Set<number>;
}

export function threadsOf(rows: readonly (Row | undefined)[]): Thread[][] {
  const spans = [...chainSpans(rows), ...incidentSpans(rows)].filter((span) => span.last > span.first);
  const busyUntil: number[] = [];
  for (const span of spans.sort((a, b) => a.first - b.first)) {
    const free = busyUntil.findIndex((end) => end < span.first);
    span.lane = free >= 0 ? free : Math.min(busyUntil.length, laneLimit - 1);
    busyUntil[span.lane] = Math.max(busyUntil[span.lane] ?? -1, span.last);
  }
  const result: Thread[][] = rows.map(() => []);
  for (const { first, last, lane, tone, isIncident, rows: own } of spans) {
    for (let index = Math.max(0, first); index <= last; index++) {
      result[index]!.push({ lane, up: index > first, down: index < last, knot: own.has(index), tone, isIncident });
    }
  }
  return result;
}

function chainSpans(rows: readonly (Row | undefined)[]): Span[] {
  const spans = new Map<number, Span>();
  rows.forEach((row, index) => {
    if (!row || row.chain === null) return;
    const span = spans.get(row.chain);
    if (span) {
      span.last = index;
      span.rows.add(index);
      if (row.failure) span.tone = toneOfClass(row.failure.class);
      return;
    }
    spans.set(row.chain, {
      // An attempt whose predecessors are above the viewport: its line comes from the top.
      first: row.attempt > 1 ? -1 : index,
      last: index,
      lane: 0,
      tone: row.failure ? toneOfClass(row.failure.class) : 'wait',
      isIncident: false,
      rows: new Set([index]),
    });
  });
  return [...spans.values()];
}

function incidentSpans(rows: readonly (Row | undefined)[]): Span[] {
  const spans: Span[] = [];
  const open = new Map<number, Span>();
  rows.forEach((row, index) => {
    if (!row || row.incident === null || row.incident === row.chain) return;
    const span = open.get(row.incident);
    if (span && index - span.last <= farthest) {
      span.last = index;
      span.rows.add(index);
      return;
    }
    const next: Span = { first: index, last: index, lane: 0, tone: 'bad', isIncident: true, rows: new Set([index]) };
    open.set(row.incident, next);
    spans.push(next);
  });
  return spans;
}
