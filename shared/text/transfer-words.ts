// The progress of reading or writing a file: `84 of 200 MB, 16 MB/s, about 8 s left`. The same in the window and the shell.

import { duration } from './duration.ts';

/** `of`: null if the size is unknown. Omits the rate during the first second, because it jumps. */
export function transferWords(bytes: number, of: number | null, ms: number): string {
  const far = of === null ? `${megabytes(bytes)} MB` : `${megabytes(bytes)} of ${megabytes(of)} MB`;
  if (ms < 1000 || bytes === 0) return far;
  const rate = bytes / (ms / 1000);
  const left = of === null || bytes >= of ? '' : `, about ${duration(Math.ceil((of - bytes) / rate) * 1000)} left`;
  return `${far}, ${megabytes(rate)} MB/s${left}`;
}

function megabytes(bytes: number): string {
  const million = bytes / 1_000_000;
  return million >= 10 ? Math.round(million).toLocaleString('en') : million.toFixed(1);
}
