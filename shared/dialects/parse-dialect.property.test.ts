// Dialect files come from users and strangers: any content is parsed, or rejected with a message that names a line.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../text/testing/any-character.ts';
import { aws } from './aws.ts';
import { describeProblem, parseDialect } from './parse-dialect.ts';

function check(text: string): void {
  const parsed = parseDialect('a.json', text);
  if (parsed.ok) return;
  expect(parsed.problems.length).toBeGreaterThan(0);
  for (const problem of parsed.problems) expect(describeProblem(problem)).toMatch(/\S/);
}

it('parses any text or rejects it with a message', () => {
  fc.assert(fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.json()), check));
});

it('parses or rejects a real dialect with a piece removed or added', () => {
  const text = JSON.stringify(aws, null, 2);
  const place = fc.nat({ max: text.length });
  fc.assert(
    fc.property(
      place,
      fc.nat({ max: 60 }),
      fc.oneof(fc.string({ maxLength: 8 }), fc.json({ maxDepth: 1 })),
      (at, gone, put) => check(text.slice(0, at) + put + text.slice(at + gone)),
    ),
  );
});
