import { expect, test } from 'vitest';
import { firstProxy, readSystemProxy } from './system-proxy.ts';

const answering = (answer: string) => async () => answer;

test('the system’s proxy becomes the usual environment variables', async () => {
  expect(await readSystemProxy(answering('PROXY proxy.example:3128; DIRECT'), {})).toEqual({
    http_proxy: 'http://proxy.example:3128',
    https_proxy: 'http://proxy.example:3128',
    no_proxy: 'localhost,127.0.0.1,::1',
  });
  expect(await readSystemProxy(answering('DIRECT'), {})).toEqual({});
});

test('the user’s variables win', async () => {
  const env = { HTTPS_PROXY: 'http://mine:1', NO_PROXY: 'corp' };
  expect(await readSystemProxy(answering('PROXY proxy.example:3128'), env)).toEqual({
    http_proxy: 'http://proxy.example:3128',
  });
});

test.each([
  ['HTTPS secure.example:443', 'https://secure.example:443'],
  ['SOCKS5 socks.example:1080', null],
  ['DIRECT; PROXY later:1', null],
  ['', null],
])('%s', (answer, proxy) => expect(firstProxy(answer)).toBe(proxy));
