// The strip's drawing as paths: muted bars for activity, and ticks for failures. A tick's height and head show the severity, not only its
// color. If failures are everywhere, bars show their number. Pure.

import type { Overview } from '../../../shared/api/views.ts';
import { type Severity, severities } from '../../../shared/failure.ts';

interface Box {
  width: number;
  height: number;
}

/** Bars from the bottom; logarithmic, so that one message stays visible next to a storm. */
export function activityPath(counts: readonly number[], { width, height }: Box): string {
  const top = Math.max(...counts, 0);
  if (top === 0) return '';
  const step = width / counts.length;
  const room = height * 0.62;
  let path = '';
  counts.forEach((count, index) => {
    if (count === 0) return;
    const tall = Math.max(1.5, (Math.log1p(count) / Math.log1p(top)) * room);
    path += `M${round(index * step)} ${height}v${round(-tall)}h${round(Math.max(1, step))}v${round(tall)}z`;
  });
  return path;
}

const heights: Record<Severity, number> = { critical: 0.96, error: 0.84, warning: 0.66, note: 0.48, info: 0.34 };

/** Closer ticks overlap: they are merged, with the worst severity. */
const tickRoom = 9;
/** From this share of the strip on, ticks would form a wall. Bars then show the counts. */
const crowdedFrom = 0.5;

interface Ticks {
  paths: Record<Severity, string>;
  /** Proportional bars instead of ticks. */
  isCrowded: boolean;
}

/** One path per severity; an interval shows its worst failure. */
export function tickPaths({ failures, worst }: Pick<Overview, 'failures' | 'worst'>, box: Box): Ticks {
  const slots = gather(failures, worst, Math.max(1, Math.floor(box.width / tickRoom)));
  const isCrowded = slots.filter(({ count }) => count > 0).length > slots.length * crowdedFrom && slots.length > 8;
  const most = Math.max(1, ...slots.map(({ count }) => count));
  const paths: Record<Severity, string> = { critical: '', error: '', warning: '', note: '', info: '' };
  const step = box.width / slots.length;
  slots.forEach(({ count, rank }, index) => {
    const severity = severities[rank];
    if (severity === undefined || count === 0) return;
    const x = round(Math.min(box.width - 3, Math.max(3, (index + 0.5) * step)));
    paths[severity] += isCrowded ? bar(x, box.height, count / most) : tick(severity, x, box.height);
  });
  return { paths, isCrowded };
}

/** Merges the intervals into this many slots. */
function gather(
  failures: readonly number[],
  worst: readonly number[],
  slots: number,
): { count: number; rank: number }[] {
  const found = Array.from({ length: Math.min(slots, worst.length) }, () => ({ count: 0, rank: -1 }));
  worst.forEach((rank, index) => {
    const slot = found[Math.floor((index / worst.length) * found.length)];
    const count = failures[index] ?? 0;
    if (!slot || count === 0 || rank < 0) return;
    slot.count += count;
    slot.rank = slot.rank < 0 ? rank : Math.min(slot.rank, rank);
  });
  return found;
}

/** The height is its share of the maximum. */
function bar(x: number, height: number, share: number): string {
  const tall = round(Math.max(3, share * height * 0.9));
  return `M${round(x - 1.5)} ${height}v${-tall}h3v${tall}z`;
}

function tick(severity: Severity, x: number, height: number): string {
  const top = round(height * (1 - heights[severity]));
  const stem = `M${round(x - 0.8)} ${height}V${top}h1.6V${height}z`;
  switch (severity) {
    case 'critical':
      return `${stem}M${round(x - 4)} ${round(top + 3)}l4 -4l4 4l-4 4z`;
    case 'error':
      return `${stem}M${round(x - 2.5)} ${top}h5v5h-5z`;
    case 'warning':
      return `${stem}M${round(x - 3)} ${round(top + 4)}l3 -5l3 5z`;
    case 'note':
    case 'info':
      return stem;
  }
}

const round = (value: number): number => Math.round(value * 10) / 10;
