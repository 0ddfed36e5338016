// Report cards as lines for a terminal: one block per client, and a table where several are compared. Styles are added by the code that
// prints them.

import type { ReportCard, RuleVerdict } from './card.ts';
import {
  cardVerdictWords,
  clientName,
  clientWords,
  countWords,
  differences,
  missedWords,
  rowWords,
  ruleRows,
  subjectWords,
  sumWords,
} from './card-words.ts';

/** One piece of a line. The tone is a color where the terminal has colors; the words say the same. */
export interface CardPiece {
  text: string;
  tone?: 'good' | 'middle' | 'bad' | 'quiet' | 'strong';
}
export type CardLine = CardPiece[];

const signs: Record<RuleVerdict, string> = { pass: '✓', partly: '–', fail: '✗', 'not seen': '·' };
const tones: Record<RuleVerdict, NonNullable<CardPiece['tone']>> = {
  pass: 'good',
  partly: 'middle',
  fail: 'bad',
  'not seen': 'quiet',
};
const verdictWidth = 8;

export function cardLines(cards: readonly ReportCard[]): CardLine[] {
  const hasFiles =
    new Set(cards.flatMap(({ rules }) => rules.flatMap(({ rows }) => rows.map(({ file }) => file)))).size > 1;
  const blocks = cards.flatMap((card): CardLine[] => [...linesOf(card, hasFiles), []]);
  if (cards.length < 2) return blocks.slice(0, -1);
  return [
    ...blocks,
    ...differences(cards).map((words): CardLine => [{ text: words, tone: 'middle' }]),
    ...compared(cards),
  ];
}

function linesOf(card: ReportCard, hasFiles: boolean): CardLine[] {
  const grade = card.grade === null ? [] : [{ text: `${card.grade.letter}  `, tone: 'strong' as const }];
  const width = Math.max(...card.rules.map(({ title }) => title.length));
  return [
    [...grade, { text: clientWords(card), tone: 'strong' }, { text: `  ${sumWords(card)}` }],
    [{ text: `${subjectWords(card)} · ${countWords(card)}`, tone: 'quiet' }],
    ...missedWords(card).map((words): CardLine => [{ text: words, tone: 'middle' }]),
    ...card.rules.flatMap(({ title, verdict, told, did, rows }): CardLine[] => {
      const tone = tones[verdict];
      const refs = rows.slice(0, 6).map((ref) => rowWords(ref, hasFiles));
      const head: CardLine = [
        { text: `  ${signs[verdict]} ${cardVerdictWords[verdict].padEnd(verdictWidth)} `, tone },
        { text: `${title.padEnd(width)}  `, ...(verdict === 'not seen' ? { tone: 'quiet' as const } : {}) },
        { text: did, ...(verdict === 'not seen' ? { tone: 'quiet' as const } : {}) },
      ];
      if (verdict === 'not seen') return [head];
      const indent = ' '.repeat(verdictWidth + width + 7);
      return [
        head,
        [{ text: `${indent}Told: ${told}${refs.length > 0 ? ` · ${refs.join(' ')}` : ''}`, tone: 'quiet' }],
      ];
    }),
  ];
}

/** Only what differs: the blocks above say all. */
function compared(cards: readonly ReportCard[]): CardLine[] {
  const rows = ruleRows(cards).filter(({ results }) => new Set(results.map(({ verdict }) => verdict)).size > 1);
  if (rows.length === 0) return [[{ text: 'No rule differs.', tone: 'quiet' }]];
  const width = Math.max(...rows.map(({ title }) => title.length));
  const columns = cards.map((card) => Math.max(clientName(card).length, verdictWidth));
  const pad = (text: string, at: number) => text.padEnd(columns[at] ?? 0);
  return [
    [
      {
        text: `${'Differences'.padEnd(width)}  ${cards.map((card, at) => pad(clientName(card), at)).join('  ')}`,
        tone: 'strong',
      },
    ],
    ...rows.map(
      ({ title, results }): CardLine => [
        { text: `${title.padEnd(width)}  ` },
        ...results.map(({ verdict }, at) => ({
          text: `${pad(cardVerdictWords[verdict], at)}  `,
          tone: tones[verdict],
        })),
      ],
    ),
  ];
}
