import { expect, test } from 'vitest';
import { maskAddress, maskOAuthText } from './mask-secrets.ts';

const none = new Set<string>();
const mask = (text: string) => maskOAuthText(text, none);

test('keeps the other members of a form', () => {
  expect(mask('grant_type=authorization_code&code=abc.123&code_verifier=xyz&client_id=me&client_secret=s')).toBe(
    'grant_type=authorization_code&code=‹hidden›&code_verifier=‹hidden›&client_id=me&client_secret=‹hidden›',
  );
  expect(mask('refresh_token=r&token=t&token_type_hint=refresh_token&client_assertion=a&assertion=b')).toBe(
    'refresh_token=‹hidden›&token=‹hidden›&token_type_hint=refresh_token&client_assertion=‹hidden›&assertion=‹hidden›',
  );
});

test('keeps the layout of an answer', () => {
  expect(mask('{\n  "access_token" : "a\\"b",\n  "token_type": "Bearer", "expires_in": 3600 }')).toBe(
    '{\n  "access_token" : "‹hidden›",\n  "token_type": "Bearer", "expires_in": 3600 }',
  );
});

test('finds a name written with escapes', () => {
  const shown = mask('{"access\\u005ftoken":"abcdefgh","n":[{"id_token":"x1"}]}');
  expect(shown).toBe('{"access_token":"‹hidden›","n":[{"id_token":"‹hidden›"}]}');
});

test('keeps error codes', () => {
  const rpc = '{"jsonrpc":"2.0","error":{"code":-32001,"message":"no"},"id":null}';
  expect(mask(rpc)).toBe(rpc);
  expect(mask('{"code":"invalid_grant"}')).toBe('{"code":"invalid_grant"}');
  expect(mask('{"code":"Spl0xlOBe1ZQQYbYS6WxSb1A"}')).toBe('{"code":"‹hidden›"}');
});

test('removes known secrets everywhere, also in a URL', () => {
  expect(maskOAuthText('<p>Unknown code s3cr3t/code</p>', new Set(['s3cr3t/code']))).toBe(
    '<p>Unknown code ‹hidden›</p>',
  );
  expect(maskAddress(new URL('http://127.0.0.1:1/callback?code=abc&state=def&iss=https://as'), none)).toBe(
    'http://127.0.0.1:1/callback?code=‹hidden›&state=‹hidden›&iss=https://as',
  );
  expect(maskAddress(new URL('https://x/a/s3cr3t-1'), new Set(['s3cr3t-1']))).toBe('https://x/a/‹hidden›');
});
