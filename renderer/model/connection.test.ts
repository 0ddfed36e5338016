import { expect, it } from 'vitest';
import type { ServerView } from '../../shared/api/views.ts';
import { colourOf } from './connection.ts';

const servers = [
  { id: 'closient', name: 'Closient', colour: 3 },
  { id: 'shop', name: 'shop', colour: 5 },
] as unknown as ServerView[];

it('marks servers of a capture like those of the same name, and others so that they differ', () => {
  expect(colourOf(servers, 'closient')).toBe(3);
  expect(colourOf(servers, 'Closient')).toBe(3);
  expect(colourOf(servers, 'billing')).not.toBe(colourOf(servers, 'orders'));
  expect(colourOf([], '')).toBe(0);
  const past = [
    { id: 'closient', name: 'closient', look: { color: 6, transport: 'http' }, messages: 1, failedCalls: 0 },
  ];
  expect(colourOf(servers, 'closient', past)).toBe(6);
});
