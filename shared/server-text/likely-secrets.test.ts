import { expect, it } from 'vitest';
import { likelySecrets, namesSecret } from './likely-secrets.ts';

it('recognizes likely secrets by name', () => {
  const names = ['GITHUB_TOKEN', 'API_KEY', 'Authorization', 'db_password', 'Cookie', 'X-Api-Key', 'SENTRY_DSN'];
  expect(names.filter((name) => !namesSecret(name))).toEqual([]);
  expect(['LEVEL', 'KEYBOARD', 'X-Team', 'AUTHOR', ''].filter(namesSecret)).toEqual([]);
});

it('does not treat a variable reference as a secret', () => {
  const reference = '$' + '{GITHUB_TOKEN}';
  const headers = { Authorization: reference, 'X-Api-Key': 'k-1', 'X-Team': 'a' };
  expect(likelySecrets({ kind: 'http', url: 'https://example.com/mcp', headers })).toEqual(['header:X-Api-Key']);
});
