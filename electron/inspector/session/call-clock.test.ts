// Every limit of a call to the millisecond, on a clock that the test moves. limits.test.ts checks that sessions use it.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallClock, type CallLimits, type TimeUp } from './call-clock.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function start(limits: Partial<CallLimits> = {}) {
  const ups: TimeUp[] = [];
  const clock = new CallClock({ timeoutMs: 300, totalMs: 10_000, progressExtends: true, ...limits }, (up) =>
    ups.push(up),
  );
  return { clock, ups, pass: (ms: number) => vi.advanceTimersByTime(ms) };
}

const quiet = 'nothing came for that long after its last report of progress.';

test('times out once, when the limit has passed and not before', () => {
  const { ups, pass } = start();
  pass(298);
  expect(ups).toEqual([]);
  pass(1000);
  expect(ups).toEqual([{ afterMs: 300, words: '' }]);
});

test('each progress notification resets the timeout, and the message says so', () => {
  const { clock, ups, pass } = start();
  for (let reports = 0; reports < 12; reports += 1) {
    pass(298);
    clock.progress();
  }
  pass(298);
  expect(ups).toEqual([]);
  pass(10);
  expect(ups).toEqual([{ afterMs: 300, words: quiet }]);
});

test('progress does not reset the timeout if the user disabled that', () => {
  const { clock, ups, pass } = start({ progressExtends: false });
  pass(200);
  clock.progress();
  pass(110);
  expect(ups).toEqual([{ afterMs: 300, words: '' }]);
});

test('the total timeout ends the call despite progress', () => {
  const { clock, ups, pass } = start({ totalMs: 600 });
  for (let reports = 0; reports < 5; reports += 1) {
    pass(110);
    clock.progress();
  }
  expect(ups).toEqual([]);
  pass(60);
  const words = 'that is the limit for a whole call (600 ms), though it still reported progress.';
  expect(ups).toEqual([{ afterMs: 600, words }]);
});

test('the timeout pauses while a person answers, and earlier time counts', () => {
  const { clock, ups, pass } = start({ totalMs: 500 });
  pass(200);
  clock.hold();
  clock.hold();
  pass(100_000);
  clock.release();
  pass(100_000);
  expect(ups).toEqual([]);
  clock.release();
  pass(90);
  expect(ups).toEqual([]);
  pass(20);
  expect(ups).toEqual([{ afterMs: 300, words: '' }]);
});

test('stays stopped once it is stopped', () => {
  const { clock, ups, pass } = start();
  clock.stop();
  clock.progress();
  clock.hold();
  clock.release();
  pass(100_000);
  expect(ups).toEqual([]);
});
