import { expect, it } from 'vitest';
import type { Change, Fix } from '../failure.ts';
import { applyFix } from './apply-fix.ts';

const request = (...changes: Omit<Change, 'because' | 'from'>[]): Fix => ({
  kind: 'request',
  changes: changes.map((change) => ({ ...change, because: 'the schema wants it', from: 'schema' })),
  missing: [],
});
const applied = (params: string, fix: Fix) => {
  const done = applyFix(params, fix);
  return 'params' in done ? JSON.parse(done.params) : done.problem;
};

it('sets, renames and removes arguments, and keeps everything else as sent', () => {
  const params = '{"name":"search","_meta":{"a":1},"arguments":{"q":"x","Limit":"5","old":1}}';
  const fix = request(
    { path: '/limit', was: '/Limit', before: '5', after: 5 },
    { path: '/old', before: 1 },
    { path: '/sort', after: 'asc' },
  );
  expect(applied(params, fix)).toEqual({
    name: 'search',
    _meta: { a: 1 },
    arguments: { q: 'x', limit: 5, sort: 'asc' },
  });
});

it('applies later changes to the result of earlier ones', () => {
  const fix = request(
    { path: '', before: '{"lines":[{"n":"1"}]}', after: { lines: [{ n: '1' }] } },
    { path: '/lines/0/n', before: '1', after: 1 },
  );
  expect(applied('{"arguments":"{\\"lines\\":[{\\"n\\":\\"1\\"}]}"}', fix)).toEqual({
    arguments: { lines: [{ n: 1 }] },
  });
});

it('adds arguments to a call that had none', () => {
  expect(applied('', request({ path: '/city', after: 'Oslo' }))).toEqual({ arguments: { city: 'Oslo' } });
});

it('does not change params that would lose something', () => {
  const fix = request({ path: '/a', after: 1 });
  expect(applied('{"arguments":{"id":12345678901234567890}}', fix)).toBe(
    'No corrected call: it holds a number with more digits than a form can keep.',
  );
  expect(applied('{"arguments":{"a":1,"a":2}}', fix)).toContain('names a member twice');
  expect(applied('[1]', fix)).toBe('No corrected call: the params are not an object of JSON.');
});

it('creates no request if the finding proposes none', () => {
  expect(applied('{"arguments":{}}', { kind: 'report', to: 'server' })).toBe(
    'No corrected call: no other request helps.',
  );
});
