// The time axis of the waterfall: the span of the visible rows, rounded so that it does not change with every row. Long idle
// periods are shortened, so that an idle hour does not squeeze the rest into two lines. A part of the axis can be zoomed. Owns
// the geometry in percent; waterfall.tsx draws.

import { beganAt, type Row } from '../../shared/timeline.ts';

export interface TimeScale {
  from: number;
  /** Of the whole axis, without the removed time. */
  span: number;
  /** Idle periods with a fixed, small share of the axis, in order of time. */
  cuts: readonly Cut[];
  /** The visible part of the axis, as shares of 1. */
  view: { from: number; to: number };
}

export interface Cut {
  from: number;
  to: number;
}

/** The zoom: `factor` times, around `centre`, a share of the axis from 0 to 1. */
export interface Zoom {
  factor: number;
  centre: number;
}

export const wholeAxis: Zoom = { factor: 1, centre: 0.5 };
export const closest = 200;

const day = 86_400;
/** Seconds; the first that fits is used. */
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

/** Shorter pauses are not shortened. */
const shortestIdle = 30_000;
/** A pause is idle if it is longer than this many times the rest. */
const idleTimes = 2;
/** A wait between two attempts is shown as a wait, up to this. */
const longestWait = 300_000;
/** Percent of the axis for one cut, and for all. */
const cutShare = 5;
const mostForCuts = 40;

export function timeScale(rows: readonly Row[], now: number, zoom: Zoom = wholeAxis): TimeScale | null {
  if (rows.length === 0) return null;
  const busy = busyStretches(rows, now);
  const from = busy[0]!.from;
  const to = busy.at(-1)!.to;
  const cuts = idleStretches(busy);
  const left = cuts.reduce((sum, cut) => sum + cut.to - cut.from, 0);
  const needed = Math.max(100, to - from - left);
  const span = spans.find((candidate) => candidate >= needed) ?? Math.ceil(needed / (day * 1_000)) * day * 1_000;
  return { from, span, cuts, view: viewOf(zoom) };
}

function viewOf({ factor, centre }: Zoom): TimeScale['view'] {
  const width = 1 / Math.max(1, factor);
  const from = Math.max(0, Math.min(1 - width, centre - width / 2));
  return { from, to: from + width };
}

/** In order of time, joined where they touch. A wait between attempts counts, because it is drawn. */
function busyStretches(rows: readonly Row[], now: number): Cut[] {
  const stretches = rows.map((row) => ({ from: beganAt(row), to: scaleEnd(row, now) }));
  const chains = new Map<number, Row[]>();
  for (const row of rows) if (row.chain !== null) chains.set(row.chain, [...(chains.get(row.chain) ?? []), row]);
  for (const attempts of chains.values())
    for (const part of chainParts(attempts, now))
      if (part.kind === 'gap' && part.to - part.from <= longestWait) stretches.push({ from: part.from, to: part.to });
  stretches.sort((a, b) => a.from - b.from);
  const joined: Cut[] = [];
  for (const { from, to } of stretches) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to: Math.max(from, to) });
  }
  return joined;
}

/** From the shortest pause on: once one is far longer than all shorter ones, it and all longer ones are idle. */
function idleStretches(busy: readonly Cut[]): Cut[] {
  const pauses = busy.slice(1).map(({ from }, index) => ({ from: busy[index]!.to, to: from }));
  const lengths = pauses.map(({ from, to }) => to - from).sort((a, b) => a - b);
  let beside = busy.reduce((sum, { from, to }) => sum + to - from, 0);
  for (const length of lengths) {
    if (length > Math.max(shortestIdle, idleTimes * beside))
      return pauses.filter(({ from, to }) => to - from >= length);
    beside += length;
  }
  return [];
}

export function scaleEnd(row: Row, now: number): number {
  if (row.pending) return Math.max(now, row.at);
  return row.endAt ?? (row.latencyMs === null ? row.at : row.at + row.latencyMs);
}

export interface Bar {
  /** Percent of the axis. */
  left: number;
  width: number;
}

export function barOf(scale: TimeScale, from: number, to: number): Bar {
  const left = clampShare(placeOf(scale, from));
  const right = clampShare(placeOf(scale, to));
  return { left, width: Math.max(0, right - left) };
}

/** It is completely outside the visible part. */
export function isOutside(scale: TimeScale, from: number, to: number): boolean {
  return placeOf(scale, to) < -0.01 || placeOf(scale, from) > 100.01;
}

/** The position of a time in the visible part, in percent; below 0 or above 100 outside it. */
export function placeOf(scale: TimeScale, at: number): number {
  const { view } = scale;
  return ((shareOf(scale, at) - view.from) / (view.to - view.from)) * 100;
}

/** On the whole axis, as a share of 1. */
function shareOf({ from, span, cuts }: TimeScale, at: number): number {
  const each = cuts.length === 0 ? 0 : Math.min(cutShare, mostForCuts / cuts.length) / 100;
  const perMs = (1 - each * cuts.length) / span;
  let share = 0;
  let reached = from;
  for (const cut of cuts) {
    if (at <= cut.from) break;
    share += (cut.from - reached) * perMs;
    if (at < cut.to) return share + each * ((at - cut.from) / (cut.to - cut.from));
    share += each;
    reached = cut.to;
  }
  return share + (at - reached) * perMs;
}

/** The visible time, without idle periods. */
export function drawnSpan({ span, view }: TimeScale): number {
  return span * (view.to - view.from);
}

export function idleTime({ cuts }: TimeScale): number {
  return cuts.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** The same axis is the same text. */
export function scaleKey(scale: TimeScale | null): string {
  if (scale === null) return '';
  const { from, span, cuts, view } = scale;
  return `${from} ${span} ${cuts.map((cut) => `${cut.from}-${cut.to}`).join(',')} ${view.from} ${view.to}`;
}

/** One step closer or farther; the time at `at` (a share of the visible part) stays in place. */
export function zoomBy(zoom: Zoom, by: number, at: number): Zoom {
  const factor = Math.max(1, Math.min(closest, zoom.factor * by));
  const before = viewOf(zoom);
  const point = before.from + (before.to - before.from) * at;
  const width = 1 / factor;
  const { from, to } = viewOf({ factor, centre: point + (0.5 - at) * width });
  return { factor, centre: (from + to) / 2 };
}

interface ChainPart {
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
    if (before) parts.push({ kind: 'gap', from: scaleEnd(before, now), to: beganAt(row), row: null });
    parts.push({ kind: 'attempt', from: beganAt(row), to: scaleEnd(row, now), row });
  });
  return parts;
}

function clampShare(share: number): number {
  return Math.max(0, Math.min(100, share));
}
