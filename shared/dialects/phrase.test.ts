import { describe, expect, it } from 'vitest';
import { addPhrase, emptyPhrases, findPhrases } from './phrase.ts';
import { readWords } from './split-words.ts';

const phrases = emptyPhrases<string>();
for (const text of ['rate limit', 'limit*', 'not found', 'not .. found', 'too many requests', 'http error', '未找到'])
  addPhrase(phrases, text, text);

const said = (text: string) => findPhrases(phrases, readWords(text));

describe('phrases', () => {
  it('match regardless of how words are joined', () => {
    for (const text of ['Rate limit', 'rate_limit', 'RateLimit', 'rate-limit!', 'the “rate  limit”'])
      expect(said(text)).toEqual(['rate limit', 'limit*']);
    expect(said('HTTPError')).toEqual(['http error']);
  });

  it('allow gaps and endings where they say so', () => {
    expect(said('not found')).toEqual(['not found', 'not .. found']);
    expect(said('was not in a b c d found')).toEqual(['not .. found']);
    expect(said('not one two three four five six seven found')).toEqual([]);
    expect(said('unlimited limits, limited')).toEqual(['limit*', 'limit*']);
    expect(said('未找到文件')).toEqual(['未找到']);
  });

  it('are reported in text order, and only complete', () => {
    expect(said('too many requests: not found')).toEqual(['too many requests', 'not found', 'not .. found']);
    expect(said('too many')).toEqual([]);
    expect(said('')).toEqual([]);
  });

  it('are searched only in the start of a long text', () => {
    expect(said('rate limit '.repeat(100_000)).length).toBeLessThan(400);
    expect(said(`${'x'.repeat(5_000_000)} rate limit`)).toEqual([]);
  });
});
