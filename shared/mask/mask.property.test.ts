// Masking works on values: JSON keeps its shape, and no planted password remains.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isObject, type Json } from '../json/json.ts';
import { anyCharacter } from '../text/testing/any-character.ts';
import { Masker } from './masker.ts';

/** The same value with all texts and numbers equal: masking must not change it. */
function shape(value: Json): Json {
  if (Array.isArray(value)) return value.map(shape);
  if (!isObject(value)) return typeof value === 'object' || typeof value === 'boolean' ? value : '';
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shape(part)]));
}

const value = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;

it('keeps the shape of a JSON text', () => {
  fc.assert(
    fc.property(value, (json) => {
      const masked = new Masker().mask(JSON.stringify(json));
      expect(shape(JSON.parse(masked) as Json)).toEqual(shape(json));
    }),
  );
});

/** Fragments that trigger masking, next to fragments of JSON. */
const piece = fc.constantFrom(
  '[[4111111111111111',
  '4111111111111111',
  '[4111111111111111,',
  "{'pin':48151623}",
  '{"pin":48151623,"n":[12345678]}',
  '{pin: 48151623',
  '\\"password\\":\\"hunter-22\\"',
  'password=hunter-22',
  '%7B%22pin%22%3A48151623%7D',
  '\\u007b\\u0022pin\\u0022:48151623',
  'ann@example.org',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  '48151623',
  '"',
  '\\',
  '\n',
  "'",
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  ' ',
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string(),
);
const name = fc.oneof(fc.constantFrom('pin', 'password', 'name', 'value', 'headers', 'Authorization', 'auth'), text);
const { message } = fc.letrec<{ message: Json }>((tie) => ({
  message: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom<Json>(4111111111111111, 48151623, 12345678, -1, 1e21, true, null),
    fc.array(tie('message'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('message')), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
  ),
}));

it('a masked JSON message is still JSON', () => {
  fc.assert(
    fc.property(message, fc.constantFrom('', ' ', '  '), fc.boolean(), (json, space, hasPattern) => {
      const written = JSON.stringify(json, null, space);
      const masked = new Masker({ patterns: hasPattern ? ['22$', '\\s\\d'] : [] }).message(written);
      expect(() => JSON.parse(masked)).not.toThrow();
    }),
  );
});

it('masks a named password anywhere, and masking twice changes nothing', () => {
  const secret = fc.stringMatching(/^[a-z0-9]{10,20}$/).map((text) => `Zq${text}`);
  fc.assert(
    fc.property(
      secret,
      value,
      fc.constantFrom('password', 'api_key', 'access_token', 'client_secret'),
      (hidden, beside, name) => {
        const text = JSON.stringify({ beside, list: [{ [name]: hidden }], text: JSON.stringify({ [name]: hidden }) });
        const masked = new Masker().mask(text);
        expect(masked).not.toContain(hidden);
        expect(new Masker().mask(masked)).toBe(masked);
      },
    ),
  );
});

it('never throws on any text', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (text) => void new Masker().mask(text)));
});
