import { expect, it } from 'vitest';
import type { Change, Missing } from '../../../../shared/failure.ts';
import { fixSummary } from './fix-summary.ts';

const change = (path: string, more: Partial<Change> = {}): Change => ({ path, because: '', from: 'server', ...more });
const missing = (path: string): Missing => ({ path, wants: '', isSent: false });

it('lists each change, or their number', () => {
  expect(fixSummary({ kind: 'request', changes: [change('/a', { after: 1 })], missing: [] })).toBe('add a');
  expect(
    fixSummary({ kind: 'request', changes: [change('/a', { before: 1, after: 2 })], missing: [missing('/b')] }),
  ).toBe('change a, fill in b');
  expect(fixSummary({ kind: 'request', changes: [change('/a', { was: '/x', after: 1 })], missing: [] })).toBe(
    'rename x',
  );
  expect(fixSummary({ kind: 'request', changes: [change('/a', { before: 1 })], missing: [] })).toBe('remove a');
  const many = ['/a', '/b', '/c'].map(missing);
  expect(fixSummary({ kind: 'request', changes: [], missing: many })).toBe('3 changes');
});

it('has a phrase for each kind of fix', () => {
  expect(fixSummary({ kind: 'wait', afterMs: 5_000 })).toBe('wait 5 s, then the same call');
  expect(fixSummary({ kind: 'setting', variables: ['KEY'] })).toBe('set KEY');
  expect(fixSummary({ kind: 'report', to: 'client' })).toBe('in the client');
  expect(fixSummary({ kind: 'none' })).toBe('');
  expect(fixSummary({ kind: 'request', changes: [], missing: [] })).toBe('correct the arguments');
});
