import { expect, it } from 'vitest';
import { argumentRows } from './argument-rows.ts';

const schema = {
  type: 'object',
  required: ['city', 'days'],
  properties: {
    city: { type: 'string' },
    days: { type: 'integer', minimum: 1, maximum: 10 },
    unit: { enum: ['C', 'F'] },
    lang: { type: 'string' },
  },
};

it('lists what was sent and what is required, with what does not fit first', () => {
  const issues = [{ path: '/unit', message: "Invalid enum value. Expected 'C' | 'F', received 'K'" }];
  expect(argumentRows(schema, { city: 'Oslo', unit: 'K', zip: 1 }, issues)).toEqual([
    {
      path: '/unit',
      sent: 'K',
      wants: 'one of "C", "F"',
      isRequired: false,
      isKnown: true,
      problems: [issues[0]!.message],
    },
    {
      path: '/days',
      sent: undefined,
      wants: 'an integer from 1 to 10',
      isRequired: true,
      isKnown: true,
      problems: ['is required'],
    },
    { path: '/city', sent: 'Oslo', wants: 'text', isRequired: true, isKnown: true, problems: [] },
    { path: '/zip', sent: 1, wants: '', isRequired: false, isKnown: false, problems: [] },
  ]);
});

it('knows the server’s words where it knows no schema', () => {
  expect(argumentRows(null, undefined, [{ path: '/params/arguments/amount', message: 'is required' }])).toEqual([
    { path: '/amount', sent: undefined, wants: '', isRequired: false, isKnown: null, problems: ['is required'] },
  ]);
});

it('leads into what is nested', () => {
  const nested = { type: 'object', properties: { a: { type: 'array', items: { type: 'integer' } } } };
  expect(argumentRows(nested, { a: [1, 'x'] }, [])[0]).toMatchObject({ path: '/a/1', sent: 'x', wants: 'an integer' });
});
