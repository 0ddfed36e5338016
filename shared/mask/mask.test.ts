import { describe, expect, it } from 'vitest';
import { findSecrets } from './find.ts';
import { fewLengths, KnownValues } from './known-values.ts';
import { maskAlong } from './mask-detail.ts';
import { Masker } from './masker.ts';
import { planted } from './testing/planted.ts';

describe('masked values', () => {
  it.each(planted)('$name', ({ secret, text }) => {
    const masker = new Masker();
    const masked = masker.mask(text);
    expect(text).toContain(secret);
    expect(masked).not.toContain(secret);
    // Not even most of it.
    expect(masked).not.toContain(secret.slice(2, -2));
    expect(masker.count).toBeGreaterThan(0);
  });

  it.each(planted.filter(({ text }) => text.startsWith('{')))('$name, and the output is valid JSON', ({ text }) => {
    expect(() => JSON.parse(new Masker().mask(text))).not.toThrow();
    // The same inside a text that is itself a JSON string.
    const nested = JSON.stringify({ content: [{ type: 'text', text }] });
    const masked = new Masker().mask(nested);
    expect(() => JSON.parse(masked)).not.toThrow();
  });

  it.each(planted.filter(({ text }) => text.startsWith('{')))('$name, one level deeper', ({ text, secret }) => {
    const nested = new Masker().mask(JSON.stringify({ content: [{ type: 'text', text }] }));
    expect(nested).not.toContain(JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1));
  });

  it('gives equal secrets equal placeholders', () => {
    const masker = new Masker();
    const text = 'ann@example.org wrote to bob@example.org and ann@example.org';
    expect(masker.mask(text)).toBe('‹e-mail 1› wrote to ‹e-mail 2› and ‹e-mail 1›');
    expect(masker.summary()).toEqual([expect.objectContaining({ kind: 'email', count: 3, label: 'E-mail addresses' })]);
  });

  it('shows examples from the start of a word', () => {
    const masker = new Masker();
    masker.mask('{"samples":[{"customer":{"email":"ann@example.org"}}]}');
    masker.mask('bob@example.org');
    expect(masker.summary()[0]?.examples).toEqual(['…customer":{"email":"‹e-mail 1›', '‹e-mail 2›']);
  });

  it('keeps what the user chose to keep, and masks what the user named', () => {
    const masker = new Masker({ keep: ['email'], patterns: ['^ACME-\\d+$', 'my house', '('] });
    expect(masker.mask('ann@example.org ACME-1234 XACME-1 {"at":"near my house, left"}')).toBe(
      'ann@example.org ‹hidden 1› XACME-1 {"at":"‹hidden 2›"}',
    );
  });

  it('recognizes headers by their name', () => {
    const masked = new Masker().headers({
      Authorization: 'x',
      'content-type': 'a/b',
      cookie: 'a=b',
      'x-api-key': '‹hidden›',
    });
    expect(masked).toEqual({
      Authorization: '‹credential 1›',
      'content-type': 'a/b',
      cookie: 'a=‹credential 2›',
      'x-api-key': '‹hidden›',
    });
  });
});

const harmless = [
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get","_meta":{"progressToken":"a1b2c3"}}}',
  '{"id":"3f2504e0-4f89-41d3-9a0c-0305e82c3301","nextCursor":"eyAicGFnZSI6IDIgfQ","max_tokens":4096,"tokens":12}',
  'commit 9fceb02d0ae598e95dc970b74767f19372d61af8 in /home/x/src/9fceb02d0ae598e95dc970b74767f19372d61af8/file.ts',
  'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '"integrity":"sha512-9l8gjFBKVq1VoSTuWyPPNuYw3fXRRr2gA5vXHw9nDk8mWeYgO4F3e9rKDXLmXUvLrYt2bWqTTv1bS7eYp6bJfQ=="',
  'getUserAccountInformationByIdentifierAndRegion2 XMLHttpRequestEventTargetEventMap',
  'https://example.org/docs/errors/not_found?page=2&sort=asc @modelcontextprotocol/sdk@1.32.2 git@github.com:a/b.git',
  '{"code":-32602,"message":"Invalid token in JSON at position 3","data":{"key":"gtin","token":null}}',
  '{"gtin":"04006381333931","at":1763150400000,"seq":4006381333931}',
  `{"data":"${'iVBORw0KGgoAAAANSUhEUgAA'.repeat(40)}","mimeType":"image/png"}`,
  'Authentication failed: the password is wrong. Basic usage: token bucket, secret sauce',
  '/usr/lib/node_modules/@scope/package-name-with-many-parts/dist/esm/index.production.min.js:12:3456',
];

