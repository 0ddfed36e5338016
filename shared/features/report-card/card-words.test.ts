import { expect, it } from 'vitest';
import type { ReportCard, RuleVerdict } from './card.ts';
import { summaryWords } from './card-words.ts';

const cardOf = (...verdicts: RuleVerdict[]) =>
  ({ rules: verdicts.map((verdict, index) => ({ verdict, title: `Rule ${index}` })) }) as unknown as ReportCard;

it.each<[string, RuleVerdict[]]>([
  ['Fails: rule 1.', ['partly', 'fail', 'pass']],
  ['Fails: rule 0; rule 1; rule 2; and 1 more.', ['fail', 'fail', 'fail', 'fail']],
  ['Only partly: rule 1.', ['pass', 'partly']],
  ['Every rule that was seen passed.', ['pass', 'not seen']],
  ['No rule was seen.', ['not seen']],
])('says %j', (words, verdicts) => {
  expect(summaryWords(cardOf(...verdicts))).toBe(words);
});
