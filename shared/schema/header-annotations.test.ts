import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import { headerProblems } from './header-annotations.ts';

const marked = (type: Json, header: Json = 'Region') => ({ type, 'x-mcp-header': header });
const object = (properties: Json) => ({ type: 'object', properties });

describe('x-mcp-header', () => {
  it.each([
    ['a string', object({ region: marked('string') })],
    ['an integer', object({ region: marked('integer') })],
    ['a boolean', object({ region: marked('boolean') })],
    ['a nested property', object({ where: object({ region: marked('string') }) })],
    ['a property of that name', object({ 'x-mcp-header': { type: 'object' } })],
    ['a default of that name', object({ where: { type: 'object', default: marked('object') } })],
  ])('may be on %s', (_, schema) => expect(headerProblems(schema)).toEqual([]));

  it.each([
    ['an empty name', object({ region: marked('string', '') }), 'is not a header name'],
    ['a name with a space', object({ region: marked('string', 'My Region') }), 'is not a header name'],
    ['a name with a colon', object({ region: marked('string', 'A:B') }), 'is not a header name'],
    ['a name that is not ASCII', object({ region: marked('string', 'Région') }), 'is not a header name'],
    ['a number as its name', object({ region: marked('string', 3) }), 'is not a header name'],
    ['a number with fractions', object({ region: marked('number') }), 'not a string, an integer or a boolean'],
    ['null', object({ region: marked('null') }), 'not a string, an integer or a boolean'],
    ['an object', object({ region: marked('object') }), 'not a string, an integer or a boolean'],
    ['a name in other case', object({ a: marked('string', 'R'), b: marked('string', 'r') }), 'is there twice'],
    ['a list', object({ list: { type: 'array', items: marked('string') } }), 'not below properties alone'],
    ['a choice', { type: 'object', oneOf: [object({ region: marked('string') })] }, 'not below properties alone'],
    ['a definition', { type: 'object', $defs: { a: marked('string') } }, 'not below properties alone'],
  ])('may not be on or have %s', (_, schema, words) =>
    expect(headerProblems(schema)).toEqual([expect.objectContaining({ words: expect.stringContaining(words) })]),
  );

  it('is found by a pointer', () => {
    const schema = object({ 'a/b': { type: 'array', items: marked('string') } });
    expect(headerProblems(schema)[0]?.path).toBe('/properties/a~1b/items/x-mcp-header');
  });
});
