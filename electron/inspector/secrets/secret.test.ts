import { format, inspect } from 'node:util';
import { expect, it } from 'vitest';
import { Secret } from './secret.ts';

const value = 'sk-live-4eC39HqLyjWDarjtT1zdp7dc';

it.each<[string, (secret: Secret) => unknown]>([
  ['a template', (secret) => `${secret}`],
  ['addition', (secret) => `${secret} `],
  ['join', (secret) => [secret, secret].join(' ')],
  ['String', String],
  ['JSON', (secret) => JSON.stringify({ secret, list: [secret] })],
  ['inspect', (secret) => inspect({ secret }, { showHidden: true, depth: 9 })],
  ['format', (secret) => format('%s %j %o', secret, secret, secret)],
  ['a copy', (secret) => JSON.stringify({ ...secret })],
  ['its members', (secret) => JSON.stringify(Object.entries(Object.getOwnPropertyDescriptors(secret)))],
  ['a structured clone', (secret) => inspect(structuredClone(secret))],
  ['an error', (secret) => new Error(`It failed: ${secret}`).stack],
  ['a URL', (secret) => new URL(`http://127.0.0.1/?key=${encodeURIComponent(String(secret))}`).href],
])('%s does not reveal it', (_, use) => {
  expect(String(use(new Secret(value)))).not.toContain(value);
});

it('a named sink gets the value', () => {
  expect(new Secret(value).reveal('search')).toBe(value);
});
