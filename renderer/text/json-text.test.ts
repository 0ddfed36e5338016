import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut, plainLines } from './json-text.ts';

const textOf = (lines: { text: string }[][] | null) =>
  lines?.map((line) => line.map((token) => token.text).join('')).join('\n');

describe('layOut', () => {
  it('formats JSON like JSON.stringify', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        expect(textOf(layOut(text))).toBe(JSON.stringify(JSON.parse(text), null, 2));
      }),
    );
  });

  it('keeps every token as sent', () => {
    const text = '{"a":1,"a":2,"big":12345678901234567890,"e":1e400,"z":-0,"u":"\\u0041"}';
    expect(textOf(layOut(text))?.replace(/\s/g, '')).toBe(text);
  });

  it('distinguishes a key from a string', () => {
    expect(
      layOut('{"a":"b"}')
        ?.flat()
        .map((token) => token.kind),
    ).toEqual(['mark', 'plain', 'key', 'mark', 'string', 'mark']);
  });

  it('leaves text that is not JSON to the verbatim view', () => {
    for (const text of ['Listening on 3000', '{"a":', '{a:1}', '']) {
      const lines = layOut(text);
      if (lines) expect(textOf(lines)?.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }
    expect(layOut('Listening on 3000')).toBeNull();
  });

  it('handles deep nesting', () => {
    expect(layOut('['.repeat(100_000))?.length).toBeGreaterThan(1);
  });
});

describe('plainLines', () => {
  it('breaks long lines and loses nothing', () => {
    const text = `${'x'.repeat(4_500)}\n\nend`;
    const lines = plainLines(text);
    expect(lines.length).toBe(5);
    expect(
      lines
        .flat()
        .map((token) => token.text)
        .join(''),
    ).toBe(text.replaceAll('\n', ''));
  });
});
