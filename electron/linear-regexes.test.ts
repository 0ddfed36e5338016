// Every regular expression in the source against strings that make it look at each place again and again. A quadratic one does not get to
// the end of a long text. Expressions that people write themselves run on an engine that cannot backtrack (shared/filter/regex.ts).

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/**
 * How long a text is, and how long an expression takes before it meets the next one. The first is short, so that every expression meets
 * every adversary. One that is slow for another reason goes on too, which changes nothing: only the last text decides.
 */
const steps = [
  { length: 3_000, suspiciousMs: 1 },
  { length: 30_000, suspiciousMs: 100 },
];
/** A linear expression takes milliseconds, a quadratic one minutes. */
const long = { length: 250_000, stuckMs: 20_000 };

/** Literals after something that cannot end a value, so that divisions are not taken for them. */
const literal = /(?:[=(,:?&|!{;[]|=>|return|\?\?)\s{0,80}\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/g;
const comment = /^\s*\/\/.*$|\/\*\*[\s\S]*?\*\//gm;

interface Found {
  file: string;
  pattern: string;
  flags: string;
}

const found: Found[] = globSync('{shared,electron,renderer}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.(?:test|states)\.tsx?$|samples|testing|launch/.test(file))
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
const repeated = (piece: string, length: number): string =>
  `${piece.repeat(Math.ceil(length / piece.length)).slice(0, length)}\u0000`;
const pieces = ['a', '0', ' ', '\n', '/', '.', '-', '"', '\\', 'a ', 'a.', 'a: ', '<', '{"', '%41'];

/** null: it only looked like an expression, as a comment within markup does. */
function compiled(pattern: string, flags: string): RegExp | null {
  try {
    return new RegExp(pattern, flags.replace('g', ''));
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

const tryOut = new Script('expression.test(text)');

/** Whether it reads a text to its end that is so long that only a linear one does. */
function endsOn(expression: RegExp, { start, piece }: Adversary): boolean {
  for (const { length, suspiciousMs } of steps) {
    const text = start + repeated(piece, length);
    const began = process.threadCpuUsage();
    expression.lastIndex = 0;
    expression.test(text);
    if (process.threadCpuUsage(began).user < suspiciousMs * 1000) return true;
  }
  try {
    const text = start + repeated(piece, long.length);
    expression.lastIndex = 0;
    tryOut.runInContext(createContext({ expression, text }), { timeout: long.stuckMs });
    return true;
  } catch {
    return false;
  }
}

function stuckOn({ file, pattern, flags }: Found): string[] {
  const expression = compiled(pattern, flags);
  if (!expression) return [];
  const stuck = [...adversaries(pattern)].find((adversary) => !endsOn(expression, adversary));
  return stuck
    ? [`${file}: /${pattern}/${flags} on ${JSON.stringify(stuck.start)} and many ${JSON.stringify(stuck.piece)}`]
    : [];
}

it('every regular expression takes time in step with the text', () => {
  expect(found.length).toBeGreaterThan(300);
  const distinct = new Map(found.map((one) => [`${one.pattern}/${one.flags}`, one]));
  expect([...distinct.values()].flatMap(stuckOn)).toEqual([]);
});

it('tries the signs in the classes of an expression', () => {
  expect(signsIn('[?&#]([^=&#]+)=([^&#]+)')).toEqual(expect.arrayContaining(['?', '&', '#', '=']));
});