it.each(harmless)('does not mask: %s', (text) => {
  expect(findSecrets(text).map(({ from, to }) => text.slice(from, to))).toEqual([]);
});

// Anything worse than linear takes minutes here: the timeout only ends endless runs, even on a busy machine.
describe('a secret in an unusual place', () => {
  const secret = 'sk-live-9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';

  it.each([
    `{"${secret}": "value"}`,
    `{${secret}: "value"}`,
    `get {a: 1, ${secret}: {b: "value"}}`,
    `{'${secret}': 'value'}`,
  ])('is masked as the name of a member: %s', (text) => {
    expect(new Masker().mask(text)).toBe(text.replace(secret, '‹token 1›'));
  });

  it('is masked where words were shortened, with the same placeholder', () => {
    const masker = new Masker();
    masker.mask(`{"api_key":"${secret}"}`);
    for (let length = 8; length < secret.length; length += 1)
      expect(masker.mask(`Remove ${secret.slice(0, length)}… from x`)).toBe('Remove ‹token 1›… from x');
    for (const text of ['Remove sk-live…', 'Remove sk-live-other…', 'Remove …', '…'])
      expect(masker.mask(text)).toBe(text);
  });

  it('costs one lookup per position in a text of ellipses', () => {
    const masker = new Masker();
    masker.mask(`{"api_key":"${secret}"}`);
    const text = `${'a'.repeat(50)}…`.repeat(20_000);
    expect(masker.mask(text)).toBe(text);
  });
});

it('terminates for any text', { timeout: 300_000 }, () => {
  const hostile = [
    'a',
    '@',
    'eyJ',
    '-----BEGIN PRIVATE KEY-----',
    '"token":"',
    '\\"',
    'sk-',
    '://',
    '?a=',
    '--token ',
    '4111 ',
    'Bearer ',
    'A1b2',
    'cookie: ',
    'cookie: a=',
    'password=',
    '<password>',
    'mysql -u ',
    '%41',
  ];
  for (const piece of hostile) new Masker().mask(piece.repeat(Math.ceil(300_000 / piece.length)));
});

it('compares a known value only at its position, for any number of similar ones', () => {
  const known = new KnownValues();
  const values = Array.from({ length: 3000 }, (_, i) => `password-of-many-${10_000 + i}-end`);
  for (const value of values) known.add(value);
  const near = values.map((value) => value.replace('of', 'if')).join(' ');
  expect(known.find(near)).toEqual([]);
  const found = known.find(`${values.join(' ')} ${values.map((value) => btoa(value)).join(' ')}`);
  expect(found.map(({ value }) => value)).toEqual([...values, ...values]);
  expect(known.compared).toBeLessThanOrEqual(2 * found.length);
});

it('checks each position a bounded number of times, for any number of password lengths', () => {
  const masker = new Masker();
  masker.mask(JSON.stringify(Array.from({ length: 1000 }, (_, i) => ({ password: `${'a'.repeat(10 + i)}b1` }))));
  const known = new KnownValues(fewLengths);
  for (let i = 0; i < 1000; i += 1) known.add(`${'a'.repeat(10 + i)}b1`);
  const text = 'a'.repeat(20_000);
  expect(known.find(text)).toEqual([]);
  expect(known.looked).toBeLessThanOrEqual(fewLengths * text.length);
  // All marked secrets are searched, and so are the first learned ones.
  expect(known.find(`x ${'a'.repeat(10)}b1 y`)).toHaveLength(1);
  expect(masker.mask(`x ${'a'.repeat(10)}b1 y`)).toMatch(/^x ‹password \d+› y$/);
});

it('reads a source text once', () => {
  let reads = 0;
  const masker = new Masker();
  const { find } = masker;
  masker.find = (...given) => {
    if (given[0].includes('origin')) reads += 1;
    return find.apply(masker, given);
  };
  const derived = maskAlong(masker, ['{"origin":1,"password":"hunter2-and-more"}'], { said: 'got hunter2-and-more' });
  expect(derived).toEqual({ said: 'got ‹password 1›' });
  expect(reads).toBe(1);
});
