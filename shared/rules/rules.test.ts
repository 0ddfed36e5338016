// The examples of every rule, through the real pairing: each broken example breaks this rule, and each kept one breaks none.

import { describe, expect, it } from 'vitest';
import { plainDecode, see, stored } from '../exchange/event-fixtures.ts';
import { Pairing } from '../exchange/pairing.ts';
import type { Trace } from './rule.ts';
import { rules } from './rules.ts';

function brokenIn(trace: Trace): string[] {
  const broken: string[] = [];
  const pairing = new Pairing({ decode: plainDecode, onBroken: ({ id, binds }) => broken.push(`${binds}: ${id}`) });
  let now = 0;
  const drafts = trace.map(([at, lane, message]) => {
    now = Math.max(now + 1, at);
    return { lane, text: JSON.stringify(message), at: now };
  });
  for (const event of stored(drafts)) pairing.take(see(event));
  return broken;
}

describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (id, { binds, breaks, keeps }) => {
  it.each(breaks.map((trace, index) => [index + 1, trace] as const))('is broken by example %i', (_index, trace) => {
    expect(brokenIn(trace)).toContain(`${binds}: ${id}`);
  });

  it.each(keeps.map((trace, index) => [index + 1, trace] as const))('is kept by example %i', (_index, trace) => {
    expect(brokenIn(trace)).toEqual([]);
  });

  it('has examples of both', () => {
    expect([breaks.length, keeps.length].every((count) => count > 0)).toBe(true);
  });
});

it('names each rule once', () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
});
