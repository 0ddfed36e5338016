import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { type Breakage, breakArguments } from './break-arguments.ts';

const order: Json = {
  type: 'object',
  required: ['id', 'lines'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', minLength: 2, maxLength: 8 },
    lines: {
      type: 'array',
      minItems: 1,
      items: { type: 'object', required: ['n'], properties: { n: { minimum: 3, type: 'integer' } } },
    },
    place: { type: 'object' },
    sort: { enum: ['asc', 'desc'] },
  },
};
const fitting = { id: 'misfire-', lines: [{ n: 3 }] };

describe('each breakage violates the schema in one place', () => {
  it.each<[Breakage, Json, string]>([
    ['missing-argument', { lines: [{ n: 3 }] }, 'without “id”'],
    ['wrong-type', { ...fitting, id: { misfire: 'misfire-no-such-value' } }, '“id” of another type'],
    ['extra-argument', { ...fitting, misfire_extra: 'misfire-no-such-value' }, 'with one argument too many'],
    ['out-of-enum', { ...fitting, sort: 'misfire-no-such-value' }, '“sort” outside of its list'],
    ['null-for-object', { ...fitting, place: null }, 'null for “place”'],
    ['empty-string', { ...fitting, id: '' }, '“id” empty'],
    ['oversized-string', { ...fitting, id: 'xxxxxxxxx' }, '“id” of 9 characters'],
  ])('%s', (breakage, args, what) => {
    expect(breakArguments(order, breakage)).toEqual({ args, what });
  });

  it('is null where the schema allows everything', () => {
    const breakages: Breakage[] = [
      'missing-argument',
      'wrong-type',
      'extra-argument',
      'out-of-enum',
      'null-for-object',
      'empty-string',
      'oversized-string',
    ];
    expect(breakages.map((breakage) => breakArguments({ properties: { any: {} } }, breakage))).toEqual(
      breakages.map(() => null),
    );
    const long = { properties: { text: { type: 'string', maxLength: 200_000 } } };
    expect(breakArguments(long, 'oversized-string')).toBeNull();
    expect(breakArguments({ properties: { text: { minLength: 0 } } }, 'empty-string')).toBeNull();
  });

  it('sends null for all arguments only if one is required', () => {
    const one = { required: ['a'], properties: { a: { type: 'string' } } };
    expect(breakArguments(one, 'null-for-object')).toEqual({ args: null, what: 'null for the arguments' });
  });

  it.each<[Json, Json]>([
    ['string', { misfire: 'misfire-no-such-value' }],
    ['number', ['misfire-no-such-value']],
    ['integer', ['misfire-no-such-value']],
    ['boolean', ['misfire-no-such-value']],
    ['array', 'misfire-no-such-value'],
    ['object', 'misfire-no-such-value'],
  ])('replaces %s by a value that no server coerces', (type, a) => {
    expect(breakArguments({ properties: { a: { type } } }, 'wrong-type')?.args).toEqual({ a });
  });
});

describe('the other required arguments fit', () => {
  it.each<[Json, Json]>([
    [{ const: 7 }, 7],
    [{ default: 'd', examples: ['e'] }, 'd'],
    [{ examples: ['e'], enum: ['x'] }, 'e'],
    [{ enum: ['x', 'y'] }, 'x'],
    [{ anyOf: [{ type: 'boolean' }] }, false],
    [{ oneOf: [{ type: 'null' }] }, null],
    [{ type: ['integer', 'null'] }, 1],
    [{ type: 'number', exclusiveMinimum: 5 }, 6],
    [{ type: 'array' }, []],
    [{ type: 'array', minItems: 9, items: { const: 1 } }, [1, 1, 1]],
    [{ type: 'object' }, {}],
    [{ type: 'string', format: 'email' }, 'misfire@example.com'],
    [{ type: 'string', format: 'uri' }, 'https://example.com/misfire'],
    [{ type: 'string', format: 'date' }, '2000-01-01'],
    [{ type: 'string', format: 'date-time' }, '2000-01-01T00:00:00Z'],
    [{ type: 'string', format: 'uuid' }, '00000000-0000-4000-8000-000000000000'],
    [{ type: 'string', minLength: 23 }, 'misfire-no-such-valuexx'],
    [{ type: 'string', maxLength: 3 }, 'mis'],
  ])('%j', (field, a) => {
    const schema = { required: ['a'], properties: { a: field }, additionalProperties: false };
    expect(breakArguments(schema, 'extra-argument')?.args).toMatchObject({ a });
  });

  it('ends in a schema that contains itself', () => {
    let deep: Json = { type: 'string' };
    for (let level = 0; level < 20; level += 1) deep = { type: 'object', required: ['a'], properties: { a: deep } };
    const { args } = breakArguments({ ...(deep as object), additionalProperties: false }, 'extra-argument')!;
    expect(JSON.stringify(args).match(/"a":/g)).toHaveLength(7);
  });
});
