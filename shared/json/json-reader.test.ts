// Compares the reader with JSON.parse: for valid JSON it finds the same, and it ends on any other text.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementTexts, memberText } from '../exchange/span.ts';
import { JsonReader, type ReaderOptions } from './json-reader.ts';

function tokens(text: string, options?: ReaderOptions): string[] {
  const found: string[] = [];
  for (const reader = new JsonReader(text, options); reader.next(); ) {
    const marks = [reader.isName ? 'name' : '', reader.isWhole ? '' : 'cut', reader.kind === 'odd' ? 'odd' : ''];
    found.push([reader.written, ...marks.filter(Boolean)].join(' '));
  }
  return found;
}

/** White space of any kind between the tokens of a JSON text. */
const spaced = fc
  .tuple(fc.json({ depthSize: 'medium' }), fc.constantFrom('', ' ', '\n\t', '\r\n  '))
  .map(([text, space]) =>
    tokens(text)
      .map((token) => token.replace(/ name$/, ''))
      .join(space),
  );

describe('the reader of JSON text', () => {
  it('distinguishes names from values, with their positions', () => {
    expect(tokens('{"a" : [1, -2.5e3, "b"],\n"c":{ } ,"d\\"":null}')).toEqual([
      '{', '"a" name', ':', '[', '1', ',', '-2.5e3', ',', '"b"', ']', ',',
      '"c" name', ':', '{', '}', ',', '"d\\"" name', ':', 'null', '}',
    ]); // biome-ignore format: one line per member
  });

  it('reports truncated strings, unmatched brackets and unknown characters', () => {
    expect(tokens('{"a":"b')).toEqual(['{', '"a" name', ':', '"b cut']);
    expect(tokens('{"a\\"')).toEqual(['{', '"a\\" name cut']);
    expect(tokens('[1}')).toEqual(['[', '1', '} cut']);
    expect(tokens("{'a': #}")).toEqual(['{', "' odd", 'a', "' odd", ':', '# odd', '}']);
    expect(tokens('"abcdef"', { to: 4 })).toEqual(['"abc cut']);
  });

  it('treats comments as white space if they are allowed', () => {
    const text = '// {\n{ /* "a": 1, */ "b": 2, // }\n}';
    expect(tokens(text, { comments: true })).toEqual(['{', '"b" name', ':', '2', ',', '}']);
    expect(tokens('[1, /* open', { comments: true })).toEqual(['[', '1', ',', '/ odd', '* odd', 'open']);
    expect(tokens('[/**/]')).toContain('/ odd');
  });

  it('knows what closes the rest of a text', () => {
    const reader = new JsonReader('{"a":[{"b":[');
    while (reader.next());
    expect([reader.closing(), reader.closing(2), reader.depth]).toEqual([']}]}', ']}', 4]);
  });

  it('finds every member and element that JSON.parse finds', () => {
    fc.assert(
      fc.property(spaced, (text) => {
        const value = JSON.parse(text) as unknown;
        if (Array.isArray(value)) {
          expect(elementTexts(text).map((part) => JSON.parse(part) as unknown)).toEqual(value);
        } else if (typeof value === 'object' && value !== null) {
          for (const [name, part] of Object.entries(value))
            expect(JSON.parse(memberText(text, name) ?? '')).toEqual(part);
        }
      }),
    );
  });

  it('covers any text to its end, each character once', () => {
    const signs = fc.string({ unit: fc.constantFrom(...'{}[],:"\\ \n1ae-/*\u2028é'.split('')), maxLength: 40 });
    fc.assert(
      fc.property(fc.oneof(signs, fc.string()), fc.boolean(), (text, comments) => {
        let end = 0;
        const reader = new JsonReader(text, { comments });
        while (reader.next()) {
          expect(reader.start).toBeGreaterThanOrEqual(end);
          expect(reader.end).toBeGreaterThan(reader.start);
          end = reader.end;
        }
        expect(reader.end).toBe(text.length);
      }),
    );
  });
});
