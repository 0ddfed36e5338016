// More than two hundred secrets, each in its usual position and in every encoding: none remains.

import { describe, expect, it } from 'vitest';
import { Masker } from './masker.ts';
import { allPlanted } from './testing/planted.ts';
import { forms, leftIn } from './testing/planted-forms.ts';

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8');
/** What a reader who tries to recover it sees. */
function readBack(text: string, depth = 0): string {
  if (depth > 1) return text;
  const read = [
    text,
    text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
      try {
        return decodeURIComponent(run);
      } catch {
        return run;
      }
    }),
    text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    text.replace(/\\(.)/g, '$1'),
    text.replace(/[A-Za-z0-9+/_-]{8,}={0,2}/g, (run) => Buffer.from(run, 'base64').toString('latin1')),
    text.replace(/(?:[0-9a-f]{2}){4,}/gi, (run) => Buffer.from(run, 'hex').toString('latin1')),
  ];
  const changed = [...new Set(read)].filter((one) => one !== text);
  return [text, ...changed.map((one) => readBack(one, depth + 1))].join('\n');
}

it('there are 240 secrets and ten forms', () => {
  expect(allPlanted.length).toBeGreaterThanOrEqual(240);
  expect(forms.length).toBeGreaterThanOrEqual(10);
});

/** As logs and rows show a text: on one line, with words before it. */
const wrappings: [name: string, wrap: (text: string) => string][] = [
  ['after words of a log', (text) => `2026-11-14 12:00:00 Told: ${text}`],
  ['in one line', (text) => text.replace(/\s+/g, ' ')],
];
/** For these, only the line break reveals the secret. */
const byLines = new Set([
  'Markdown table',
  'YAML block of two lines',
  'private key of PuTTY',
  'recovery codes of digits',
]);

it.each(wrappings)('masks all %s', (wrapping, wrap) => {
  const left = allPlanted.filter(({ text, name }) => leftIn(new Masker().mask(wrap(text))).includes(name));
  const names = left.map(({ name }) => name);
  expect(wrapping === 'in one line' ? names.filter((name) => !byLines.has(name)) : names).toEqual([]);
});

it.each(forms)('the check detects an unmasked secret: %s', (_form, write) => {
  const unseen = allPlanted.filter(({ name, text }) => !leftIn(write(text)).includes(name));
  expect(unseen.map(({ name }) => name)).toEqual([]);
});

it.each(forms)('masks all: %s', (_form, write) => {
  const left = allPlanted.filter(({ text, secret, name }) => {
    const masked = new Masker().mask(write(text));
    if (!masked.includes('‹') || leftIn(masked).includes(name)) return true;
    const read = readBack(masked);
    return read.includes(secret) || read.includes(JSON.stringify(secret).slice(1, -1));
  });
  expect(left.map(({ name }) => name)).toEqual([]);
});

/** Those found again by value, without the name that revealed them. */
const echoed = allPlanted.filter(({ secret }) => /\d/.test(secret) && /[a-z]/i.test(secret) && !/[@;\s]/.test(secret));

const echoes: [name: string, write: (secret: string) => string][] = [
  ['bare', (it) => `no such value ${it} here`],
  ['with a scheme', (it) => `got Bearer ${it}`],
  ['percent', (it) => `q ${encodeURIComponent(it)}`],
  ['hex', (it) => `x${bytesOf(it).toString('hex')}`],
  ['hex in capitals', (it) => `x${bytesOf(it).toString('hex').toUpperCase()}`],
  ['base64', (it) => bytesOf(it).toString('base64')],
  ['base64 one later', (it) => bytesOf(`\u0001${it}\u0002\u0003`).toString('base64')],
  ['base64 two later', (it) => bytesOf(`\u0001\u0001${it}\u0002`).toString('base64url')],
  ['JSON in JSON', (it) => JSON.stringify({ a: JSON.stringify({ seen: it }) })],
];

describe.each(echoes)('masks a known secret again: %s', (_form, write) => {
  it('every one', () => {
    const left = echoed.filter(({ text, secret }) => {
      const masker = new Masker();
      masker.mask(text);
      return readBack(masker.mask(write(secret))).includes(secret);
    });
    expect(left.map(({ name }) => name)).toEqual([]);
    expect(echoed.length).toBeGreaterThan(70);
  });
});

describe('a password in a form', () => {
  const fields: [name: string, form: string, secret: string][] = [
    ['with blanks as plus signs', 'user=ann&password=two+words9&next=1', 'two words9'],
    ['with blanks and percent signs', 'grant_type=password&password=my+long%20pass%219', 'my long pass!9'],
    ['after a name of several words', 'mot+de+passe=deux+mots+secrets', 'deux mots secrets'],
    ['in the body of a request', JSON.stringify({ body: 'pass+phrase=correct+horse+9&x=1' }), 'correct horse 9'],
    ['in a sentence', 'https://example.org/?q=the+password+is+hunter-22+today', 'hunter-22'],
  ];

  it.each(fields)('masks %s and its copies without a name', (_name, form, secret) => {
    const masker = new Masker();
    const masked = masker.mask(form);
    expect(masked).toContain('‹password 1›');
    for (const word of secret.split(' ').filter(({ length }) => length > 3)) expect(masked).not.toContain(word);
    expect(masker.mask(`no such value ${secret} here`)).toBe('no such value ‹password 1› here');
    expect(masker.mask(JSON.stringify({ seen: secret }))).toBe('{"seen":"‹password 1›"}');
  });
});
