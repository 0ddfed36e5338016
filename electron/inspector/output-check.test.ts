import { expect, test } from 'vitest';
import { OutputCheck } from './output-check.ts';

const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };

test('an answer that breaks its schema yields the path and the reason', () => {
  expect(new OutputCheck().check(schema, { total: '12' })).toEqual([
    { path: '/total', message: 'must be number', code: 'type' },
  ]);
});

test('an answer that fits yields nothing, also the second time', () => {
  const output = new OutputCheck();
  expect(output.check(schema, { total: 12 })).toEqual([]);
  expect(output.check(schema, { total: 13 })).toEqual([]);
});

test('a draft-07 schema and a 2020-12 schema are both understood', () => {
  const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] };
  expect(new OutputCheck().check(draft7, [1])).toHaveLength(1);
  expect(new OutputCheck().check({ prefixItems: [{ type: 'string' }] }, [1])).toHaveLength(1);
});

test('a schema that cannot be used gives no verdict', () => {
  const output = new OutputCheck();
  expect(output.check({ type: 'nonsense' }, {})).toEqual([]);
  expect(output.check({ type: 'nonsense' }, {})).toEqual([]);
  expect(output.check({ $ref: '#/nowhere' }, {})).toEqual([]);
  expect(output.check(null, {})).toEqual([]);
});

test('a pattern made to hang does not', () => {
  const evil = { properties: { name: { type: 'string', pattern: '^(a+)+$' } } };
  expect(new OutputCheck().check(evil, { name: `${'a'.repeat(60)}!` })).toEqual([]);
});
