// The time stamps of events: wall-clock milliseconds with fractions that never go back. Latencies are differences of these, so a
// corrected system clock must not make them negative.

let origin = performance.timeOrigin;

export function now(): number {
  const stamp = origin + performance.now();
  // The monotonic clock stops while the machine sleeps. Afterwards it is moved forward, never back.
  const behind = Date.now() - stamp;
  if (behind > 1000) {
    origin += behind;
    return stamp + behind;
  }
  return stamp;
}
