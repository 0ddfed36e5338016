import { expect, onTestFinished, test } from 'vitest';
import { now } from '../../transports/clock.ts';
import { TimedWait } from './wait-until.ts';

test.each([-1, 1])('setting the clock by %s hours meanwhile does not end a wait', async (hours) => {
  const realNow = Date.now;
  onTestFinished(() => {
    Date.now = realNow;
  });
  const wait = new TimedWait(now() + 60_000);
  onTestFinished(() => wait.end());
  const state = () => Promise.race([wait.done, new Promise((resolve) => setImmediate(() => resolve('waiting')))]);
  wait.pause();
  Date.now = () => realNow() + hours * 3_600_000;
  wait.resume();
  expect(await state()).toBe('waiting');
  wait.skip();
  expect(await state()).toBe('over');
});

test('never ends too early', async () => {
  for (let ms = 0; ms < 20; ms += 1) {
    const until = now() + ms;
    expect(await new TimedWait(until).done).toBe('over');
    expect(now()).toBeGreaterThanOrEqual(until);
  }
});
