import { expect, it } from 'vitest';
import { exchanged } from '../testing/fixtures.ts';
import { isLostSession } from './lost-session.ts';

const sent = (method: string, requestHeaders: Record<string, string>) => ({
  ...exchanged(404),
  method,
  requestHeaders,
});

it('takes a 404 to a session id for a session that is gone, whatever was asked of it', () => {
  for (const method of ['POST', 'GET', 'DELETE'])
    expect(isLostSession(sent(method, { 'mcp-session-id': 's-1' })), method).toBe(true);
  expect(isLostSession(sent('PUT', { 'mcp-session-id': 's-1' }))).toBe(false);
  expect(isLostSession(sent('POST', {}))).toBe(false);
});
