// A dialect file is written by hand or by a stranger: whatever it holds, it is read or refused in words that name a line.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aws } from './aws.ts';
import { describeProblem, parseDialect } from './parse.ts';

function check(text: string): void {
  const parsed = parseDialect('a.json', text);
  if (parsed.ok) return;
  expect(parsed.problems.length).toBeGreaterThan(0);
  for (const problem of parsed.problems) expect(describeProblem(problem)).toMatch(/\S/);
}

it('any text is read or refused in words', () => {
  fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), check), { numRuns: 300 });
});

it('a real dialect that lost a piece, or has one more, is too', () => {
  const text = JSON.stringify(aws, null, 2);
  const place = fc.nat({ max: text.length });
  fc.assert(
    fc.property(
      place,
      fc.nat({ max: 60 }),
      fc.oneof(fc.string({ maxLength: 8 }), fc.json({ maxDepth: 1 })),
      (at, gone, put) => check(text.slice(0, at) + put + text.slice(at + gone)),
    ),
    { numRuns: 300 },
  );
});
