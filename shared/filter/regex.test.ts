import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRegex } from './regex.ts';

describe('a regular expression', () => {
  const test = (source: string, text: string): boolean => {
    const compiled = compileRegex(source);
    if (!compiled.ok) throw new Error(compiled.problem);
    return compiled.test(text);
  };

  it('matches as in JavaScript', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      'c',
      '.',
      '[ab]',
      '[^a]',
      '\\d',
      '\\w',
      '\\b',
      '^',
      '$',
      '(a|bc)',
      '(?:b|)',
      'a*',
      'b+',
      'c?',
      'a{2}',
      '(ab){1,2}',
      'b{2,}',
      '|',
      'a*?',
      '(a*)*',
      '\\.',
      '[a-c]+',
      '-',
      '(a|b|c)+',
    );
    fc.assert(
      fc.property(
        fc.array(atom, { maxLength: 6 }),
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', '1', '-', ' ', '.', '\n'), maxLength: 12 }),
        (atoms, text) => {
          const source = atoms.join('');
          expect(test(source, text), `/${source}/i on ${JSON.stringify(text)}`).toBe(
            new RegExp(source, 'i').test(text),
          );
        },
      ),
    );
  });

  const hostile: [string, boolean][] = [
    ['(a+)+$', false],
    ['(a|a)*$', true],
    ['(a*)*b', false],
    ['a*a*a*a*a*a*b', false],
    ['(.*)(.*)(.*)(.*)[^a]', true],
    ['(a?){30}a{30}$', false],
  ];
  it.each(hostile)('%s does not hang', (source, expected) => {
    expect(test(source, `${'a'.repeat(19_000)}!`)).toBe(expected);
  });

  it('reports unsupported syntax', () => {
    expect(compileRegex('(?=a)')).toMatchObject({ ok: false, at: 0 });
    expect(compileRegex('(a)\\1')).toMatchObject({ ok: false, at: 3 });
    expect(compileRegex('(((a{99}){99}){99})')).toMatchObject({ ok: false, problem: 'The pattern is too large.' });
  });
});
