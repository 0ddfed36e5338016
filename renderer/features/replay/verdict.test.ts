import { expect, it } from 'vitest';
import { decode } from '../../../shared/decode/decode.ts';
import { context, toolError } from '../../../shared/decode/testing/account-fixtures.ts';
import type { Json } from '../../../shared/json/json.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { replayVerdict } from './verdict.ts';

const attempt = (text: string, args: Json, properties: Json): RowDetail => {
  const params = { name: 'find', arguments: args };
  const inputSchema = { type: 'object', properties };
  const failure = decode(toolError(text, { target: 'find', params, inputSchema }), context());
  return { row: { pending: false }, failure } as RowDetail;
};

it.each<[string, string, Json, Json]>([
  ['set limit to at most 50', 'Limit must not exceed 50', { limit: 500 }, {}],
  ['set limit to at least 1', 'Invalid arguments: limit', { limit: 0 }, { limit: { type: 'integer', minimum: 1 } }],
  ['set kind to "Text"', 'Invalid arguments: kind', { kind: 'Txt' }, { kind: { enum: ['Text'] } }],
])('the next step of a replay is to %s', (next, text, args, properties) => {
  const one = attempt(text, args, properties);
  expect(replayVerdict([one, one])?.words).toBe(`Still fails. Next: ${next}`);
});
