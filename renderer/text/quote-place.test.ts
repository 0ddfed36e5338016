import { describe, expect, it } from 'vitest';
import { layOut, plainLines } from './json-text.ts';
import { quotePlace } from './quote-place.ts';

const marked = (text: string, said: string, path: string): string | null => {
  const span = quotePlace(text, { text: said, path });
  return span && text.slice(span.start, span.end);
};

describe('the position of a quote', () => {
  it('is in the string at the path, not in an earlier equal one', () => {
    const text = '{"result":{"note":"No order","content":[{"text":"x"},{"type":"text","text":"No order SO-9"}]}}';
    const span = quotePlace(text, { text: 'No order', path: 'result.content[1].text' });
    expect(span?.start).toBe(text.indexOf('No order SO-9'));
    expect(quotePlace(text, { text: 'No order', path: 'elsewhere' })?.start).toBe(text.indexOf('No order'));
  });

  it('covers escapes as written', () => {
    const text = String.raw`{"error":{"message":"Say \"please\"\u0021 f\u00fcr\n{x}"}}`;
    expect(marked(text, 'Say "please"! für', 'error.message')).toBe(String.raw`Say \"please\"\u0021 f\u00fcr`);
  });

  it('is found in JSON inside a text', () => {
    const inner = JSON.stringify({ error: { detail: 'Pick "north"', code: 4 } });
    const text = JSON.stringify({ result: { content: [{ type: 'text', text: inner }] } });
    expect(marked(text, 'Pick "north"', 'result.content[0].text.error.detail')).toBe(String.raw`Pick \\\"north\\\"`);
  });

  it('is found in plain text and in a cut message, and nowhere else', () => {
    expect(marked('12:00 Error: KEY is not set\n', 'Error: KEY is not set', 'stderr[0]')).toBe('Error: KEY is not set');
    expect(marked('{"error":{"message":"No order","data":"cut', 'No order', 'error.message')).toBe('No order');
    expect(marked('{"a":"b"}', 'c', 'a')).toBeNull();
  });

  it('matches the tokens of a formatted text, and the lines of a plain one', () => {
    const text = '{"a": [1, "two"],\n"b":"three"}';
    for (const lines of [layOut(text) ?? [], plainLines(text, 5)])
      for (const token of lines.flat())
        if (token.at !== undefined) expect(text.slice(token.at).startsWith(token.text.trimEnd())).toBe(true);
    expect(
      layOut(text)
        ?.flat()
        .find((token) => token.text === '"three"')?.at,
    ).toBe(text.indexOf('"three"'));
  });
});
