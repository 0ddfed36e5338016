// The encodings in which planted secrets reappear, and a check that none remains in an output. For tests only.

import { toBase64 } from '../../text/base64.ts';
import { toUtf8 } from '../utf8.ts';
import { allPlanted } from './planted.ts';

const hexOf = (text: string): string => Array.from(toUtf8(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
const base64Of = (text: string): string => toBase64(toUtf8(text));
const forAddresses = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_');
const everyEscape = (text: string): string =>
  [...text].map((c) => (/[a-zA-Z0-9]/.test(c) ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)).join('');
const allEscaped = (text: string): string =>
  text.replace(/[\s\S]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
const everyPercent = (text: string): string => hexOf(text).replace(/../g, '%$&');

/** As browsers encode a field. */
const formOf = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');

/** The whole text with its name, encoded. */
export const forms: [name: string, write: (text: string) => string][] = [
  ['bare', (text) => text],
  ['percent', (text) => `https://example.org/x?q=${encodeURIComponent(text)}`],
  ['every letter in percent', everyPercent],
  ['form', (text) => `user=ann&note=${formOf(text)}&x=1`],
  ['hex', (text) => `dump ${hexOf(text)} end`],
  ['base64', (text) => JSON.stringify({ body: base64Of(text) })],
  ['base64url', (text) => `x ${forAddresses(base64Of(text)).replace(/={1,2}$/, '')} y`],
  ['JSON in JSON', (text) => JSON.stringify({ text: JSON.stringify({ text }) })],
  ['escapes', (text) => `{"text":"${everyEscape(text)}"}`],
  ['every letter in escapes', allEscaped],
];

/** For outlets: each secret in one of the encodings, which take turns. The masker's own test has each secret in every encoding. */
export const plantedTexts: readonly string[] = allPlanted.map(({ text }, index) => {
  const [, write] = forms[index % forms.length]!;
  return write(text);
});

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The base64 characters that depend only on the secret, at each of its three offsets. */
function base64Cores(secret: string): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const before = '\u0000'.repeat(shift);
    const bits = (shift + toUtf8(secret).length) * 8;
    const core = base64Of(before + secret).slice(Math.ceil((shift * 8) / 6), Math.floor(bits / 6));
    return [core, forAddresses(core)];
  });
}

/** Every way in which a secret can still be read in a text. */
export function spellingsOf(secret: string): string[] {
  const hex = hexOf(secret);
  const html = secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
  const plain = [
    secret,
    encodeURIComponent(secret),
    formOf(secret),
    everyPercent(secret),
    everyEscape(secret),
    allEscaped(secret),
    html,
  ];
  return [
    ...new Set([
      ...plain,
      ...plain.map(escaped),
      ...plain.map((one) => escaped(escaped(one))),
      ...plain.map((one) => escaped(escaped(escaped(one)))),
      hex,
      hex.toUpperCase(),
      ...base64Cores(secret).filter(({ length }) => length >= 8),
    ]),
  ];
}

const spelled = allPlanted.flatMap((one) => spellingsOf(one.secret).map((spelling) => ({ one, spelling })));
const shortest = Math.min(...spelled.map(({ spelling }) => spelling.length));
const byStart = Map.groupBy(spelled, ({ spelling }) => spelling.slice(0, shortest));

/** Of four characters. A spelling has at least as many. */
const hashAt = (text: string, at: number): number =>
  (text.charCodeAt(at) +
    text.charCodeAt(at + 1) * 31 +
    text.charCodeAt(at + 2) * 961 +
    text.charCodeAt(at + 3) * 29_791) &
  0xffff;
/** Which hashes begin a spelling. Most places of a text are none, and need no substring to see it. */
const startHashes = new Uint8Array(0x10000);
for (const { spelling } of spelled) startHashes[hashAt(spelling, 0)] = 1;

/** Which planted secrets a text reveals. In one pass, because there are a thousand spellings and megabytes of text. */
export function leftIn(text: string): string[] {
  const left = new Set<(typeof allPlanted)[number]>();
  for (let at = 0; at + shortest <= text.length; at += 1) {
    if (startHashes[hashAt(text, at)] === 0) continue;
    for (const { one, spelling } of byStart.get(text.slice(at, at + shortest)) ?? [])
      if (text.startsWith(spelling, at)) left.add(one);
  }
  return allPlanted.filter((one) => left.has(one)).map(({ name }) => name);
}
