import { expect, test } from 'vitest';
import { readChallenge, uniteScopes } from './challenge.ts';

const read = (status: number, header?: string) =>
  readChallenge({ status, headers: header === undefined ? {} : { 'www-authenticate': header } });

test('a 401 requires sign-in, with or without a challenge', () => {
  expect(read(401)).toEqual({ status: 401, metadataUrl: undefined, scope: undefined, error: undefined });
  expect(read(401, 'Bearer resource_metadata="https://x/.well-known/y", scope="a b", error=invalid_token')).toEqual({
    status: 401,
    metadataUrl: 'https://x/.well-known/y',
    scope: 'a b',
    error: 'invalid_token',
  });
});

test('other schemes and look-alikes do not count', () => {
  expect(read(401, 'Basic realm="x", Bearer realm="scope=no", scope="a \\"b\\""')).toMatchObject({ scope: 'a "b"' });
  expect(read(401, 'Basic realm="x", scope="a"')).toMatchObject({ scope: undefined });
  expect(read(401, 'Bearer my_scope="x"')).toMatchObject({ scope: undefined });
});

test('a 403 requires it only if more scopes would help', () => {
  expect(read(403)).toBeNull();
  expect(read(403, 'Bearer error="invalid_token"')).toBeNull();
  expect(read(403, 'Bearer error="insufficient_scope", scope="write"')).toMatchObject({ status: 403, scope: 'write' });
  expect(read(200, 'Bearer')).toBeNull();
});

test('scopes are merged, each once', () => {
  expect(uniteScopes('a b', undefined, 'b  c')).toBe('a b c');
  expect(uniteScopes(undefined, '')).toBeUndefined();
});
