// Every regular expression of the decoder and the dialects against strings made to make it backtrack.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    // The sentences in kinds*.ts are for tests, and full of slashes.
    return name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('kinds') ? [path] : [];
  });
}

/** Literals after something that cannot end a value, so that divisions are not taken for them. */
const literal = /(?:[=(,:?&|!{;[]|=>|return|\?\?)\s*\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/g;

const found: { file: string; pattern: string; flags: string }[] = [];
for (const folder of ['decode', 'dialects']) {
  for (const path of sources(join(root, folder))) {
    // Comments may hold slashes.
    const text = readFileSync(path, 'utf8').replaceAll(/^\s*\/\/.*$|\/\*\*[\s\S]*?\*\//gm, '');
    for (const match of text.matchAll(literal))
      found.push({ file: path.slice(root.length), pattern: match[1] as string, flags: match[2] as string });
  }
}
found.push({ file: 'capture.ts', pattern: '^(?:event|data|id|retry|:)', flags: '' });

const pieces = [
  'a',
  'A',
  '0',
  '4',
  ' ',
  '\n',
  '\t',
  '/',
  '/a',
  '.',
  '-',
  '_',
  'A_',
  ':',
  '"',
  "'",
  '[',
  '{',
  '<',
  '@',
  'a@',
  'a.',
  '=',
  '*',
  '#',
  ',',
  'Error',
  'Error: ',
  'MCP error 1: ',
  ' at ',
  'a: b, ',
  'retry ',
  'again ',
  'retry after 1',
  'missing required ',
  '"a" is ',
  'http ',
  'C:\\a\\',
  'eyJa.',
  'sk-',
  '"error"',
  '"error" ',
  '❌',
  '\\',
  '\ud83d',
];

function adversaries(size: number, pattern: string): string[] {
  const start = pattern.replaceAll(/\\[a-zA-Z]|[\\^$()[\]{}?*+|.]|\d+,\d+/g, '').slice(0, 12);
  return [...pieces, start]
    .filter((piece) => piece !== '')
    .flatMap((piece) => {
      const body = piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
      return [body, `${body}\u0000`, `${start}${body}\u0000`];
    });
}

describe('regular expressions', () => {
  it('are found', () => {
    expect(found.length).toBeGreaterThan(50);
  });

  it('run in linear time', () => {
    for (const { pattern, flags } of found) {
      const expression = new RegExp(pattern, flags.replace('g', ''));
      for (const text of adversaries(20_000, pattern)) expression.test(text);
    }
  }, 120_000);
});
