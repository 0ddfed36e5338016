import { expect, it } from 'vitest';
import { fitText, textWidth, wrapText } from './text-width.ts';

it('counts the columns that a terminal draws', () => {
  expect(textWidth('plain')).toBe(5);
  expect(textWidth('naïve café')).toBe(10);
  expect(textWidth('e\u0301')).toBe(1);
  expect(textWidth('日本')).toBe(4);
  expect(textWidth('👍')).toBe(2);
});

it('truncates with an ellipsis at the width, never within a letter', () => {
  expect(fitText('a long sentence', 8)).toBe('a long…');
  expect(fitText('日本語', 4)).toBe('日…');
  expect(fitText('short', 8)).toBe('short');
});

it('breaks between words, and splits a longer word', () => {
  expect(wrapText('the quick brown fox', 10)).toEqual(['the quick', 'brown fox']);
  expect(wrapText('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
  expect(wrapText('', 4)).toEqual(['']);
});
