import { expect, it } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

it('keeps arguments without secrets character by character', () => {
  const text = '{ "gtin": "0061414112", "who": "ann@example.com", "n": 12345678901234567890 }';
  expect(withoutSecrets(text)).toEqual({ text, left: [] });
});

it('drops fields and items with a secret, and names them', () => {
  const key = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD';
  const { text, left } = withoutSecrets(
    JSON.stringify({ id: 'A-1', api_key: key, nested: { password: 'hunter2hunter2', n: 1 }, list: ['a', key] }),
  );
  expect(JSON.parse(text)).toEqual({ id: 'A-1', nested: { n: 1 }, list: ['a'] });
  expect(left).toEqual(['api_key', 'nested.password', 'list.1']);
  expect(text).not.toContain('sk-proj');
});

it('keeps nothing that cannot be parsed', () => {
  expect(withoutSecrets('{"password":"hunter2hunter2",')).toEqual({ text: '', left: ['the whole'] });
  const odd = withoutSecrets('{"__proto__":{"password":"hunter2hunter2"},"a":1}');
  expect(odd.text).toContain('__proto__');
  expect(odd.text).not.toContain('hunter2');
});
