import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../shared/text/testing/any-character.ts';
import { visibleLine, visibleParts } from './visible-text.ts';

describe('visibleParts', () => {
  it('keeps ordinary text in any script', () => {
    for (const text of ['plain', 'naïve Straße', 'שלום', '漢字', 'a\nb\tc', '👩‍👩‍👧 ok', '']) {
      expect(
        visibleParts(text).every((part) => part.chip === undefined),
        text,
      ).toBe(true);
    }
  });

  it('treats an escape sequence as one', () => {
    expect(visibleParts('\u001b[31mred\u001b[0m').map((part) => part.chip ?? part.text)).toEqual([
      'ESC[31m',
      'red',
      'ESC[0m',
    ]);
    expect(visibleLine('\u001b]0;title\u0007x')).toBe('⟨ESC]0;titleBEL⟩x');
    expect(visibleLine('\u009b2J')).toBe('⟨U+009B⟩2J');
  });

  it('shows control and invisible characters', () => {
    expect(visibleLine('\u0000\u0007\u007f\u0085')).toBe('⟨NUL⟩⟨BEL⟩⟨DEL⟩⟨U+0085⟩');
    expect(visibleLine('a\u202eb\u2066c\u200bd\ufeff')).toBe('a⟨RLO⟩b⟨LRI⟩c⟨ZWSP⟩d⟨BOM⟩');
    expect(visibleLine('x\ud800y')).toBe('x⟨U+D800⟩y');
    expect(visibleLine('a␀b␛[2Jc')).toBe('a⟨NUL⟩b⟨ESC[2J⟩c');
  });

  it('loses no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        expect(
          visibleParts(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it('stays fast on hostile text', () => {
    visibleParts('\u001b['.repeat(500_000));
    visibleParts(`\u001b]${'x'.repeat(2_000_000)}`);
  });
});
