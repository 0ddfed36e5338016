import { expect, onTestFinished, test } from 'vitest';
import { now } from './clock.ts';

test('time stamps follow a clock that moves forward, as after sleep, and never go back', () => {
  const realNow = Date.now;
  onTestFinished(() => {
    Date.now = realNow;
  });
  const hour = 3_600_000;
  const start = now();
  let last = start;
  for (const offset of [0, -hour, 0, hour, -hour, 2 * hour, 0]) {
    Date.now = () => realNow() + offset;
    const stamp = now();
    expect(stamp).toBeGreaterThanOrEqual(last);
    expect(stamp).toBeGreaterThanOrEqual(Date.now() - 1000);
    last = stamp;
  }
  // The system clock may have been behind these time stamps already.
  expect(last).toBeGreaterThanOrEqual(Math.max(start, realNow() + 2 * hour - 1000));
});
