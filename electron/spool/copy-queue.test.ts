import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { now } from '../transports/clock.ts';
import { CopyQueue } from './copy-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('copies nothing in the turn of the traffic, and all in order with their times soon after', () => {
  const queue = new CopyQueue();
  const copied: [string, number][] = [];
  const passed: [string, number][] = [];
  for (const name of ['a', 'b', 'c']) {
    passed.push([name, now()]);
    queue.add(1, (at) => copied.push([name, at]));
    vi.advanceTimersByTime(1);
  }
  expect(copied).toEqual([]);
  vi.advanceTimersByTime(20);
  expect(copied).toEqual(passed);
});

it('is never more than a few milliseconds behind, although traffic goes on', () => {
  const queue = new CopyQueue();
  let copied = 0;
  for (let passed = 1; passed <= 140; passed += 1) {
    queue.add(1, () => (copied += 1));
    vi.advanceTimersByTime(1);
    expect(passed - copied).toBeLessThanOrEqual(6);
  }
});

it('holds 16 MB at most, and goes on with the oldest', () => {
  const queue = new CopyQueue();
  const copied: number[] = [];
  for (let n = 0; n < 20; n += 1) queue.add(1024 * 1024, () => copied.push(n));
  expect(copied).toEqual([0, 1, 2, 3]);
  queue.flush();
  expect(copied).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

it('goes on with the next copy if one adds another', () => {
  const queue = new CopyQueue();
  const copied: string[] = [];
  queue.add(0, () => {
    copied.push('first');
    queue.add(0, () => copied.push('later'));
    queue.flush();
  });
  queue.add(0, () => copied.push('second'));
  queue.flush();
  expect(copied).toEqual(['first', 'second', 'later']);
});
