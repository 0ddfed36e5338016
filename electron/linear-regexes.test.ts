// Every regular expression in the source against long strings that are made to make it look at each place again and again.
// What is quadratic needs minutes for one of them, so it does not end before its test is given up. The expressions
// that people write themselves run on an engine of their own that cannot backtrack (shared/filter/regex.ts).

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const length = 250_000;

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

/** So often that it is long, and then something that nothing asks for. */
const oftenOver = (piece: string): string => `${piece.repeat(Math.ceil(length / piece.length)).slice(0, length)}\u0000`;
const bodies = ['a', '0', ' ', '\n', '/', '.', '-', '"', '\\', 'a ', 'a.', 'a: ', '<', '{"', '%41'].map(oftenOver);

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

function* adversaries(pattern: string): Generator<string> {
  // The letters that the expression asks for, so that a search gets as far as its first unbounded part.
  const start = pattern.replaceAll(/\\[a-zA-Z]|[\\^$()[\]{}?*+|.]|\d+,\d+/g, '').slice(0, 12);
  // What is tied to the beginning cannot begin again at every place.
  const isTied = pattern.startsWith('^') && !pattern.includes('|');
  const signs = [...signsIn(pattern), ...beginningOf(pattern)].map(oftenOver);
  if (start === '') return yield* [...bodies, ...signs];
  for (const body of [...bodies, ...signs, oftenOver(start), oftenOver(start[0] as string)]) {
    if (!isTied) yield body;
    yield start + body;
  }
}

describe('regular expressions take time in step with the text', () => {
  it('and are found', () => expect(found.length).toBeGreaterThan(300));

  it('and the signs in their classes are tried', () => {
    expect(signsIn('[?&#]([^=&#]+)=([^&#]+)')).toEqual(expect.arrayContaining(['?', '&', '#', '=']));
  });

  it.each(found)('$file: $pattern', ({ pattern, flags }) => {
    const expression = compiled(pattern, flags.replace('g', ''));
    if (!expression) return;
    for (const text of adversaries(pattern)) {
      expression.lastIndex = 0;
      expression.test(text);
    }
  });
});
