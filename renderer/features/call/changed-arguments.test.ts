import { expect, test } from 'vitest';
import { changedArguments } from './changed-arguments.ts';

test('lists each value that differs, by its path', () => {
  const before = { customer: { email: 'ada.example.com' }, lines: [{ quantity: 12 }], note: 'x' };
  const after = { customer: { email: 'ada@example.com' }, lines: [{ quantity: 12 }, { quantity: 3 }] };
  expect(changedArguments(before, after).map(({ sign, place, value }) => `${sign} ${place}: ${value}`)).toEqual([
    '- customer.email: "ada.example.com"',
    '+ customer.email: "ada@example.com"',
    '- note: "x"',
    '+ lines.1.quantity: 3',
  ]);
});

test('distinguishes an empty list from none, and finds nothing in equal arguments', () => {
  expect(changedArguments({}, { tags: [] }).map(({ value }) => value)).toEqual(['{}', '[]']);
  expect(changedArguments({ a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } })).toEqual([]);
});
