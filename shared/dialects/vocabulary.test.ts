import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allSigns, atSign, credential, equalsSign, sourceFile, traced } from './signs.ts';
import { readWords, Vocabulary } from './vocabulary.ts';

const words = ['rate', 'limit', 'not', 'found', 'http', 'error', 'é', 'été', '限制', 'e404', '404'];
const stems = ['limit', 'author', 'authori', 'no', 'ét', '4'];

/** Every order of taking words in must come to the same. */
function vocabularyOf(entries: readonly [string, boolean][]): Vocabulary {
  const vocabulary = new Vocabulary();
  for (const [word, stem] of entries) vocabulary.add(word, stem);
  return vocabulary;
}

function heard(vocabulary: Vocabulary, text: string): string[] {
  const { numbers, count } = vocabulary.read(text);
  return Array.from(numbers.subarray(0, count), (number) => vocabulary.nameOf(number));
}

/** What a text's words are called, said plainly. */
function expected(text: string): string[] {
  return readWords(text).map((word) => {
    if (words.includes(word)) return word;
    const fitting = stems.filter((stem) => word.startsWith(stem)).sort((one, other) => other.length - one.length);
    return fitting[0] === undefined ? '' : `${fitting[0]}*`;
  });
}

const entries = [
  ...words.map((word): [string, boolean] => [word, false]),
  ...stems.map((stem): [string, boolean] => [stem, true]),
];
const piece = fc.oneof(
  fc.constantFrom(...words, ...stems, 'Rate', 'LIMIT', 'limits', 'Limited', 'authorisation', 'HTTPError', 'notFound'),
  fc.constantFrom(' ', ', ', '_', '-', '.', '\n', '“', '　', 'İ', 'ß', 'x', '7'),
  fc.string({ maxLength: 4 }),
);
const text = fc.array(piece, { maxLength: 300 }).map((pieces) => pieces.join(''));

describe('Vocabulary', () => {
  it('tells the words of a text as readWords cuts them', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(entries, { minLength: entries.length }), text, (order, said) => {
        expect(heard(vocabularyOf(order), said)).toEqual(expected(said));
      }),
      { numRuns: 300 },
    );
  });

  it('reads the same text again after it has learnt a word', () => {
    const vocabulary = vocabularyOf([['rate', false]]);
    expect(heard(vocabulary, 'rate limit')).toEqual(['rate', '']);
    vocabulary.add('limit', false);
    expect(heard(vocabulary, 'rate limit')).toEqual(['rate', 'limit']);
  });

  it('reads no more than the beginning of a long text', () => {
    for (const long of ['rate '.repeat(100_000), 'rateLimit'.repeat(100_000), 'aB'.repeat(390)])
      expect(heard(vocabularyOf(entries), long)).toEqual(expected(long));
  });

  it('notices signs on the way, in words and beside them', () => {
    const vocabulary = vocabularyOf([['skate', false]]);
    vocabulary.addSign('sk*', credential);
    vocabulary.addSign('js', sourceFile);
    const signs = (text: string) => vocabulary.read(text).signs;
    expect(signs('all is well, really')).toBe(0);
    expect(signs('a@b = c\n')).toBe(atSign | equalsSign | traced);
    expect(signs('the key SK-1')).toBe(credential);
    expect(signs('a skate')).toBe(credential);
    expect(signs('main.js')).toBe(sourceFile);
    expect(signs('jsx')).toBe(0);
    expect(signs('été')).toBe(allSigns);
    expect(signs('well '.repeat(500))).toBe(allSigns);
  });
});
