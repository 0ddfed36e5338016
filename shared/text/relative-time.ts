// A time relative to now: `just now`, `5m ago`, `yesterday`, `3d ago`.

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['second', 60_000],
  ['minute', 3_600_000],
  ['hour', 86_400_000],
  ['day', 30 * 86_400_000],
  ['month', 365 * 86_400_000],
];
const lengths: Partial<Record<Intl.RelativeTimeFormatUnit, number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  month: 30 * 86_400_000,
  year: 365 * 86_400_000,
};

const format = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' });

export function relativeTime(at: number, now: number): string {
  const ms = now - at;
  if (ms < 1_000) return 'just now';
  const unit = steps.find(([, below]) => ms < below)?.[0] ?? 'year';
  return format.format(-Math.floor(ms / (lengths[unit] ?? 1)), unit);
}
