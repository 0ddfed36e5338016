import { expect, it } from 'vitest';
import { webAddress } from './web-address.ts';

it('opens https, and http on this machine only', () => {
  expect(webAddress('https://example.com/a?b=1')).toEqual({ href: 'https://example.com/a?b=1', host: 'example.com' });
  expect(webAddress('http://localhost:8080/x')?.host).toBe('localhost:8080');
  expect(webAddress('http://[::1]/x')?.host).toBe('[::1]');
  for (const text of [
    'http://example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://bank.example@evil.example/',
    'vbscript:x',
    'smb://share',
    'not an address',
    '',
  ])
    expect(webAddress(text)).toBeNull();
});

it('shows a name in another script in its encoded form', () => {
  expect(webAddress('https://аpple.com/')?.host).toBe('xn--pple-43d.com');
});
