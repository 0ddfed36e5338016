// The strip's drawing as paths: quiet bars for what happened, and for failures a tick whose height and head tell how bad it
// was, so that nothing hangs on colour alone. Pure.

import type { Overview } from '../../../shared/api/views.ts';
import { type Severity, severities } from '../../../shared/failure.ts';

export interface Box {
  width: number;
  height: number;
}

/** Bars from the bottom; grows with the logarithm, so that one message beside a storm is still seen. */
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

/** One path for each severity; a stretch is drawn as its worst failure. */
export function tickPaths(
  { failures, worst }: Pick<Overview, 'failures' | 'worst'>,
  box: Box,
): Record<Severity, string> {
  const paths: Record<Severity, string> = { critical: '', error: '', warning: '', note: '', info: '' };
  const step = box.width / worst.length;
  worst.forEach((rank, index) => {
    const severity = severities[rank];
    if (severity === undefined || (failures[index] ?? 0) === 0) return;
    const x = round(Math.min(box.width - 3, Math.max(3, (index + 0.5) * step)));
    paths[severity] += tick(severity, x, box.height);
  });
  return paths;
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
