import { expect, test } from 'vitest';
import type { ServerView } from '../../shared/api/views.ts';
import { canSignIn, concernsSignIn, pageOf } from './sign-in.ts';

const server = (more: Partial<ServerView['signIn']>, transport: ServerView['transport'] = 'http') =>
  ({
    transport,
    signIn: { state: 'waiting', words: '', url: null, scopes: [], expiresAt: null, ...more },
  }) as ServerView;

test('turns only web pages into links', () => {
  expect(pageOf(server({ url: 'https://as.example/authorize?x=1' }))).toEqual({
    href: 'https://as.example/authorize?x=1',
    host: 'as.example',
  });
  expect(pageOf(server({ url: 'javascript:alert(1)' }))).toBeNull();
  expect(pageOf(server({ url: 'file:///etc/passwd' }))).toBeNull();
  expect(pageOf(server({ url: null }))).toBeNull();
});

test('appears if there is something to do', () => {
  const states = ['none', 'needed', 'waiting', 'signed_in', 'failed'] as const;
  expect(states.filter((state) => concernsSignIn(server({ state })))).toEqual(['needed', 'waiting', 'failed']);
  expect([canSignIn(server({}, 'stdio')), canSignIn(server({}, 'sse'))]).toEqual([false, true]);
});
