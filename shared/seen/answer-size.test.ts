import { expect, it } from 'vitest';
import { sizeOfText } from './answer-size.ts';

it('counts bytes in UTF-8, lines as displayed, and tokens by an estimate', () => {
  expect(sizeOfText('')).toEqual({ bytes: 0, lines: 0, characters: 0, tokens: 0 });
  expect(sizeOfText('one two\nthree')).toEqual({ bytes: 13, lines: 2, characters: 13, tokens: 4 });
  for (const text of ['é', '中文', '🎉', '\ud800', 'a\udc00b', '🎉\ud83c'])
    expect(sizeOfText(text).bytes).toBe(new TextEncoder().encode(text).length);
  // Other scripts need more tokens for the same number of characters.
  expect(sizeOfText('中'.repeat(100)).tokens).toBeGreaterThan(2 * sizeOfText('a'.repeat(100)).tokens);
});
