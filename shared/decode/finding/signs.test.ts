// Each sign holds in its own examples, and not in those that look alike.

import { describe, expect, it } from 'vitest';
import { decisionOn } from '../decode.ts';
import { context } from '../testing/account-fixtures.ts';
import { accountOf, toldIn } from '../testing/examples.ts';
import { type SignName, signs, slotsOf } from './signs.ts';

describe.each(Object.keys(signs) as SignName[])('%s', (name) => {
  const { yes, no, why } = signs[name];
  const held = (example: (typeof yes | typeof no)[number]) => {
    const decision = decisionOn(accountOf(toldIn(example)), context());
    if (decision === null) throw new Error(`nothing failed in ${JSON.stringify(example)}`);
    return slotsOf(signs[name], decision);
  };
  it('has a reason and examples', () => {
    expect(why).toMatch(/\.$/);
    expect(no.length).toBeGreaterThan(0);
  });
  it.each(yes.map((example) => [JSON.stringify(example), example] as const))('holds in %s', (_, example) =>
    expect(held(example)).not.toBeNull(),
  );
  it.each(no.map((example) => [JSON.stringify(example), example] as const))('does not hold in %s', (_, example) =>
    expect(held(example)).toBeNull(),
  );
});
