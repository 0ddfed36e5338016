import { expect, it } from 'vitest';
import { exchanged } from '../testing/account-fixtures.ts';
import { isLostSession } from './lost-session.ts';

const sent = (method: string, requestHeaders: Record<string, string>) => ({
  ...exchanged(404),
  method,
  requestHeaders,
});

it('reads a 404 for a session id as a lost session, for any method', () => {
  for (const method of ['POST', 'GET', 'DELETE'])
    expect(isLostSession(sent(method, { 'mcp-session-id': 's-1' })), method).toBe(true);
  expect(isLostSession(sent('PUT', { 'mcp-session-id': 's-1' }))).toBe(false);
  expect(isLostSession(sent('POST', {}))).toBe(false);
});
