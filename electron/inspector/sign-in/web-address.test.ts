import { expect, test } from 'vitest';
import { toWebAddress } from './web-address.ts';

test.each(['https://example.com/docs?a=1#b', 'http://127.0.0.1:8080/', 'http://localhost/x', 'http://[::1]:3000/'])(
  '%s may be opened',
  (text) => expect(toWebAddress(text)).toBe(text),
);

test.each([
  'http://example.com/',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'smb://server/share',
  'ms-settings:',
  'https://user:secret@example.com/',
  'http://127.0.0.1.attacker.test/',
  'not an address',
  '',
])('%s may not', (text) => expect(toWebAddress(text)).toBeNull());

test('opens the parsed address', () => {
  expect(toWebAddress(' https:example.com\n')).toBe('https://example.com/');
});
