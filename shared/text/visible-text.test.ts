import { describe, expect, it, test } from 'vitest';
import {
  csvField,
  htmlText,
  lookAlike,
  markdownText,
  terminalJson,
  terminalText,
  visibleName,
  visibleText,
} from './visible-text.ts';

test.each([
  ['a title (OSC 0)', '\u001b]0;owned\u0007', '\\x1b]0;owned\\x07'],
  ['the clipboard (OSC 52)', '\u001b]52;c;aGk=\u001b\\', '\\x1b]52;c;aGk=\\x1b\\'],
  ['a cleared screen', '\u001b[2J', '\\x1b[2J'],
  ['C1 controls', '\u009b31m\u0090', '\\x9b31m\\x90'],
  ['a carriage return', 'good\rbad', 'good\\x0dbad'],
  ['NUL and DEL', '\u0000\u007f', '\\x00\\x7f'],
  ['reordered text', 'a\u202eb\u2066', 'a\\u202eb\\u2066'],
  ['a lone surrogate', 'x\ud800y', 'x\\ud800y'],
])('writes out %s', (_name, text, expected) => {
  expect(terminalText(text)).toBe(expected);
});

test('keeps line breaks, tabs and every script', () => {
  const text = 'one\n\ttwo · ñ · 漢字 · \u{1F4A5}';
  expect(terminalText(text)).toBe(text);
});

test('escapes every control character in any text', () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join(' ');
  expect(terminalText(all)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
});

const deceits: [name: string, text: string][] = [
  ['direction', 'a\u202eb\u2066c\u200f'],
  ['no width', 'a\u200bb\u2060c\ufeff'],
  ['the tag block', `a${[...'hidden'].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')}`],
  ['a variant selector of the supplement', 'a\u{e0101}'],
  ['a carriage return', 'good\rbad'],
  ['a blank letter', 'a\u3164b\u115f'],
  ['controls', '\u001b[2J\u0007\u009b\u0000'],
];
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u115f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff]|[\u{e0000}-\u{e0fff}]/u;

test.each(deceits)('%s is marked in every kind of output', (_name, text) => {
  for (const write of [visibleText, terminalText, htmlText, markdownText, csvField]) {
    expect(write(text)).not.toMatch(unseen);
    expect(write(text)).toContain('a'.slice(0, text.startsWith('a') ? 1 : 0));
  }
  const json = terminalJson(JSON.stringify({ text }));
  expect(json).not.toMatch(unseen);
  expect(JSON.parse(json)).toEqual({ text });
});

test.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', ' =1', '\n=1', '|x', '＝1'])(
  'a spreadsheet does not run %j',
  (text) => {
    expect(csvField(text)).toMatch(/^"?'/);
  },
);

test('keeps numbers and texts of a table', () => {
  expect(['-32601', '-1.5', 'a,b', 'say "x"', ''].map(csvField)).toEqual([
    '-32601',
    '-1.5',
    '"a,b"',
    '"say ""x"""',
    '',
  ]);
});

test('reports names that imitate others', () => {
  expect(['get_оrder', 'pаypal', 'ΑΡΙ', 'ｇithub', '𝐠et'].map((name) => lookAlike(name) !== null)).toEqual(
    Array(5).fill(true),
  );
  expect(['get_order', 'заказы', 'Müller', '注文', 'λ-server', 'Ελληνικά', 'café 2'].map(lookAlike)).toEqual(
    Array(7).fill(null),
  );
});

describe('names', () => {
  it.each([
    ['a line break', 'shop\n::add-mask::x', 'shop⟨LF⟩::add-mask::x'],
    ['a return and a break', 'shop\r\nx', 'shop⟨CR⟩⟨LF⟩x'],
    ['a tab', 'a\tb', 'a⟨TAB⟩b'],
    ['a selector of variants', 'delete\ufe0f_all', 'delete⟨U+FE0F⟩_all'],
    ['a combining mark', 'dele\u0323te', 'dele\u0323te ⟨look-alike: U+0323 is combined with the letter before it⟩'],
    ['a letter of another script', 'p\u0430y', 'p\u0430y ⟨look-alike: \u0430 is U+0430⟩'],
  ])('%s is marked', (_name, given, shown) => expect(visibleName(given)).toBe(shown));

  it.each(['❤\ufe0f', '1\ufe0f\u20e3', 'हिन्दी', 'café', 'tiếng', 'ภาษาไทย', 'كَتَبَ'])('%s stays', (name) =>
    expect(visibleName(name)).toBe(name),
  );
});
