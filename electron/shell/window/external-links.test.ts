import { expect, test } from 'vitest';
import { openExternalLink } from './external-links.ts';

test('opens what the app offers, in the normalized form, and nothing else', async () => {
  const opened: string[] = [];
  const options = {
    offered: async (address: string) => (address === 'HTTPS://example.org' ? 'https://example.org/' : null),
    open: async (address: string) => void opened.push(address),
  };
  expect(await openExternalLink(options, 'HTTPS://example.org')).toBe(true);
  expect(await openExternalLink(options, 'file:///etc/passwd')).toBe(false);
  expect(opened).toEqual(['https://example.org/']);
});
