import { expect, it } from 'vitest';
import { WritePace } from './write-pace.ts';

function paceAfter(...took: readonly number[]): WritePace {
  const pace = new WritePace();
  for (const ms of took) pace.took(ms, 1000);
  return pace;
}

it('waits for appends after a single slow one, and not after two in a row', () => {
  expect(paceAfter(1, 5000, 1, 5000).isSlow).toBe(false);
  expect(paceAfter(1, 5000, 5000).isSlow).toBe(true);
});

it('gives a large append the time that its bytes need', () => {
  const pace = new WritePace();
  for (let times = 0; times < 3; times += 1) pace.took(1000, 50_000_000);
  expect(pace.isSlow).toBe(false);
});

it('waits again after a quick append, and after more of them each time', () => {
  expect(paceAfter(200, 200, 1).isSlow).toBe(false);
  expect(paceAfter(200, 200, 1, 200, 200, 1).isSlow).toBe(true);
  expect(paceAfter(200, 200, 1, 200, 200, 1, 200, 1).isSlow).toBe(true);
  expect(paceAfter(200, 200, 1, 200, 200, 1, 1).isSlow).toBe(false);
});
