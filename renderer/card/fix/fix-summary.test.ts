import { expect, it } from 'vitest';
import type { Change, Missing } from '../../../shared/failure.ts';
import { fixSummary } from './fix-summary.ts';

const change = (path: string, more: Partial<Change> = {}): Change => ({ path, because: '', from: 'server', ...more });
const missing = (path: string): Missing => ({ path, wants: '', isSent: false });

it('counts the fields to change', () => {
  expect(fixSummary({ kind: 'request', changes: [change('/a', { after: 1 })], missing: [] })).toBe('1 field');
  const mixed = {
    kind: 'request' as const,
    changes: [change('/a', { before: 1, after: 2 })],
    missing: [missing('/b')],
  };
  expect(fixSummary(mixed)).toBe('2 fields');
});

it('has a phrase for each kind of fix', () => {
  expect(fixSummary({ kind: 'wait', afterMs: 5_000 })).toBe('wait 5 s, then the same call');
  expect(fixSummary({ kind: 'setting', variables: ['KEY'] })).toBe('set KEY');
  expect(fixSummary({ kind: 'report', to: 'client' })).toBe('in the client');
  expect(fixSummary({ kind: 'none' })).toBe('');
  expect(fixSummary({ kind: 'request', changes: [], missing: [] })).toBe('in the arguments');
});
