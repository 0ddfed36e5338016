// A report card in every format: what each one says, and that words of servers cannot break out.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { ReportCard } from './card.ts';
import type { CardFormat } from './card-formats.ts';
import { differences, subjectWords, sumWords } from './card-words.ts';
import { cardMarkdown, writeCards } from './formats.ts';
import { cardLines } from './print.ts';
import {
  asked,
  call,
  cardOf,
  fine,
  type Line,
  opening,
  rateLimited,
  refusedForGood,
  silent,
} from './testing/recording.ts';

const testing = join(import.meta.dirname, '../../findings/testing');
const facts = {
  version: '1.2.3',
  placeOf: (ref: { row: number; file?: string } | undefined) => ({
    file: ref?.file ?? 'run.jsonl',
    line: ref?.row ?? 1,
  }),
};
const write = (format: Exclude<CardFormat, 'html'>, ...cards: ReportCard[]) => writeCards(format, cards, facts);

const base: Line[] = [
  ...opening,
  ...call(1, [100, 110], 'find', rateLimited(2)),
  ...call(3, [3000, 3010], 'find', refusedForGood, { arguments: { id: 9 } }),
  ...call(4, [3100, 3110], 'note', silent),
];
const model = [
  asked('find', 90, 420, { got: 'Rate limit exceeded. Retry after 2 seconds.' }),
  asked('find', 2990, 3020, { arguments: { id: 9 }, isFlagged: true }),
  asked('note', 3090, 3120, { got: '{"success":false}' }),
];
const shown = 'Rate limit exceeded. Retry after 2 seconds. The account is closed for good. Do not retry.';
const early = cardOf([...base, ...call(2, [400, 410], 'find', fine)], { model, shown });
const patient = cardOf([...base, ...call(2, [2400, 2410], 'find', fine)], { model, shown });

it('shows the sum of the grade, or why there is none', () => {
  expect(early.grade).toMatchObject({ of: 7, points: 3.5, percent: 50, letter: 'C' });
  expect(sumWords(early)).toBe('3.5 of 7 = 50 %');
  expect(sumWords(patient)).toBe('5.5 of 7 = 78 %');
  expect(
    sumWords({ ...early, grade: { letter: 'D', points: 9, of: 10, percent: 90, cappedBy: 'no-unsafe-repeat' } }),
  ).toBe('9 of 10 = 90 %, D at best after an unsafe repeat');
  expect(sumWords({ ...early, grade: null, whyNoGrade: '3 of 14 rules seen, 5 are needed.' })).toBe(
    'No grade: 3 of 14 rules seen, 5 are needed.',
  );
  const ungraded = { ...early, grade: null, whyNoGrade: '3 of 14 rules seen, 5 are needed.' };
  expect(cardMarkdown([ungraded])).toMatch(/5 are needed\. \d/);
});

it('says whose repeats are judged', () => {
  expect(subjectWords(early)).toContain('repeats of its model are left out');
  expect(subjectWords(cardOf(base))).toContain('repeats are the client’s or its model’s');
});

it('says what keeps two cards from being compared', () => {
  expect(differences([early, patient])).toEqual([]);
  expect(differences([early, { ...patient, plan: 'slow-server' }])).toEqual([
    'Not comparable, the plans differ: Robo no plan, Robo slow-server.',
  ]);
  expect(differences([early, { ...patient, servers: ['other'] }])).toEqual([
    'Not comparable, the servers differ: Robo shop, Robo other.',
  ]);
});

it('prints each rule with its verdict, what it was told and its rows', () => {
  const text = cardLines([early]).map((line) => line.map((piece) => piece.text).join(''));
  expect(text[0]).toBe('C  Robo 1.2.3  3.5 of 7 = 50 %');
  expect(text).toContainEqual(expect.stringMatching(/✗ Fail {5}Waits as long as asked .* Came back after 290 ms/));
  expect(text).toContainEqual(expect.stringMatching(/Told: Wait 2 s · #6 #8$/));
  expect(text).toContainEqual(expect.stringMatching(/· Not seen Signs in again when asked/));
});

it('prints the rules in which two clients differ', () => {
  const text = cardLines([early, patient]).map((line) =>
    line
      .map((piece) => piece.text)
      .join('')
      .trimEnd(),
  );
  expect(text.at(-1)).toBe('Waits as long as asked  Fail      Pass');
});

it('writes a Markdown table with one column per client', () => {
  const text = write('md', early, patient);
  expect(text).toContain('| Rule | Told | Robo | Robo |');
  expect(text).toMatch(/\| Waits as long as asked \| Wait 2 s \| ❌ Fail: Came back after 290 ms \(.*\) \| ✅ Pass/);
});

it('keeps words of servers inside of their cells', () => {
  const nasty: ReportCard = {
    ...early,
    client: { name: 'a | b\n<script>', version: null },
    rules: early.rules.map((rule) => ({ ...rule, did: 'x | y\n# <b>' })),
  };
  const rows = write('md', nasty)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  expect(rows).toHaveLength(16);
  expect(write('md', nasty)).not.toContain('<script>');
});

it('writes one JSON line per card', () => {
  const lines = write('json', early, patient).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).grade.letter)).toEqual(['C', 'B']);
});

it('writes JUnit that fits its schema: failed rules fail, rules that were not seen are skipped', async () => {
  const text = write('junit', early);
  const { valid } = await validateXML({
    xml: [{ fileName: 'a.xml', contents: text }],
    schema: [{ fileName: 'junit.xsd', contents: readFileSync(join(testing, 'junit-10.xsd'), 'utf8') }],
  });
  expect(valid).toBe(true);
  expect(text).toMatch(/<testsuite .*tests="14" failures="2" errors="0" skipped="9"/);
});

it('writes SARIF whose fingerprints stay the same when times and rows change', () => {
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(join(testing, 'sarif-schema-2.1.0.json'), 'utf8'));
  const isSarif = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  const printsOf = (card: ReportCard) => {
    const log = JSON.parse(write('sarif', card));
    expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
    return log.runs[0].results.map(
      (result: { partialFingerprints: Record<string, string> }) => result.partialFingerprints['misfire/v1'],
    );
  };
  const later = cardOf([...base, ...call(8, [700, 710], 'find', fine), ...call(9, [50, 60], 'note', fine)], {
    model,
    shown,
  });
  expect(printsOf(early)).toEqual([
    'waits-as-asked:Robo:Waits%20as%20long%20as%20asked::1',
    'notices-silent-failure:Robo:Notices%20a%20failure%20reported%20as%20success::1',
    'tells-the-person:Robo:Tells%20the%20person%20what%20failed::1',
  ]);
  expect(printsOf(later)).toEqual(printsOf(early));
});
