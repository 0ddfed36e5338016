import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../json/json.ts';
import { checkSchema, reportOnSchema } from './check-schema.ts';

const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };

test('reports the path and the reason for an invalid value', () => {
  expect(checkSchema(schema, { total: '12' })).toEqual([{ path: '/total', message: 'must be number', code: 'type' }]);
  expect(checkSchema(schema, {})).toEqual([{ path: '/total', message: 'is required', code: 'required' }]);
  expect(checkSchema(schema, { total: 12 })).toEqual([]);
});

test('checks the keywords that tools use for arguments', () => {
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

test('reports the problem of the alternative with the right type', () => {
  const either: Json = { anyOf: [{ type: 'null' }, { type: 'object', required: ['id'] }] };
  expect(checkSchema(either, {})).toEqual([{ path: '/id', message: 'is required', code: 'required' }]);
  expect(checkSchema(either, 'x')).toEqual([{ path: '', message: 'must fit one of the forms', code: 'anyOf' }]);
});

test('checks multiples and unique items', () => {
  expect(checkSchema({ multipleOf: 0.1 }, 0.3)).toEqual([]);
  expect(checkSchema({ multipleOf: 5 }, 12)).toEqual([
    { path: '', message: 'must be a multiple of 5', code: 'multipleOf' },
  ]);
  expect(checkSchema({ uniqueItems: true }, [1, { a: 1 }, { a: 1 }])).toEqual([
    { path: '/2', message: 'must not be in the list twice', code: 'uniqueItems' },
  ]);
});

test('names each unchecked keyword that applies to the value', () => {
  const named = (made: JsonObject, given: Json) => reportOnSchema(made, given).unchecked;
  const zip: JsonObject = { type: 'string', pattern: '^\\d{5}$' };
  expect(named({ properties: { zip, day: { format: 'date' } } }, { zip: '10115', day: '2026-11-17' })).toEqual([
    'pattern',
    'format',
  ]);
  // Keywords for missing values or other types do not apply.
  expect(named({ properties: { zip } }, {})).toEqual([]);
  expect(named({ pattern: 'x' }, 5)).toEqual([]);
  expect(named({ $dynamicRef: '#node' }, 1)).toEqual(['$dynamicRef']);
  expect(named({ $ref: '#/nowhere' }, 1)).toEqual(['$ref']);
  expect(named({ maximum: 5, exclusiveMaximum: true }, 1)).toEqual(['exclusiveMaximum']);
  expect(named(JSON.parse('{"if":{"pattern":"x"},"then":false}'), 'x')).toEqual(['pattern', 'if/then']);
  expect(named({ not: zip }, 'x')).toEqual(['pattern']);
  // An alternative that clearly fails is not in doubt, and one clear match is enough for anyOf.
  expect(named({ oneOf: [zip, { type: 'integer' }] }, 5)).toEqual([]);
  expect(named({ anyOf: [zip, { type: 'string' }] }, 'x')).toEqual([]);
  expect(named({ oneOf: [zip, { type: 'string' }] }, 'x')).toEqual(['pattern']);
});

test('reports that a schema is too large to check', () => {
  expect(reportOnSchema({ anyOf: [{ $ref: '#' }, { $ref: '#' }] }, {})).toEqual({
    issues: [],
    unchecked: [],
    isTooLarge: true,
  });
});

test('reports the alternative with the fewest problems, if several have the right type', () => {
  const payment: Json = {
    oneOf: [
      { type: 'object', required: ['kind', 'number'], properties: { kind: { const: 'card' } } },
      { type: 'object', required: ['kind', 'vat_id'], properties: { kind: { const: 'invoice' } } },
    ],
  };
  expect(checkSchema(payment, { kind: 'card' })).toEqual([
    { path: '/number', message: 'is required', code: 'required' },
  ]);
  // Equal numbers of problems: the alternative that knows the field is meant.
  const plain: Json = {
    oneOf: [
      { type: 'object', required: ['number'], properties: { number: {}, expires: {} } },
      { type: 'object', required: ['vat_id'], properties: { vat_id: {} } },
    ],
  };
  expect(checkSchema(plain, { expires: '08/28' }).map(({ path }) => path)).toEqual(['/number']);
  expect(checkSchema(plain, {}).map(({ code }) => code)).toEqual(['oneOf']);
  expect(checkSchema(payment, null)).toEqual([{ path: '', message: 'must fit one of the forms', code: 'oneOf' }]);
});

test('supports draft-07 and 2020-12', () => {
  const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] };
  expect(checkSchema(draft7, [1])).toHaveLength(1);
  expect(checkSchema({ prefixItems: [{ type: 'string' }] }, [1])).toHaveLength(1);
});

test('gives no verdict for an unusable schema', () => {
  expect(checkSchema({ type: 'nonsense' }, {})).toEqual([]);
  expect(checkSchema({ $ref: '#/nowhere' }, {})).toEqual([]);
  expect(checkSchema({ $ref: 'https://example.com/schema' }, {})).toEqual([]);
  expect(checkSchema(null, {})).toEqual([]);
});

