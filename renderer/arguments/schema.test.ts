import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/json/json.ts';
import { checkArguments, prefill, readSchema, resolve } from './schema.ts';

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
  it('takes examples, choices and defaults, and leaves optional members out', () => {
    expect(prefill(schema)).toEqual({ gtin: '00614141123452', mode: 'fast', limit: 10, where: { city: '' } });
  });

  it('gives an empty object where there is no schema', () => {
    expect(prefill(readSchema('not json'))).toEqual({});
    expect(prefill(readSchema('true'))).toEqual({});
  });

  it('ends for a schema that requires itself', () => {
    const circular: JsonObject = { type: 'object', required: ['next'], properties: { next: { $ref: '#' } } };
    expect(JSON.stringify(prefill(circular))).toContain('next');
  });

  it('keeps a member called __proto__ as a member', () => {
    const hostile = readSchema(
      '{"type":"object","required":["__proto__"],"properties":{"__proto__":{"type":"string"}}}',
    );
    expect(Object.keys(prefill(hostile) as object)).toEqual(['__proto__']);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

describe('checkArguments', () => {
  it('is content with good arguments', () => {
    expect(checkArguments(schema, { gtin: 'x', mode: 'full', where: { city: 'Lund' } })).toEqual([]);
  });

  it('names what is missing, wrong and unknown', () => {
    const messages = checkArguments(schema, { gtin: 4, mode: 'slow', limit: 1.5, extra: 1 }).map(
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
    const issues = checkArguments(schema, { gtin: 'x', mode: 'full', where: { city: 'Lund', of: { city: null } } });
    expect(issues).toEqual([{ path: ['where', 'of', 'city'], message: 'where.of.city must be string' }]);
  });
});

describe('resolve', () => {
  it('gives up on a reference to itself', () => {
    expect(resolve({ $ref: '#/a' }, { a: { $ref: '#/a' } })).toBeNull();
  });
});
