import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.ts';
import { decode } from '../../library/library.ts';
import { checkSchema } from '../../schema/check-schema.ts';
import { spoiled, type TextSpoil } from './spoil.ts';

const schema: Json = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
const result = { content: [{ type: 'text', text: '{"price":3}' }], structuredContent: { price: 3 } };
const spoil = (kind: TextSpoil, answer: JsonObject, outputSchema?: Json) =>
  spoiled(kind, JSON.stringify(answer), answer, outputSchema);
const good: JsonObject = { jsonrpc: '2.0', id: 4, result };
const text = JSON.stringify(good);

it('cuts, duplicates and adds noise', () => {
  expect(spoil('duplicate', good)).toEqual([text, text]);
  expect(spoil('noise', good)[1]).toBe(text);
  expect(() => JSON.parse(spoil('noise', good)[0] as string)).toThrow();
  const [half] = spoil('cut', good);
  expect(text.startsWith(half as string)).toBe(true);
  expect(() => JSON.parse(half as string)).toThrow();
});

it('answers another id', () => {
  expect(JSON.parse(spoil('wrong-id', good)[0] as string)).toEqual({ ...good, id: 1_000_004 });
  expect(JSON.parse(spoil('wrong-id', { ...good, id: 'a' })[0] as string)).toEqual({ ...good, id: 'a-other' });
});

it('breaks the schema', () => {
  const broken = (outputSchema: Json) =>
    JSON.parse(spoil('broken-schema', good, outputSchema)[0] as string).result.structuredContent;
  expect(checkSchema(schema, broken(schema))).not.toEqual([]);
  const lax: Json = { type: 'object', properties: { price: { type: 'number' } } };
  expect(checkSchema(lax, broken(lax))).not.toEqual([]);
  expect(JSON.parse(spoil('broken-schema', good)[0] as string).result.content).toEqual([{ type: 'text' }]);
});

it('reports a failure as success, which the decoder notices', () => {
  const context = { method: 'tools/call', params: { name: 'price', arguments: {} }, server: 'shop' };
  for (const isError of [true, false]) {
    const failed = { content: [{ type: 'text', text: 'Error: upstream failed.' }], isError: true };
    const [line] = spoil('reported-as-success', { jsonrpc: '2.0', id: 1, result: isError ? failed : result });
    const answer = JSON.parse(line as string);
    expect(answer.result.isError).toBeUndefined();
    expect(decode(answer, context)).toMatchObject({ flagged: false });
  }
});

it('leaves a protocol error as it is where there is no result to change', () => {
  const error: JsonObject = { jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no' } };
  expect(spoil('reported-as-success', error)).toEqual([JSON.stringify(error)]);
});
