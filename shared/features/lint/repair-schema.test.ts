// Repaired schemas: what is refused is gone, and the same values are accepted, as ajv judges generated ones.

import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.ts';
import { lintSchema } from './lint-schema.ts';
import { repairedSchema } from './repair-schema.ts';
import { schemaFlaws } from './schema-flaws.ts';

const ofProperty = (part: Json): JsonObject => ({ type: 'object', properties: { a: part } });
const text: JsonObject = { type: 'string' };
const either: JsonObject[] = [
  { properties: { a: text }, required: ['a'] },
  { properties: { b: text }, required: ['b'] },
];

/** Each with the same schema in draft 2020-12, if the original is not; null: there is no repair. */
const cases: [rule: string, schema: JsonObject, meant?: JsonObject | null][] = [
  [
    'schema-required-place',
    { type: 'object', properties: { a: text, required: ['a'] } },
    { type: 'object', properties: { a: text }, required: ['a'] },
  ],
  ['schema-enum-null', ofProperty({ type: ['string', 'null'], enum: ['x', null] })],
  ['schema-enum-null', ofProperty({ enum: ['x', 2, null] })],
  ['schema-enum-null', ofProperty({ type: 'string', enum: ['x', null] })],
  ['schema-enum-null', ofProperty({ type: 'null', enum: [null] })],
  [
    'schema-enum-null',
    ofProperty({ type: ['string', 'null'], enum: ['x', null], anyOf: [{ maxLength: 1 }, { const: null }] }),
  ],
  ['schema-enum-null', ofProperty({ type: 'string', enum: null }), ofProperty(text)],
  [
    'schema-exclusive-bound',
    ofProperty({ type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false }),
    ofProperty({ type: 'number', exclusiveMinimum: 0, maximum: 9 }),
  ],
  [
    'schema-pattern',
    ofProperty({ type: 'string', pattern: '(?i)\\A[a-c]x\\z' }),
    ofProperty({ type: 'string', pattern: '^[a-cA-C][xX]$' }),
  ],
  [
    'schema-pattern',
    ofProperty({ type: 'string', pattern: '^(?P<n>[[:digit:]]+)\\-\\@$' }),
    ofProperty({ type: 'string', pattern: '^(?<n>[0-9]+)-@$' }),
  ],
  ['schema-pattern', ofProperty({ type: 'string', pattern: '^(?>a|ab)c$' }), null],
  ['schema-pattern-lookaround', ofProperty({ type: 'string', pattern: '^(?!a)b' }), null],
  ['schema-reference', ofProperty({ $ref: 'https://example.com/a.json', maxLength: 2 }), ofProperty({ maxLength: 2 })],
  ['schema-reference', { ...ofProperty({ $ref: '#/$defs/gone' }) }, ofProperty({})],
  [
    'schema-reference',
    { ...ofProperty({ $ref: '#/components/schemas/short' }), $defs: { short: { type: 'string', maxLength: 2 } } },
    ofProperty({ type: 'string', maxLength: 2 }),
  ],
  ['schema-top-combinator', { type: 'object', anyOf: either }],
  ['schema-top-combinator', { oneOf: either, properties: { a: { type: ['string', 'number'] } } }],
  ['schema-top-combinator', { type: 'object', allOf: either, additionalProperties: false }],
  ['schema-top-combinator', { type: 'object', anyOf: either, if: { required: ['a'] } }, null],
  ['input-schema-type', { properties: { a: text } }],
  ['schema-type-missing', ofProperty({ description: 'Anything.' })],
  ['schema-type-missing', ofProperty({ enum: ['x', 2] })],
  ['schema-default', ofProperty({ type: 'integer', default: 'ten' })],
  [
    'schema-additional-properties',
    { ...ofProperty({ type: 'object', additionalProperties: {} }), additionalProperties: true },
  ],
  ['schema-additional-properties', { type: 'object', additionalProperties: text }, null],
  ['property-name', { type: 'object', properties: { 'uids[]': text } }, null],
  ['schema-items', ofProperty({ type: 'array' })],
  [
    'schema-tuple',
    ofProperty({ type: 'array', items: [text, { type: 'number' }], additionalItems: false }),
    ofProperty({ type: 'array', prefixItems: [text, { type: 'number' }], items: false }),
  ],
];

const rulesOf = (schema: Json): string[] => {
  const rules: string[] = [];
  lintSchema(schema, '/inputSchema', true, (rule) => rules.push(rule));
  return rules;
};
const validator = (schema: JsonObject) => {
  const ajv = new Ajv2020({ strict: false });
  return ajv.compile(schema);
};

const part = fc.oneof(
  fc.constantFrom<Json>(
    'x',
    'ax',
    'BX',
    'dx',
    '5-@',
    'bc',
    'long',
    null,
    0,
    0.5,
    2,
    9,
    true,
    [],
    ['x', 1],
    ['x', 1, 2],
    {},
  ),
  fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>,
);
const value = fc.dictionary(fc.constantFrom('a', 'b', 'c'), part);

describe.each(cases)('%s', (rule, schema, meant) => {
  const repaired = repairedSchema(schema, true);

  it(`finds it in ${JSON.stringify(schema)}`, () => expect(rulesOf(schema)).toContain(rule));

  if (meant === null) it('has no repair that accepts the same values', () => expect(repaired).toBeNull());
  else {
    it('is not in the repaired schema', () => expect(rulesOf(repaired as Json)).toEqual([]));
    it('accepts the same values as before', () => {
      const [before, after] = [validator(meant ?? schema), validator(repaired as JsonObject)];
      fc.assert(fc.property(value, (one) => before(one) === after(one)));
    });
  }
});

it('has a case for each flaw, and repairs nothing in a schema without one', () => {
  const covered = new Set([...cases.map(([rule]) => rule), 'schema-enum', 'schema-required']);
  expect(schemaFlaws.filter(({ rule }) => !covered.has(rule))).toEqual([]);
  expect(repairedSchema(ofProperty({ type: 'array', items: text }), true)).toBeNull();
});

it('leaves a schema that is too deep or too wide', () => {
  let deep: JsonObject = { type: 'array' };
  for (let depth = 0; depth < 100; depth += 1) deep = ofProperty(deep);
  const wide = {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 6000 }, (_, at) => [`p${at}`, {}])),
  };
  expect(repairedSchema(deep, true)).toBeNull();
  expect(repairedSchema(wide, true)).toBeNull();
});
