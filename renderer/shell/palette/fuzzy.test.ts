import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzy } from './fuzzy.ts';

const best = (query: string, texts: string[]) =>
  texts
    .map((text) => ({ text, match: fuzzy(query, text) }))
    .filter(({ match }) => match !== null)
    .sort((a, b) => b.match!.score - a.match!.score)[0]?.text;

describe('fuzzy matching', () => {
  it('finds letters in order, and nothing else', () => {
    expect(fuzzy('rpl', 'Replay')?.at).toEqual([0, 2, 3]);
    expect(fuzzy('lpr', 'Replay')).toBeNull();
    expect(fuzzy('', 'Replay')).toMatchObject({ at: [] });
  });

  it('prefers starts of words and contiguous matches', () => {
    expect(best('rs', ['Others', 'Restart server'])).toBe('Restart server');
    expect(best('dark', ['Difference, marked with k', 'Theme: dark'])).toBe('Theme: dark');
    expect(best('tl', ['Go to the failures', 'Theme: light'])).toBe('Theme: light');
  });

  it('accepts words in any order', () => {
    expect(fuzzy('closient restart', 'Restart Closient')).not.toBeNull();
    expect(fuzzy('closient remove', 'Restart Closient')).toBeNull();
  });

  it('finds each word of a label, also if another one begins alike', () => {
    expect(fuzzy('that', 'Open the rules that a server broke')?.at).toEqual([15, 16, 17, 18]);
  });

  it('returns the positions of the letters, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.string({ maxLength: 6 }), (text, query) => {
        const match = fuzzy(query, text);
        if (!match) return;
        expect(match.at.every((place, index) => place < text.length && place > (match.at[index - 1] ?? -1))).toBe(true);
      }),
    );
  });

  it('stays fast on hostile text', () => {
    fuzzy('aaaaaaaaab', 'a'.repeat(2_000));
  });
});
