// Formats a duration: `800 ms`, `1.2 s`, `24 s`, `2 min 5 s`, `3 h 10 min`, `3 days`. Always with its unit. Rows, cards,
// sentences and reports share it, so that the same wait always reads the same.

/** `digits` of seconds after the point; 2 where the asked and the actual wait are compared. */
export function duration(ms: number, digits: 1 | 2 = 1): string {
  if (!Number.isFinite(ms)) return 'a very long time';
  if (ms < 0) return `-${duration(-ms, digits)}`;
  if (ms > 0 && ms < 1) return '< 1 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  const inSeconds = trimmed(ms / 1000, digits);
  if (inSeconds < 60) return `${inSeconds} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return pair(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 48 * 60) return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  return `${trimmed(minutes / 1440, 1)} days`;
}

function trimmed(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}