test('does not hang on hostile schemas', () => {
  const evil = { properties: { name: { type: 'string', pattern: '^(a+)+$' } } };
  expect(checkSchema(evil, { name: `${'a'.repeat(60)}!` })).toEqual([]);
  expect(checkSchema({ $ref: '#' }, {})).toEqual([]);
  // Each level doubles the work, so it is bounded and then gives no verdict.
  expect(checkSchema({ anyOf: [{ $ref: '#' }, { $ref: '#' }] }, {})).toEqual([]);
});

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const nested = (depth: number, wrap: (inner: JsonObject) => JsonObject): JsonObject => {
  let made: JsonObject = { type: 'string' };
  for (let level = 0; level < depth; level += 1) made = wrap(made);
  return made;
};
const many = Object.fromEntries(times(1000, (index) => [`k${index}`, index]));

// Without a work limit, each of these took seconds or threw; the runner's timeout would fail the test.
test.each<[string, JsonObject, Json]>([
  ['a circle of references', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }, 1],
  ['a hundred thousand forms', { anyOf: times(100_000, (index) => ({ const: `${index}` })) }, 'x'],
  ['a hundred thousand conditions', { allOf: times(100_000, (index) => ({ minLength: index })) }, 'x'.repeat(9000)],
  [
    'forms of forms of forms',
    {
      $defs: { a: { anyOf: times(200, () => ({ $ref: '#/$defs/a' })) } },
      oneOf: times(200, () => ({ $ref: '#/$defs/a' })),
    },
    [1],
  ],
  ['a million choices for many values', { items: { enum: times(1_000_000, String) } }, times(15_000, () => 'none')],
  [
    'a long list of names, referred to often',
    {
      $defs: { a: { required: times(1000, (index) => `n${index}`) } },
      allOf: times(2000, () => ({ $ref: '#/$defs/a' })),
    },
    {},
  ],
  ['many names, looked through often', { allOf: times(15_000, () => ({ maxProperties: 5000 })) }, many],
  ['a form without end that is denied', { not: nested(20_000, (inner) => ({ properties: { a: inner } })) }, {}],
  [
    'a condition without end',
    Object.fromEntries([
      ['if', nested(20_000, (inner) => ({ not: inner }))],
      ['then', false],
    ]),
    {},
  ],
  ['a schema without end', nested(20_000, (inner) => ({ properties: { a: inner }, allOf: [inner] })), { a: {} }],
  ['a reference of a million parts', { items: { $ref: `#${'/a'.repeat(1_000_000)}` } }, times(15_000, () => 1)],
  [
    'long equal texts',
    { items: { enum: times(200, () => 'x'.repeat(50_000)) } },
    times(200, () => `${'x'.repeat(49_999)}y`),
  ],
  ['names of prototypes', { $ref: '#/__proto__/constructor', required: ['__proto__'] }, JSON.parse('{"__proto__":1}')],
])('%s ends soon, with or without a verdict', (_what, made, given) => {
  expect(checkSchema(made, given).length).toBeLessThanOrEqual(20);
});

test('ends with Misfire’s own issues for any schema', () => {
  const keywords = fc.constantFrom(
    ...'$ref type enum const required properties items prefixItems additionalProperties patternProperties anyOf oneOf allOf not if then else minLength maxItems minimum nullable'.split(
      ' ',
    ),
  );
  const anything = fc.letrec<{ any: Json }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom<Json>('#', '#/properties', '#/__proto__', 'string', '', -1, 1e300, null, true, false, '\ud800'),
      fc.array(tie('any'), { maxLength: 4 }) as fc.Arbitrary<Json>,
      fc.dictionary(keywords, tie('any'), { maxKeys: 5 }) as fc.Arbitrary<Json>,
    ),
  })).any;
  fc.assert(
    fc.property(anything, anything, (made, given) => {
      for (const issue of checkSchema(made, given))
        expect(typeof issue.path + typeof issue.message).toBe('stringstring');
    }),
  );
});

test('agrees with a full validator on ordinary schemas', () => {
  const ajv = new Ajv2020({ strict: false, logger: false });
  const leaf: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
    { type: 'string', maxLength: 2 },
    { type: 'integer', minimum: 0 },
    { type: ['boolean', 'null'] },
    { enum: ['a', 1, null] },
    { const: 'a' },
    { type: 'number', multipleOf: 0.5 },
    { type: 'string', pattern: 'b' },
    { contains: { const: 1 } },
    {},
  );
  const names = fc.constantFrom('a', 'b', 'c');
  const tree = fc.letrec<{ schema: JsonObject }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.record({
        type: fc.constant('array'),
        items: tie('schema'),
        uniqueItems: fc.boolean(),
      }) as fc.Arbitrary<JsonObject>,
      fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }) as fc.Arbitrary<JsonObject>,
      fc.record({ not: tie('schema') }) as fc.Arbitrary<JsonObject>,
      fc.tuple(tie('schema'), tie('schema'), tie('schema')).map(([condition, met, unmet]) =>
        Object.fromEntries([
          ['if', condition],
          ['then', met],
          ['else', unmet],
        ]),
      ) as fc.Arbitrary<JsonObject>,
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
      const { issues, unchecked } = reportOnSchema(made, given);
      // "Valid" requires that every keyword is checked. A problem counts even if some were not.
      if (issues.length > 0 || unchecked.length === 0) expect(issues.length === 0).toBe(ajv.validate(made, given));
    }),
  );
});
