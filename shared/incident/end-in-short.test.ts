import { expect, it } from 'vitest';
import { endInShort } from './end-in-short.ts';

const end = { code: 1, signal: null, hadAnswered: false, stderr: [] };

it('says first what a server misses, then how it ended', () => {
  const stderr = ['acme-mcp 2.4.1', 'Error: ACME_API_KEY or ACME_TOKEN is required', '    at main (index.js:3:1)'];
  expect(endInShort({ ...end, stderr })).toBe('Needs ACME_API_KEY or ACME_TOKEN. Exit code 1.');
});

it('says what it said last where nothing is named, and where it had worked', () => {
  const stderr = ["Error: Cannot find module './tools.js'.", '    at main (index.js:3:1)'];
  expect(endInShort({ ...end, stderr })).toBe("Exit code 1. Last words: Error: Cannot find module './tools.js'.");
  const late = { code: null, signal: 'SIGABRT', hadAnswered: true, stderr: ['Error: ACME_API_KEY is not set'] };
  expect(endInShort(late)).toBe('Ended by SIGABRT. Last words: Error: ACME_API_KEY is not set.');
});

it('says it without colours', () => {
  const stderr = [
    '\u001b[31mFATAL\u001b[0m out of memory in \u001b[1mreadOrders\u001b[0m',
    '    at readOrders (orders.ts:41)',
  ];
  expect(endInShort({ ...end, stderr })).toBe('Exit code 1. Last words: FATAL out of memory in readOrders.');
});

it('says nothing for a process that said nothing', () => {
  expect(endInShort(end)).toBeNull();
  expect(endInShort({ ...end, stderr: ['   ', '---'] })).toBeNull();
});

it('passes on no secret, and no more than a line', () => {
  const stderr = [`Error: login with password=hunter2-very-long failed: ${'x'.repeat(500)}`];
  const words = endInShort({ ...end, stderr });
  expect(words).not.toContain('hunter2');
  expect(words?.length).toBeLessThan(220);
});
