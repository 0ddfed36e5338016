import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkSchema } from './check-schema.ts';
import type { Json, JsonObject } from './json.ts';

const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };

test('a value that breaks its schema yields the path and the reason', () => {
  expect(checkSchema(schema, { total: '12' })).toEqual([{ path: '/total', message: 'must be number', code: 'type' }]);
  expect(checkSchema(schema, {})).toEqual([{ path: '/total', message: 'is required', code: 'required' }]);
  expect(checkSchema(schema, { total: 12 })).toEqual([]);
});

test('what tools usually ask of arguments is checked', () => {
  const tool: JsonObject = {
    type: 'object',
    additionalProperties: false,
    required: ['query'],
    properties: {
      query: { type: 'string', minLength: 1 },
      limit: { type: 'integer', minimum: 1, maximum: 50 },
      order: { enum: ['asc', 'desc'] },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 2 },
      since: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      place: { $ref: '#/$defs/place' },
    },
    $defs: { place: { type: 'object', required: ['lat/lon'] } },
  };
  const codes = (args: Json) => checkSchema(tool, args).map(({ path, code }) => `${path} ${code}`);
  expect(codes({ query: 'x', limit: 5, order: 'asc', tags: ['a'], since: null, place: { 'lat/lon': 1 } })).toEqual([]);
  expect(codes({ query: '', limit: 51, order: 'up' })).toEqual(['/query minLength', '/limit maximum', '/order enum']);
  expect(codes({ query: 'x', tags: ['a', 1, 'c'] })).toEqual(['/tags maxItems', '/tags/1 type']);
  expect(codes({ query: 'x', colour: 1 })).toEqual(['/colour additionalProperties']);
  expect(codes({ query: 'x', since: 3, place: {} })).toEqual(['/since anyOf', '/place/lat~1lon required']);
  expect(codes([])).toEqual([' type']);
});

test('of several forms the one of the right type says what is wrong', () => {
  const either: Json = { anyOf: [{ type: 'null' }, { type: 'object', required: ['id'] }] };
  expect(checkSchema(either, {})).toEqual([{ path: '/id', message: 'is required', code: 'required' }]);
  expect(checkSchema(either, 'x')).toEqual([{ path: '', message: 'must fit one of the forms', code: 'anyOf' }]);
});

test('a draft-07 schema and a 2020-12 schema are both understood', () => {
  const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] };
  expect(checkSchema(draft7, [1])).toHaveLength(1);
  expect(checkSchema({ prefixItems: [{ type: 'string' }] }, [1])).toHaveLength(1);
});

test('a schema that cannot be used gives no verdict', () => {
  expect(checkSchema({ type: 'nonsense' }, {})).toEqual([]);
  expect(checkSchema({ $ref: '#/nowhere' }, {})).toEqual([]);
  expect(checkSchema({ $ref: 'https://example.com/schema' }, {})).toEqual([]);
  expect(checkSchema(null, {})).toEqual([]);
});

test('schemas made to hang do not', () => {
  const evil = { properties: { name: { type: 'string', pattern: '^(a+)+$' } } };
  expect(checkSchema(evil, { name: `${'a'.repeat(60)}!` })).toEqual([]);
  expect(checkSchema({ $ref: '#' }, {})).toEqual([]);
  // Each level doubles the work: bounded, and then there is no verdict.
  expect(checkSchema({ anyOf: [{ $ref: '#' }, { $ref: '#' }] }, {})).toEqual([]);
});

test('says of ordinary schemas what a full validator says', () => {
  const ajv = new Ajv2020({ strict: false, logger: false });
  const leaf: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
    { type: 'string', maxLength: 2 },
    { type: 'integer', minimum: 0 },
    { type: ['boolean', 'null'] },
    { enum: ['a', 1, null] },
    { const: 'a' },
    {},
  );
  const names = fc.constantFrom('a', 'b', 'c');
  const tree = fc.letrec<{ schema: JsonObject }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.record({ type: fc.constant('array'), items: tie('schema') }) as fc.Arbitrary<JsonObject>,
      fc.record({
        type: fc.constant('object'),
        properties: fc.dictionary(names, tie('schema'), { noNullPrototype: true }),
        required: fc.uniqueArray(names),
        additionalProperties: fc.boolean(),
      }) as fc.Arbitrary<JsonObject>,
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }) as fc.Arbitrary<JsonObject>,
      fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }) as fc.Arbitrary<JsonObject>,
    ),
  })).schema;
  const value = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<Json>('a', 'abc', 1, -1, 1.5, null, true),
      fc.array(tie('value'), { maxLength: 3 }) as fc.Arbitrary<Json>,
      fc.dictionary(names, tie('value'), { noNullPrototype: true }) as fc.Arbitrary<Json>,
    ),
  })).value;
  fc.assert(
    fc.property(tree, value, (made, given) => {
      expect(checkSchema(made, given).length === 0).toBe(ajv.validate(made, given));
    }),
    { numRuns: 300, seed: 7 },
  );
});
