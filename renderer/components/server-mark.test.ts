import { expect, it } from 'vitest';
import { markOf } from './server-mark.tsx';

it('gives 64 servers different marks, and neighbors different shapes and colors', () => {
  const marks = Array.from({ length: 64 }, (_, index) => markOf(index));
  expect(new Set(marks.map(({ shape, colour }) => `${shape} ${colour}`)).size).toBe(64);
  for (let index = 1; index < 64; index++) {
    expect(marks[index]!.shape).not.toBe(marks[index - 1]!.shape);
    if (index % 8 !== 0) expect(marks[index]!.colour).not.toBe(marks[index - 1]!.colour);
  }
  // The first eight keep their marks.
  expect(marks.slice(0, 8)).toEqual(Array.from({ length: 8 }, (_, index) => ({ shape: index, colour: index })));
  expect(markOf(-1)).toEqual(markOf(0));
});
