// The time stamp of events: wall-clock milliseconds with fractions that never step back.
// Latencies are differences of these stamps, so a corrected system clock must not turn them negative.

let origin = performance.timeOrigin;

export function now(): number {
  const stamp = origin + performance.now();
  // The monotonic clock stands still while the machine sleeps; afterwards it is moved forward, never back.
  const behind = Date.now() - stamp;
  if (behind > 1000) {
    origin += behind;
    return stamp + behind;
  }
  return stamp;
}
