import { expect, test } from 'vitest';
import { toTerminalText } from './terminal-text.ts';

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
  expect(toTerminalText(text)).toBe(expected);
});

test('leaves lines, tabs and every script alone', () => {
  const text = 'one\n\ttwo · ñ · 漢字 · \u{1F4A5}';
  expect(toTerminalText(text)).toBe(text);
});

test('lets no control character through, whatever comes', () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join(' ');
  expect(toTerminalText(all)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
});
