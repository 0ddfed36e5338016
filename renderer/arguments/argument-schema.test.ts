import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/json/json.ts';
import { prefill, readSchema, resolve, schemaShape } from './argument-schema.ts';
import { argumentProblems, inspectArguments, withoutMissing } from './check-arguments.ts';
import { limitWords } from './limit-words.ts';

const schema: JsonObject = {
  type: 'object',
  required: ['gtin', 'mode', 'where'],
  additionalProperties: false,
  properties: {
    gtin: { type: 'string', examples: ['00614141123452'] },
    mode: { enum: ['fast', 'full'] },
    limit: { type: 'integer', default: 10 },
    note: { type: 'string' },
    where: { $ref: '#/$defs/place' },
  },
  $defs: {
    place: {
      type: 'object',
      required: ['city'],
      properties: { city: { type: 'string' }, of: { $ref: '#/$defs/place' } },
    },
  },
};

describe('prefill', () => {
  it('uses examples, choices and defaults, and invents nothing', () => {
    expect(prefill(schema)).toEqual({ gtin: '00614141123452', mode: 'fast', limit: 10, where: {} });
    expect(prefill({ properties: { unit: { enum: ['C', 'F'] } } })).toEqual({});
  });

  it('returns an empty object without a schema', () => {
    expect(prefill(readSchema('not json'))).toEqual({});
    expect(prefill(readSchema('true'))).toEqual({});
  });

  it('terminates for a schema that requires itself', () => {
    const circular: JsonObject = { type: 'object', required: ['next'], properties: { next: { $ref: '#' } } };
    expect(JSON.stringify(prefill(circular))).toContain('next');
  });

  it('keeps a field named __proto__', () => {
    const hostile = readSchema('{"type":"object","required":["__proto__"],"properties":{"__proto__":{"default":"x"}}}');
    expect(Object.keys(prefill(hostile) as object)).toEqual(['__proto__']);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

describe('checkArguments', () => {
  it('accepts valid arguments', () => {
    expect(argumentProblems(schema, { gtin: 'x', mode: 'full', where: { city: 'Lund' } })).toEqual([]);
  });

  it('reports missing, wrong and unknown arguments', () => {
    const messages = argumentProblems(schema, { gtin: 4, mode: 'slow', limit: 1.5, extra: 1 }).map(
      (issue) => issue.message,
    );
    expect(messages).toEqual([
      'where is required',
      'gtin must be string',
      'mode must be one of "fast", "full"',
      'limit must be integer',
      'extra is not a known property',
    ]);
  });

  it('points into nested values', () => {
    const issues = argumentProblems(schema, { gtin: 'x', mode: 'full', where: { city: 'Lund', of: { city: null } } });
    expect(issues).toMatchObject([{ path: ['where', 'of', 'city'], message: 'where.of.city must be string' }]);
  });
});

describe('inspectArguments', () => {
  const room: JsonObject = {
    properties: {
      nights: { type: 'integer', minimum: 1, maximum: 30 },
      code: { pattern: 'x' },
      $x: { format: 'date' },
    },
  };

  it('reports arguments as valid only if every keyword was checked', () => {
    expect(inspectArguments(room, { nights: 3 })).toMatchObject({ verdict: 'Fits the schema', isWhole: true });
    expect(inspectArguments(room, { code: 'y' }).verdict).toBe('1 keyword not checked: pattern');
    expect(inspectArguments(room, { code: 'y', $x: 'z' }).verdict).toBe('2 keywords not checked: pattern, format');
    expect(inspectArguments({ anyOf: [{ $ref: '#' }, { $ref: '#' }] }, {}).verdict).toContain('too large');
    expect(inspectArguments(null, {}).verdict).toContain('not known');
  });

  it('suggests the exceeded limit, in the wording of the card', () => {
    expect(inspectArguments(room, { nights: 99 }).byPlace.get('/nights')).toEqual([
      {
        path: ['nights'],
        message: 'nights 99 > maximum 30',
        place: 'nights',
        part: '99 > maximum 30',
        isMissing: false,
        allowed: 30,
      },
    ]);
  });

  it('tells an empty field from a wrong one', () => {
    const check = inspectArguments(schema, { gtin: '1', mode: 'slow' });
    expect([...check.byPlace.keys()].sort()).toEqual(['/mode', '/where']);
    expect([...withoutMissing(check).byPlace.keys()]).toEqual(['/mode']);
  });
});

describe('limitWords', () => {
  it.each([
    [{ type: 'integer', minimum: 1, maximum: 30 }, 'whole number, 1 to 30'],
    [{ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, 'whole number'],
    [{ type: 'integer', exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'whole number, above 0'],
  ])('says limits, but not those of safe integers: %j', (part, words) => {
    expect(limitWords(part, 0)).toBe(words);
  });
});

describe('shapeOf', () => {
  it('reads nullable types, parts of allOf and siblings of a reference', () => {
    const root: JsonObject = { $defs: { day: { type: 'string', description: 'A day.' } } };
    expect(schemaShape({ anyOf: [{ type: 'string' }, { type: 'null' }], default: null }, root)).toMatchObject({
      type: 'string',
    });
    expect(schemaShape({ allOf: [{ $ref: '#/$defs/day' }], title: 'Day' }, root)).toMatchObject({ type: 'string' });
    expect(schemaShape({ $ref: '#/$defs/day', description: 'When.' }, root)).toMatchObject({
      type: 'string',
      description: 'When.',
    });
  });
});

describe('resolve', () => {
  it('stops at a circular reference', () => {
    expect(resolve({ $ref: '#/a' }, { a: { $ref: '#/a' } })).toBeNull();
  });
});
