// Masking works on values: the output is the same JSON, byte for byte, with placeholders instead of secrets.

import { describe, expect, it } from 'vitest';
import { Masker } from './masker.ts';
import { allPlanted } from './testing/planted.ts';

const mask = (text: string): string => new Masker().mask(text);

describe('keeps everything else byte for byte', () => {
  it.each([
    ['large numbers', '{"n":12345678901234567890,"e":1e400,"z":-0,"password":"hunter-22"}'],
    ['duplicate keys', '{"a":1,"a":2,"password":"hunter-22","a":3}'],
    ['spacing', '{ "a" :\t[ 1 , 2 ] ,\r\n "password" : "hunter-22" }'],
    ['escapes beside it', '{"a":"\\u00e9\\/\\n","password":"hunter-22","b":"\\ud83d\\ude00"}'],
    ['escapes around it', '{"a":"caf\\u00e9 \\/ password=hunter-22 \\u2028 end"}'],
    ['a lone surrogate', '{"a":"\\ud800","password":"hunter-22"}'],
    ['nested text', JSON.stringify({ a: '{"password":"hunter-22","n":1.50}' })],
    ['text in text in text', JSON.stringify({ a: JSON.stringify({ b: '{"password":"hunter-22"}' }) })],
    ['lines', '{"a":1}\n{"password":"hunter-22"}\n[1,2]\n'],
    ['an event stream', 'event: message\nid: 7\ndata: {"password":"hunter-22"}\n\n'],
    ['cut', '{"a":[1,{"password":"hunter-22"'],
    ['comments and a comma too many', '{"password":"hunter-22","b":[1,2,],}'],
  ])('%s', (_name, text) => {
    const masked = mask(text);
    expect(masked).toBe(text.replace('hunter-22', '‹password 1›'));
  });

  it('turns numbers into strings, also inside a string', () => {
    expect(mask('{"pin":48151623,"n":1}')).toBe('{"pin":"‹password 1›","n":1}');
    expect(mask('{"a":"{\\"pin\\":48151623}"}')).toBe('{"a":"{\\"pin\\":\\"‹password 1›\\"}"}');
  });
});

it.each(allPlanted.filter(({ text }) => /^\{[\s\S]*\}$/.test(text)))('$name: the output is valid JSON', ({ text }) => {
  const valid = ((): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  })();
  if (valid) expect(() => JSON.parse(mask(text))).not.toThrow();
  const nested = JSON.stringify({ content: [{ type: 'text', text }] });
  expect(() => JSON.parse(mask(nested))).not.toThrow();
});

describe('a JSON message stays JSON', () => {
  it.each([
    ['a string that looks like a list', '"[[4111111111111111"', '"[[\\"‹token 1›\\""'],
    ['a member that looks like a list', '{"a":"[[4111111111111111"}', '{"a":"[[\\"‹token 1›\\""}'],
    ['a list of numbers', '[4111111111111111]', '["‹token 1›"]'],
    ['a list after words of the language', '[null,true,4111111111111111]', '[null,true,"‹token 1›"]'],
    ['a number alone', '4111111111111111', '"‹card number 1›"'],
    [
      'many blanks before the first name',
      `{${' '.repeat(60)}"pin":48151623}`,
      `{${' '.repeat(60)}"pin":"‹password 1›"}`,
    ],
    ['a string with escapes', '"{\\"pin\\":48151623}"', '"{\\"pin\\":\\"‹password 1›\\"}"'],
  ])('%s', (_name, text, expected) => {
    const masked = new Masker().message(text);
    expect(masked).toBe(expected);
    JSON.parse(masked);
  });

  it.each([
    ['after an escape', '{"a":"x\\nsecret-22"}', '22$'],
    ['a number', '{"a":[1234567],"b":1234567}', '^1234567$'],
    ['a pattern with a space', '{"a":1, "b":2}', ',\\s'],
  ])('with a user’s pattern: %s', (_name, text, pattern) => {
    JSON.parse(new Masker({ patterns: [pattern] }).message(text));
  });
});

it('handles deep nesting', () => {
  const deep = `${'{"a":['.repeat(50_000)}"password=hunter-22"${']}'.repeat(50_000)}`;
  expect(mask(deep)).toBe(deep.replace('hunter-22', '‹password 1›'));
});

it('gives a session id the same placeholder everywhere', () => {
  const masker = new Masker();
  const id = '0b5cd2f1-6a0f-4a52-9d7b-7c2f4c1e9a10';
  expect(masker.headers({ 'Mcp-Session-Id': id })).toEqual({ 'Mcp-Session-Id': '‹credential 1›' });
  expect(masker.mask(`Session ${id} is not known`)).toBe('Session ‹credential 1› is not known');
  expect(masker.mask(JSON.stringify({ sessionId: id }))).toBe('{"sessionId":"‹credential 1›"}');
  expect(masker.mask(`https://example.org/messages?sessionId=${id}`)).toBe(
    'https://example.org/messages?sessionId=‹credential 1›',
  );
});
