// For any schema, message and arguments: a correction matches the schema or says what is missing. It contains nothing that neither the
// call, the schema nor the server named. Fixed seed.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { checkSchema } from '../schema/check-schema.ts';
import { applyFix } from './apply-fix.ts';
import { correctArguments } from './correct-arguments.ts';
import { changeLine, missingLine } from './correction.ts';

const scalar = fc.constantFrom<Json>(
  0,
  1,
  5,
  70,
  -3,
  2.5,
  '5',
  '2.50',
  'true',
  'False',
  ' asc ',
  'ASC',
  'x',
  '',
  true,
  null,
);
const names = ['limit', 'Limit', 'user_id', 'userId', 'sort', 'q', '__proto__', 'a/b'];
const name = fc.constantFrom(...names);
const { args } = fc.letrec<{ value: Json; args: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    tie('args'),
    fc.constantFrom<Json>('{"q":"x"}', '[1,2]', '["x"]'),
  ),
  args: fc
    .array(fc.tuple(name, tie('value')), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries) as JsonObject),
}));

const { schema } = fc.letrec<{ schema: Json; object: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.record(
      {
        type: fc.constantFrom<Json>('string', 'integer', 'number', 'boolean', 'null', ['string', 'null'], 'odd', 7),
        enum: fc.array(scalar, { maxLength: 3 }),
        const: scalar,
        default: scalar,
        examples: fc.array(scalar, { maxLength: 2 }),
        minimum: fc.constantFrom(1, 10),
        maximum: fc.constantFrom(20, 50),
        exclusiveMaximum: fc.constantFrom(6, 7),
        maxLength: fc.constantFrom(1, 3),
        format: fc.constantFrom('date', 'email', 'made-up'),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Json>,
    fc.record({ type: fc.constant('array'), items: tie('schema') }) as fc.Arbitrary<Json>,
    fc.record({ anyOf: fc.array(tie('schema'), { maxLength: 3 }) }) as fc.Arbitrary<Json>,
    fc.record({ allOf: fc.array(tie('schema'), { maxLength: 2 }) }) as fc.Arbitrary<Json>,
    fc.constantFrom<Json>({ $ref: '#' }, { $ref: '#/properties/q' }, { $ref: '#/nowhere' }, true, false),
    tie('object'),
  ),
  object: fc
    .record({
      properties: fc
        .array(fc.tuple(name, tie('schema')), { maxLength: 4 })
        .map((entries) => Object.fromEntries(entries) as JsonObject),
      required: fc.array(name, { maxLength: 3 }),
      additionalProperties: fc.constantFrom<Json>(true, false),
    })
    .map((parts) => ({ type: 'object', ...parts }) as JsonObject),
}));

const message = fc.constantFrom(
  'is required',
  "Invalid enum value. Expected 'asc' | 'desc', received 'ASC'",
  'Expected number, received string',
  'must be between 1 and 50',
  'must be greater than 4',
  "Unrecognized key(s) in object: 'userId'",
  'Did you mean "user_id"?',
  'Unknown parameter "q". Did you mean "sort"?',
  'required, e.g. "2026-01-31"',
  'Allowed values: asc, desc, both',
  'no idea',
  '',
);
const issue = fc.record({
  path: fc.oneof(
    name.map((one) => `/${one.replace('/', '~1')}`),
    fc.constant(''),
  ),
  message,
});

/** Texts of all values within, and of the exclusive bounds. */
function said(...sources: unknown[]): string {
  return sources
    .map((source) => JSON.stringify(source) ?? '')
    .join('\n')
    .replaceAll('\\"', '"');
}

function* leaves(value: Json): Generator<Json> {
  if (Array.isArray(value)) for (const item of value) yield* leaves(item);
  else if (isObject(value)) for (const item of Object.values(value)) yield* leaves(item);
  else yield value;
}

describe('a correction', () => {
  it('matches the schema, or says what is missing at each invalid path', () => {
    fc.assert(
      fc.property(schema, args, fc.array(issue, { maxLength: 3 }), message, (tool, sent, issues, whole) => {
        const done = correctArguments({ schema: tool, args: sent, issues, message: whole });
        const left = checkSchema(tool, done.args);
        expect(done.fits).toBe(left.length === 0);
        const named = new Set(done.missing.map(({ path }) => path));
        for (const { path } of left) expect(named).toContain(path);
        for (const line of [...done.changes.map((change) => changeLine(change)), ...done.missing.map(missingLine)])
          expect(line).not.toMatch(/undefined|\[object/);
      }),
    );
  });

  it('can be rebuilt from its changes alone', () => {
    fc.assert(
      fc.property(schema, args, fc.array(issue, { maxLength: 3 }), message, (tool, sent, issues, whole) => {
        const {
          args: corrected,
          changes,
          missing,
        } = correctArguments({ schema: tool, args: sent, issues, message: whole });
        const params = JSON.stringify({ name: 'search', arguments: sent });
        const done = applyFix(params, { kind: 'request', changes, missing });
        expect('params' in done && done.params).toBe(JSON.stringify({ name: 'search', arguments: corrected }, null, 2));
      }),
    );
  });

  it('invents nothing', () => {
    fc.assert(
      fc.property(schema, args, fc.array(issue, { maxLength: 3 }), message, (tool, sent, issues, whole) => {
        const done = correctArguments({ schema: tool, args: sent, issues, message: whole });
        const sources = said(sent, tool, issues, whole).toLowerCase();
        for (const leaf of leaves(done.args)) {
          // `greater than 4` leaves 5 for an integer.
          if (leaf === 5 && /greater than 4/.test(sources)) continue;
          expect(sources).toContain(String(leaf).toLowerCase());
        }
      }),
    );
  });

  it('is stable if applied again', () => {
    fc.assert(
      fc.property(schema, args, (tool, sent) => {
        const once = correctArguments({ schema: tool, args: sent, issues: [], message: '' });
        if (!once.fits) return;
        expect(correctArguments({ schema: tool, args: once.args, issues: [], message: '' }).changes).toEqual([]);
      }),
    );
  });
});

describe('a hostile schema', () => {
  it('takes a bounded time', () => {
    const many = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, n) => [`p${n}`, { type: 'integer', default: n }]),
    );
    const wide: Json = { type: 'object', required: Object.keys(many), properties: many, additionalProperties: false };
    const sent = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`x${n}`, 'x']));
    expect(correctArguments({ schema: wide, args: sent, issues: [], message: '' }).fits).toBe(false);
    const circle: Json = {
      anyOf: [{ $ref: '#' }, { type: 'array', items: { $ref: '#' } }],
      type: 'integer',
      required: ['a'],
    };
    expect(correctArguments({ schema: circle, args: 'x', issues: [], message: '' }).changes).toEqual([]);
    let deep: Json = { type: 'integer' };
    let value: Json = '5';
    for (let level = 0; level < 3_000; level += 1) {
      deep = { type: 'object', properties: { a: deep } };
      value = { a: value };
    }
    expect(() => correctArguments({ schema: deep, args: value, issues: [], message: '' })).not.toThrow();
    const long = `${'expected one of '.repeat(3_000)}${'a, '.repeat(20_000)}`;
    expect(() =>
      correctArguments({ schema: null, args: { q: 1 }, issues: [{ path: '/q', message: long }], message: long }),
    ).not.toThrow();
  });
});
