import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { decode } from '../decode.ts';
import { context, toolResult } from '../testing/account-fixtures.ts';
import { accusations, excuses, type FailureExample } from './did-it-fail.ts';

/** The answer as text, as servers send it. */
const fails = ([tool, args, answer]: FailureExample): boolean => {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const call = { target: tool, params: { name: tool, arguments: args } };
  return decode(toolResult({ content: [{ type: 'text', text }] }, call), context()) !== null;
};

/** The same as structured content. */
const failsStructured = ([tool, args, answer]: FailureExample): boolean => {
  const call = { target: tool, params: { name: tool, arguments: args } };
  return decode(toolResult({ content: [], structuredContent: answer as Json }, call), context()) !== null;
};

const shown = ([tool, , answer]: FailureExample): string => `${tool}: ${JSON.stringify(answer).slice(0, 80)}`;

describe.each(accusations)('$id accuses', ({ yes, no }) => {
  for (const sample of yes) {
    it(`fails: ${shown(sample)}`, () => expect(fails(sample)).toBe(true));
    if (typeof sample[2] === 'object')
      it(`fails as structured content: ${shown(sample)}`, () => expect(failsStructured(sample)).toBe(true));
  }
  for (const sample of no) it(`is content: ${shown(sample)}`, () => expect(fails(sample)).toBe(false));
});

describe.each(excuses)('$id excuses', ({ yes, no }) => {
  for (const sample of yes) it(`is content: ${shown(sample)}`, () => expect(fails(sample)).toBe(false));
  for (const sample of no) it(`fails: ${shown(sample)}`, () => expect(fails(sample)).toBe(true));
});
