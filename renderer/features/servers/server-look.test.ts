import { expect, it } from 'vitest';
import type { ServerView } from '../../../shared/api/views.ts';
import { stateLook, wholeStory } from './server-look.ts';

const server: ServerView = {
  id: 's1',
  name: 'Orders',
  colour: 0,
  state: 'connected',
  reason: '',
  transport: 'http',
  endpoint: 'https://example.com/mcp',
  sample: null,
  watched: null,
  protocolVersion: '2025-11-25',
  serverInfo: { name: 'orders', version: '1.2' },
  pid: null,
  counts: { messages: 412, failedRows: 1, failedCalls: 1, pending: 2, expected: 0 },
  recent: [],
  dialect: { id: 'rfc9457', name: 'RFC 9457', confidence: 1 },
  pinnedDialect: null,
  callTimeoutMs: 60_000,
  era: 'legacy',
  signIn: { state: 'none', words: '', url: null, scopes: [], expiresAt: null },
};
const signIn = { ...server.signIn, state: 'needed' as const, words: 'Sign in to go on.' };

it('distinguishes a missing sign-in from a failure', () => {
  expect(stateLook({ watched: null, state: 'failed', signIn })).toMatchObject({ word: 'sign-in needed', tone: 'wait' });
  expect(stateLook({ watched: null, state: 'connected', signIn })).toMatchObject({ word: 'connected', tone: 'ok' });
});

it('has all details in the tooltip, with control characters escaped', () => {
  const story = wholeStory({ ...server, name: 'a\u202eb' });
  expect(story).toContain('a⟨RLO⟩b');
  expect(story).toContain('orders 1.2');
  expect(story).toContain('412 messages, 1 failed call, 2 waiting');
  expect(wholeStory({ ...server, state: 'failed', reason: 'Needs KEY.' }).split('\n')).toContain('Needs KEY.');
});
