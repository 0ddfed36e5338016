import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileWords } from '../../shared/filter/filter-words.ts';
import { parseFilter } from '../../shared/filter/parse-filter.ts';
import { narrowBy, valueTerm } from './value-term.ts';

describe('a value as a filter term', () => {
  it('is its own words, with its name if they are too unspecific', () => {
    expect(valueTerm('result.error.title', '"Not found"')).toBe('"Not found"');
    expect(valueTerm('error.data.retryable', 'true')).toBe('"retryable true"');
    expect(valueTerm('retry_hint.retry_after_ms', '900')).toBe('"retry_after_ms 900"');
    expect(valueTerm('items[3]', '7')).toBe('"items 7"');
    expect(valueTerm('a.b', '"no"')).toBe('"b no"');
  });

  it('stops before characters that the message escapes', () => {
    expect(valueTerm('a.text', '"first line\\nsecond"')).toBe('"first line"');
    expect(valueTerm('a', '"‹token 1›"')).toBeNull();
    expect(valueTerm('a', '"---"')).toBeNull();
  });

  it('always parses, and finds its source message', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer(), fc.boolean()), (value) => {
        const message = JSON.stringify({ outer: { some_name: value } });
        const term = valueTerm('outer.some_name', JSON.stringify(value));
        if (term === null) return;
        expect(parseFilter(term).ok).toBe(true);
        expect(compileWords(term.slice(1, -1))(message)).toBe(true);
      }),
    );
  });

  it('is added once, and replaces its opposite', () => {
    expect(narrowBy('is:failed', '"a b"', false)).toBe('is:failed "a b"');
    expect(narrowBy('is:failed "a b"', '"a b"', false)).toBe('is:failed "a b"');
    expect(narrowBy('is:failed "a b"', '"a b"', true)).toBe('is:failed -"a b"');
  });
});
