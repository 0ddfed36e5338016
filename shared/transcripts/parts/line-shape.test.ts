import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { kindName, shapeOf } from './line-shape.ts';

it('names members and kinds of values, and no value', () => {
  const line = { type: 'dream', payload: { text: 'PROMPT', n: 1, on: true, none: null, list: [{ id: 'x' }] } };
  expect(shapeOf(line)).toBe(
    '{type: string, payload: {text: string, n: number, on: boolean, none: null, list: [{…}]}}',
  );
});

it('leaves out names that may be data', () => {
  expect(shapeOf({ '/home/ada/diary.txt': 1, 'plan the party': 2 })).toBe('{…: number, …: number}');
  expect(kindName('/home/ada')).toBe('…');
  expect(kindName('tool.result')).toBe('tool.result');
  expect(kindName('')).toBe('without a type');
});

it('keeps no text of any line, and is short', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const shape = shapeOf({ secret: 'QQ diary QQ', value } as Json);
      expect(shape).not.toContain('diary');
      expect(shape.length).toBeLessThanOrEqual(401);
    }),
  );
});
