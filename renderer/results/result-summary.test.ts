import { expect, test } from 'vitest';
import type { Json } from '../../shared/json/json.ts';
import { resultSummary } from './result-summary.ts';

test.each<[Json, string]>([
  [{ content: [] }, 'empty'],
  [{ content: [{ type: 'text', text: 'a' }] }, '1 text'],
  [{ content: [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text' }] }, '2 texts, 1 image'],
  [{ content: [{ type: 'toString' }, null], structuredContent: {} }, '2 blocks, structured content'],
  [{ error: { code: 4001, message: 'Adapter error' } }, '1 field: error'],
  [{ contents: [], ttlMs: 5 }, '2 fields: contents, ttlMs'],
  [Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`field ${at}`, at])), '50 fields'],
  [{}, 'empty'],
  [[1, 2], '2 items'],
  [null, 'a single value'],
])('says what %j consists of', (result, words) => {
  expect(resultSummary(result)).toBe(words);
});
