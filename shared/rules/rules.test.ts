// The examples of every rule, through the real pairing: each broken example breaks this rule, and each kept one breaks none.

import { describe, expect, it } from 'vitest';
import type { BrokenRule } from '../account/broken-rule.ts';
import { type EventDraft, http, life, plainDecode, see, stored } from '../exchange/event-fixtures.ts';
import { Pairing } from '../exchange/pairing.ts';
import type { Trace } from './rule.ts';
import { rules } from './rules.ts';

type Step = Trace[number];

function draftOf(step: Step, at: number): EventDraft {
  switch (step[1]) {
    case 'life':
      return life(step[2], { at });
    case 'http': {
      const [, , { id, ...exchange }] = step;
      return http(200, { startedAt: at, ...exchange, at, ...(id === undefined ? {} : { id }) });
    }
    case 'line in':
    case 'line out': {
      const [, lane, text, via, id] = step;
      const sse = id === undefined ? {} : { sse: { id } };
      return { lane: lane === 'line in' ? 'in' : 'out', text, at, ...sse, ...(via === undefined ? {} : { via }) };
    }
    default:
      return { lane: step[1], text: JSON.stringify(step[2]), at };
  }
}

function brokenIn(trace: Trace): string[] {
  return saidOf(trace).map(({ id, binds }) => `${binds}: ${id}`);
}

function saidOf(trace: Trace): BrokenRule[] {
  const broken: BrokenRule[] = [];
  const pairing = new Pairing({ decode: plainDecode, onBroken: (one) => broken.push(one) });
  let now = 0;
  const drafts = trace.map((step) => {
    now = Math.max(now + 1, step[0]);
    return draftOf(step, now);
  });
  for (const event of stored(drafts)) pairing.take(see(event));
  return broken;
}

describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (id, { binds, breaks, keeps }) => {
  const sides = binds === 'both' ? ['client', 'server'] : [binds];

  it.each(breaks.map((trace, index) => [index + 1, trace] as const))('is broken by example %i', (_index, trace) => {
    const found = brokenIn(trace);
    expect(sides.map((side) => `${side}: ${id}`).filter((one) => found.includes(one))).not.toEqual([]);
  });

  it.each(keeps.map((trace, index) => [index + 1, trace] as const))('is kept by example %i', (_index, trace) => {
    expect(brokenIn(trace)).toEqual([]);
  });

  it('has examples of both', () => {
    expect([breaks.length, keeps.length].every((count) => count > 0)).toBe(true);
  });
});

/** Each sentence of lint, as often as it is said. */
it('says what is broken, and how strictly', async () => {
  const lines = rules.flatMap(({ id, breaks }) => [
    '',
    id,
    ...breaks.flatMap((trace, index) =>
      saidOf(trace).map(({ id: broken, binds, how, isAdvice, effect }) =>
        broken === id
          ? `  ${index + 1}. The ${binds} ${how} (${isAdvice ? 'SHOULD' : 'MUST'}, ${effect})`
          : `  ${index + 1}. Also: ${broken} (${binds})`,
      ),
    ),
  ]);
  await expect(`${lines.slice(1).join('\n')}\n`).toMatchFileSnapshot('sentences.txt');
});

it('names each rule once, with an address of its clause', () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  for (const { address } of rules) expect(address).toMatch(/^https:\/\/[\w./-]+(?:#[\w-]+)?$/);
});
