// Changes of definitions as a card lists them: each with its diff once, and for a schema of any depth.

import { expect, test } from 'vitest';
import type { Json } from '../../json/json.ts';
import { changesSince } from './definition-history.ts';

const nested = (levels: number, inner: Json): Json => {
  let schema = inner;
  for (let level = 0; level < levels; level += 1) schema = { items: schema };
  return schema;
};
const offers = (inputSchema: Json) => ({ tools: [{ name: 'pay', inputSchema }] });

test('a changed schema has its diff at its first change only', () => {
  const { count, changes } = changesSince(
    offers({ type: 'object', properties: { id: { type: 'string' }, at: { type: 'string' } } }),
    offers({ type: 'object', properties: { id: { type: 'number' } } }),
  );
  expect(count).toBe(2);
  expect(changes.map(({ diff }) => diff.length > 0)).toEqual([true, false]);
});

test('shows a schema that is nested 20,000 levels deep', () => {
  const [change] = changesSince(offers({ type: 'object' }), offers(nested(20_000, { type: 'string' }))).changes;
  expect(change).toMatchObject({ isBreaking: true });
  expect(change?.diff.join('\n')).toContain('"items": {"items":{"items":');
});
