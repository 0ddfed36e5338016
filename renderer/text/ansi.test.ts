import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../shared/text/testing/any-character.ts';
import { ansiSpans, hasAnsi, stripSgr } from './ansi.ts';

const look = (text: string) => ansiSpans(text).map(({ text: words, ink, ground, bold }) => [words, ink, ground, bold]);

describe('terminal colors', () => {
  it('become spans', () => {
    expect(look('a \u001b[31mred\u001b[0m b')).toEqual([
      ['a ', null, null, false],
      ['red', 1, null, false],
      [' b', null, null, false],
    ]);
    expect(look('\u001b[1;93;44mx\u001b[22;39my')).toEqual([
      ['x', 11, 4, true],
      ['y', null, 4, false],
    ]);
  });

  it('map to the nearest of sixteen', () => {
    expect(look('\u001b[38;5;196mx')[0]![1]).toBe(9);
    expect(look('\u001b[38;2;10;160;20mx')[0]![1]).toBe(2);
    expect(look('\u001b[38:2::10:160:20mx')[0]![1]).toBe(2);
    expect(look('\u001b[48;5;21;1mx')[0]).toEqual(['x', null, 4, true]);
    expect(look('\u001b[38;5;244mx')[0]![1]).toBe(8);
  });

  it('hide nothing: inverse shows both colors, concealed text stays readable', () => {
    expect(look('\u001b[31;7mx')[0]).toEqual(['x', null, 1, false]);
    expect(look('\u001b[8mpassword')).toEqual([['password', null, null, false]]);
  });

  it('keep every other escape in the text', () => {
    const text = '\u001b[2J\u001b]0;title\u0007\u001b[?25l\u001b[1Am\u009b31m';
    expect(ansiSpans(text).map((span) => span.text)).toEqual([text]);
    expect(hasAnsi(text)).toBe(false);
  });

  it('are also read in the escaped form of rows', () => {
    expect(look('\u241b[32mok')).toEqual([['ok', 2, null, false]]);
  });

  it('lose no other character, and use only existing colors', () => {
    const piece = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 12 }),
      fc.constantFrom(
        '\u001b[',
        '\u001b[0m',
        '\u001b[38;5;',
        'm',
        ';',
        '38',
        '\u001b[48;2;1;2m',
        '\u001b[999m',
        '\u241b[',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('');
        const spans = ansiSpans(text);
        expect(spans.map((span) => span.text).join('')).toBe(stripSgr(text));
        for (const { ink, ground } of spans) {
          expect(ink === null || (ink >= 0 && ink < 16)).toBe(true);
          expect(ground === null || (ground >= 0 && ground < 8)).toBe(true);
        }
      }),
    );
  });

  it('stay fast on hostile text', () => {
    ansiSpans('\u001b['.repeat(500_000));
    ansiSpans(`\u001b[${'1;'.repeat(200_000)}`);
    ansiSpans('\u001b[31m'.repeat(50_000));
  });
});
