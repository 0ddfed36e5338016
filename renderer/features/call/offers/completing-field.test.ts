import { expect, it } from 'vitest';
import type { Json } from '../../../../shared/json/json.ts';
import { readSuggestions } from './completing-field.tsx';

it('accepts a bounded number of texts, for any response', () => {
  expect(readSuggestions({ completion: { values: ['a', 3, null, 'b'], total: 40, hasMore: true } })).toEqual({
    values: ['a', 'b'],
    more: 38,
  });
  const many = Array.from({ length: 100 }, (_, index) => `v${index}`);
  const read = readSuggestions({ completion: { values: many } });
  expect(read.values).toHaveLength(12);
  expect(read.more).toBe(88);
  const odds: (Json | null)[] = [null, {}, { completion: { values: 'x' } }, []];
  for (const odd of odds) expect(readSuggestions(odd)).toEqual({ values: [], more: 0 });
});
