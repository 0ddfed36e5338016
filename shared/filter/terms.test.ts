import { describe, expect, it } from 'vitest';
import { describeFilter } from './describe.ts';
import { parseFilter } from './parse-filter.ts';
import { hasTerm, isHalfTyped, mayGoOn, splitTerms, toggleTerm, withoutTerm, withTerm } from './terms.ts';

const meaning = (text: string): string => {
  const parsed = parseFilter(text);
  return parsed.ok ? describeFilter(parsed.filter) : `wrong: ${parsed.problem}`;
};
const texts = (text: string) => splitTerms(text).map((term) => term.text);

describe('OR, AND and NOT', () => {
  it('mean the same as the symbols', () => {
    for (const [words, signs] of [
      ['is:failed OR is:pending', 'is:failed | is:pending'],
      ['is:failed AND dur:>2s', 'is:failed dur:>2s'],
      ['NOT class:validation', '-class:validation'],
      ['is:failed AND NOT class:validation', 'is:failed -class:validation'],
      ['is:failed AND (tool:a OR tool:b)', 'is:failed (tool:a | tool:b)'],
      ['NOT (tool:a OR tool:b)', '-(tool:a | tool:b)'],
      ['a OR b c OR d', 'a | b c | d'],
      ['NOT NOT a', '--a'],
    ])
      expect(meaning(words!), words).toBe(meaning(signs!));
  });

  it('are plain words in lower case, in quotes, or as part of another word', () => {
    expect(meaning('this or that')).toBe('saying “this” and saying “or” and saying “that”');
    expect(meaning('"OR"')).toBe('saying “OR”');
    expect(meaning('ORDER NOTE')).toBe('saying “ORDER” and saying “NOTE”');
  });

  it('report what is missing', () => {
    expect(meaning('OR a')).toContain('left of this OR');
    expect(meaning('a OR')).toContain('right of this OR');
    expect(meaning('a AND')).toContain('right of this AND');
    expect(meaning('a AND OR b')).toContain('right of this AND');
    expect(meaning('AND a')).toContain('left of this AND');
    expect(meaning('a NOT')).toContain('after this NOT');
    expect(meaning('(a OR )')).toContain('right of this OR');
  });
});

describe('the terms of a filter', () => {
  it('are the parts next to each other', () => {
    expect(texts('is:failed -class:validation tool:get* "two words" /a b/ dur:>2s')).toEqual([
      'is:failed',
      '-class:validation',
      'tool:get*',
      '"two words"',
      '/a b/',
      'dur:>2s',
    ]);
    expect(texts('(a | "b ) c") -(d) NOT e NOT (f g)')).toEqual(['(a | "b ) c")', '-(d)', 'NOT e', 'NOT (f g)']);
    expect(texts('server:"my server" https://a.b/c')).toEqual(['server:"my server"', 'https://a.b/c']);
    expect(splitTerms('a OR b | c AND d').map(({ joined }) => joined)).toEqual([null, 'or', 'or', 'and']);
    expect(texts('')).toEqual([]);
    expect(texts('is:')).toEqual([]);
  });

  it('keep their meaning if any one of them is removed', () => {
    expect(withoutTerm('is:failed server:a dur:>2s', 1)).toBe('is:failed dur:>2s');
    expect(withoutTerm('a OR b', 0)).toBe('b');
    expect(withoutTerm('a OR b', 1)).toBe('a');
    expect(withoutTerm('a OR b c', 1)).toBe('a OR c');
    expect(withoutTerm('a', 0)).toBe('');
    expect(withoutTerm('a OR b', 0)).toBe('b');
  });

  it('are added so that every row must match them', () => {
    expect(withTerm('is:failed', 'server:a')).toBe('is:failed server:a');
    expect(withTerm('is:failed', 'is:failed')).toBe('is:failed');
    expect(withTerm('a OR b', 'server:a')).toBe('(a OR b) server:a');
    expect(toggleTerm('is:failed server:a dur:>2s', 'server:a')).toBe('is:failed dur:>2s');
    expect(hasTerm('is:failed server:ab', 'server:a')).toBe(false);
  });
});

describe('an incomplete term', () => {
  it('is the start of a key, an operator, or a time without its unit', () => {
    for (const text of [
      'i',
      'is',
      'is:',
      'is:fai',
      'a OR',
      'a NOT',
      'dur:>2',
      'since:1',
      '"rate li',
      '-',
      'serv',
      '-cl',
    ])
      expect(isHalfTyped(text), text).toBe(true);
    for (const text of ['', 'is:failed', 'is:failed ', 'dur:>2s', 'rate', '"rate"', 'is:failed is:pending', 'tool:get'])
      expect(isHalfTyped(text), text).toBe(false);
  });

  it('may be a value that continues', () => {
    expect(mayGoOn('tool:get')).toBe(true);
    expect(mayGoOn('is:failed -server:clo')).toBe(true);
    for (const text of ['tool:get ', 'tool:get*', 'tool:"get"', 'is:failed', 'words'])
      expect(mayGoOn(text)).toBe(false);
  });
});
