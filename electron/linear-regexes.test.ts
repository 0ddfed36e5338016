// Every regular expression in the source against long strings that are made to make it look at each place again and again.
// What is quadratic needs minutes for one of them, so it does not end before its test is given up. The expressions
// that people write themselves run on an engine of their own that cannot backtrack (shared/filter/regex.ts).

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Long enough that a quadratic expression does not end. */
const long = 250_000;
/** Long enough that a quadratic one takes hundreds of milliseconds, and short enough to try every adversary on every expression. */
const short = 20_000;
/** A linear one takes far less. On a busy machine it may only meet the long text as well. */
const suspiciousMs = 40;

/** Literals after something that cannot end a value, so that divisions are not taken for them. */
const literal = /(?:[=(,:?&|!{;[]|=>|return|\?\?)\s{0,80}\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/g;
const comment = /^\s*\/\/.*$|\/\*\*[\s\S]*?\*\//gm;

interface Found {
  file: string;
  pattern: string;
  flags: string;
}

const found: Found[] = globSync('{shared,electron,renderer}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$|samples|testing|launch/.test(file))
  .sort()
  .flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(comment, '');
    return [...text.matchAll(literal)].map((match) => ({
      file,
      pattern: match[1] as string,
      flags: match[2] as string,
    }));
  });

/** So often that it has the length, and then something that nothing asks for. */
const oftenOver = (piece: string, length: number): string =>
  `${piece.repeat(Math.ceil(length / piece.length)).slice(0, length)}\u0000`;
const pieces = ['a', '0', ' ', '\n', '/', '.', '-', '"', '\\', 'a ', 'a.', 'a: ', '<', '{"', '%41'];

/** null: it only looked like an expression, as a comment within markup does. */
function compiled(pattern: string, flags: string): RegExp | null {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return null;
  }
}

/**
 * Every sign that the expression names, in a class or bare: `[?&#]([^=&#]+)=` begins again at each `?` of many, and reads them all.
 * Escapes such as \n stand for one; \d and \w are among the bodies.
 */
function signsIn(pattern: string): string[] {
  const plain = pattern
    .replaceAll(/\(\?(?:<?[=!]|:|<[A-Za-z]+>)|\\[pP]\{[^}]*\}|\{\d+,?\d*\}/g, '')
    .replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\\[dDwWsSbB]/g, '')
    .replaceAll('\\t', '\t')
    .replaceAll('\\r', '\r')
    .replaceAll(/\\[nfv0]/g, '')
    .replaceAll(/\\(.)/g, '$1');
  return [...new Set(plain.match(/[^A-Za-z0-9]/g) ?? [])];
}

/** The signs and letters that it begins with, where there are several: `\$\{[^}]*\}` begins again at each `${`. */
function beginningOf(pattern: string): string[] {
  const start = /^(?:\\[^A-Za-z0-9]|[^\\^$()[\]{}?*+|.])*/.exec(pattern)?.[0].replaceAll('\\', '') ?? '';
  return start.length < 2 ? [] : [start];
}

interface Adversary {
  start: string;
  piece: string;
}

function* adversaries(pattern: string): Generator<Adversary> {
  // The letters that the expression asks for, so that a search gets as far as its first unbounded part.
  const start = pattern.replaceAll(/\\[a-zA-Z]|[\\^$()[\]{}?*+|.]|\d+,\d+/g, '').slice(0, 12);
  // What is tied to the beginning cannot begin again at every place.
  const isTied = pattern.startsWith('^') && !pattern.includes('|');
  const signs = [...signsIn(pattern), ...beginningOf(pattern)];
  const started = start === '' ? [] : [start, start[0] as string];
  for (const piece of new Set([...pieces, ...signs, ...started])) {
    if (!isTied || start === '') yield { start: '', piece };
    if (start !== '') yield { start, piece };
  }
}

/** The short text decides which expressions meet the long one. It alone decides whether a test ends in time. */
function tryOn(expression: RegExp, { start, piece }: Adversary): void {
  expression.lastIndex = 0;
  const began = performance.now();
  expression.test(start + oftenOver(piece, short));
  if (performance.now() - began < suspiciousMs) return;
  expression.lastIndex = 0;
  expression.test(start + oftenOver(piece, long));
}

describe('regular expressions take time in step with the text', () => {
  it('and are found', () => expect(found.length).toBeGreaterThan(300));

  it('and the signs in their classes are tried', () => {
    expect(signsIn('[?&#]([^=&#]+)=([^&#]+)')).toEqual(expect.arrayContaining(['?', '&', '#', '=']));
  });

  it.each(found)('$file: $pattern', ({ pattern, flags }) => {
    const expression = compiled(pattern, flags.replace('g', ''));
    if (!expression) return;
    for (const adversary of adversaries(pattern)) tryOn(expression, adversary);
  });
});
