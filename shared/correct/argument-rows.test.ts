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

const none = { kind: 'none' } as const;

it('lists what was sent and what is required, with what the finding objects to first', () => {
  const issues = [{ path: '/unit', message: "Invalid enum value. Expected 'C' | 'F', received 'K'" }];
  const missing = [{ path: '/days', wants: 'an integer from 1 to 10', isSent: false }];
  const fix = { kind: 'request' as const, changes: [], missing };
  expect(argumentRows(schema, { city: 'Oslo', unit: 'K', zip: 1 }, { issues, fix })).toEqual([
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
  const issues = [{ path: '/params/arguments/amount', message: 'is required' }];
  expect(argumentRows(null, undefined, { issues, fix: none })).toEqual([
    { path: '/amount', sent: undefined, wants: '', isRequired: false, isKnown: null, problems: ['is required'] },
  ]);
});

it('leads into what is nested', () => {
  const nested = { type: 'object', properties: { a: { type: 'array', items: { type: 'integer' } } } };
  const issues = [{ path: '/a/1', message: 'is not an integer', by: 'schema' as const }];
  expect(argumentRows(nested, { a: [1, 'x'] }, { issues, fix: none })[0]).toMatchObject({
    path: '/a/1',
    sent: 'x',
    wants: 'an integer',
  });
});

it('marks arguments that the fix renames or removes', () => {
  const because = { because: 'the tool does not know it', from: 'schema' as const };
  const changes = [
    { path: '/city', was: '/City', before: 'Oslo', after: 'Oslo', ...because },
    { path: '/zip', before: 1, ...because },
  ];
  const rows = argumentRows(
    schema,
    { City: 'Oslo', zip: 1 },
    {
      issues: [],
      fix: { kind: 'request', changes, missing: [] },
    },
  );
  expect(rows.map(({ path, problems }) => [path, ...problems]).slice(0, 2)).toEqual([
    ['/City', 'rename to city'],
    ['/zip', 'the tool does not know it'],
  ]);
});

it('does not check the schema again', () => {
  const fits = argumentRows(schema, { unit: 'K' }, { issues: [], fix: none });
  expect(fits.flatMap(({ problems }) => problems)).toEqual([]);
});
