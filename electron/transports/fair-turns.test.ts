import { expect, test } from 'vitest';
import { FairTurns } from './fair-turns.ts';

function stream() {
  const calls: string[] = [];
  return { calls, pause: () => calls.push('pause'), resume: () => calls.push('resume') };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test('delivers a long portion in order, with time for others in between', async () => {
  const { calls, ...pausable } = stream();
  const handed: number[] = [];
  const turns = new FairTurns<number>(pausable, (items, at) => {
    expect(at).toBe(7);
    handed.push(...items);
    calls.push(String(items.length));
    for (const began = performance.now(); performance.now() - began < 2; ); // slow work
  });
  turns.take(numbers(1000), 7);
  const first = handed.length;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(200);
  // The next turn of the event loop comes before the rest is done.
  await new Promise((resolve) => setImmediate(resolve));
  expect(handed.length).toBeLessThan(1000);
  await expect.poll(() => calls.at(-1)).toBe('resume');
  expect(handed).toEqual(numbers(1000));
  expect(calls.filter((call) => call === 'pause')).toHaveLength(1);
});

test('delivers a short one at once; flushing returns everything waiting, once', async () => {
  const { calls, ...pausable } = stream();
  const handed: number[][] = [];
  const turns = new FairTurns<number>(pausable, (items) => handed.push(items));
  turns.take([1, 2], 1);
  expect(handed).toEqual([[1, 2]]);
  expect(calls).toEqual([]);
  turns.take(numbers(300), 2);
  turns.take([300, 301], 3);
  turns.flush();
  turns.flush();
  await new Promise((resolve) => setImmediate(resolve));
  expect(handed.slice(1).flat()).toEqual(numbers(302));
});

test('input that arrives late in a turn is delivered in the next, while the stream is paused', async () => {
  const { calls, ...pausable } = stream();
  const turns = new FairTurns<number>(pausable, (items, at) => calls.push(`${items} at ${at}`));
  turns.take([1, 2], 7, true);
  expect(calls).toEqual(['pause']);
  await expect.poll(() => calls).toEqual(['pause', '1,2 at 7', 'resume']);
});
