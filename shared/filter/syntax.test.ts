import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verdicts } from '../failure.ts';
import { filterKeys, hasWords, isWords, wordKeys } from './filter.ts';
import { parseFilter } from './parse-filter.ts';
import { syntax } from './syntax.ts';

const lines = syntax.flatMap((part) => part.lines);
const page = readFileSync(join(import.meta.dirname, '../../docs/filter.md'), 'utf8');

it('has only examples that parse', () => {
  for (const { example } of lines) expect(parseFilter(example), example).toMatchObject({ ok: true });
});

it('names only words that exist', () => {
  const named = (example: string) => lines.find((line) => line.example === example)!.means.match(/[a-z_]{2,}/g)!;
  for (const word of named('is:failed').slice(1)) expect(Object.keys(isWords)).toContain(word);
  for (const word of named('has:problem').slice(1)) expect(Object.keys(hasWords)).toContain(word);
  for (const word of named('seen:differs').slice(6)) expect(wordKeys.seen as readonly string[]).toContain(word);
  for (const word of named('retry:wait').slice(4)) expect(verdicts as readonly string[]).toContain(word);
});

it('is explained in docs/filter.md, example by example and key by key', () => {
  for (const { example } of lines) expect(page).toContain(`\`${example.replaceAll('|', '\\|')}\``);
  for (const key of filterKeys) expect(page).toContain(`\`${key}:`);
  const written = [...page.matchAll(/`(-?[a-z]+:[^`]+)`/g)].map((match) => match[1] ?? '');
  expect(written.length).toBeGreaterThan(20);
  for (const example of written) expect(parseFilter(example), example).toMatchObject({ ok: true });
});

it('has an example in the README that parses and finds failures of the samples', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const [, example = ''] = /`\/` to filter \(`([^`]+)`\)/.exec(readme) ?? [];
  expect(parseFilter(example)).toMatchObject({ ok: true });
});
