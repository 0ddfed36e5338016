// `npm test` says the same twice: no test is tried again, draws examples of its own choosing, or measures how long something took.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import stories from '../e2e/playwright.config.ts';
import units from '../vite.config.ts';

const root = join(import.meta.dirname, '..');

/** Where a test reads a clock without measuring with it, and what it does instead. */
const readsAClock = new Map([
  ['electron/transports/sse.test.ts', 'a reconnect comes no sooner than a second: only ever a lower bound'],
  ['e2e/command-line.spec.ts', 'a stream is resumed no sooner than it asked for: only ever a lower bound'],
  ['electron/linear-regexes.test.ts', 'chooses the expressions for a longer look; slow is not a failure'],
  ['electron/transports/fair-turns.test.ts', 'works for two milliseconds'],
  ['electron/inspector/session/session.test.ts', 'is busy until an answer is there and its time is over'],
]);

const tests = globSync('{shared,electron,renderer,e2e}/**/*.{test,spec}.{ts,tsx}', { cwd: root })
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(root, name), 'utf8') }))
  .filter(({ name }) => name !== 'electron/no-luck.test.ts');

const namesOf = (pattern: RegExp) => tests.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

test('the tests are found', () => {
  expect(tests.length).toBeGreaterThan(100);
});

test('property tests start from a seed that is given, and leave their number of examples to `npm run fuzz`', () => {
  expect(fc.readConfigureGlobal().seed).toBe(Number(process.env.MISFIRE_SEED ?? 20261115));
  expect(namesOf(/\bnumRuns\b/)).toEqual([]);
});

test('none is tried again', () => {
  expect(units.test?.retry).toBe(0);
  expect(stories.retries).toBe(0);
  expect(namesOf(/\b(?:test|it|describe)\b[^\n]*\{ ?retr(?:y|ies)\b|configure\(\{ ?retries/)).toEqual([]);
});

test('none measures time', () => {
  const measuring = namesOf(
    /performance\.now|process\.hrtime|[cC]puUsage|PerformanceObserver|Date\.now\(\) - (?:start|began|before)/,
  );
  expect(measuring.filter((name) => !readsAClock.has(name))).toEqual([]);
});

test('none is given less time than the rest', () => {
  const bounded = namesOf(/\btimeout: [1-5]?\d_000\b|^ *\}, [1-5]?\d_000\);$/m);
  expect(bounded.filter((name) => !name.startsWith('e2e/'))).toEqual([]);
});
