// Report cards as files: Markdown to paste, JSON for programs, and findings for pipelines and code scanners (JUnit, SARIF, GitHub).
// report-card-page.ts makes the HTML page. Texts come from servers and clients, so each format escapes them.

import type { Case, FilePlace, Finding, FindingFormat, Findings } from '../../findings/check-finding.ts';
import { writeFindings } from '../../findings/write.ts';
import { markdownText } from '../../text/visible-text.ts';
import type { ReportCard, RuleResult } from './card.ts';
import type { CardFormat } from './card-formats.ts';
import {
  cardVerdictWords,
  clientName,
  clientWords,
  countWords,
  differences,
  gradeWords,
  missedWords,
  rowWords,
  ruleAdvice,
  ruleRows,
  subjectWords,
  sumWords,
} from './card-words.ts';
import type { RowRef } from './recorded-run.ts';

interface CardFileFacts {
  version: string;
  /** Where a row is in the repository, for code scanners. */
  placeOf: (ref: RowRef | undefined) => FilePlace;
}

export function writeCards(
  format: Exclude<CardFormat, 'html'>,
  cards: readonly ReportCard[],
  facts: CardFileFacts,
): string {
  switch (format) {
    case 'json':
      return cards.map((card) => `${JSON.stringify(card)}\n`).join('');
    case 'md':
      return cardMarkdown(cards);
    default:
      return writeFindings(format satisfies FindingFormat, findingsOfCards(cards, facts));
  }
}

const signs = { pass: '✅', partly: '➖', fail: '❌', 'not seen': '·' } as const;

export function cardMarkdown(cards: readonly ReportCard[]): string {
  const safe = (text: string) => markdownText(text.slice(0, 300));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cell = ({ verdict, did, rows }: RuleResult) =>
    `${signs[verdict]} ${cardVerdictWords[verdict]}: ${safe(did)}${rows.length > 0 ? ` (${safe(refs(rows))})` : ''}`;
  const rows = ruleRows(cards);
  return [
    `# Report card: ${safe(cards.map(clientName).join(' and '))}`,
    '',
    ...cards.flatMap((card) => [
      `- **${safe(clientWords(card))}**: ${card.grade === null ? '' : `**${card.grade.letter}**, `}${safe(sumWords(card).replace(/\.$/, ''))}. ${countWords(card)}. ${safe(subjectWords(card))}.`,
      ...missedWords(card).map((words) => `- ${safe(words)}`),
    ]),
    ...differences(cards).map((words) => `- ${safe(words)}`),
    '',
    line(['Rule', 'Told', ...cards.map((card) => safe(clientName(card)))]),
    line(['---', '---', ...cards.map(() => '---')]),
    ...rows.map(({ title, results }) => line([title, safe(toldOf(results)), ...results.map(cell)])),
    '',
    gradeWords,
    '',
  ].join('\n');
}

const toldOf = (results: readonly RuleResult[]): string => results.find(({ told }) => told !== '')?.told ?? '';
const refs = (rows: readonly RowRef[]): string =>
  rows
    .slice(0, 6)
    .map((ref) => rowWords(ref, true))
    .join(' ');

function findingsOfCards(cards: readonly ReportCard[], { version, placeOf }: CardFileFacts): Findings {
  const cases = cards.flatMap((card) =>
    card.rules.map(({ title, verdict, told, did, rule }): Case => {
      const base = { server: clientName(card), name: title, ms: null };
      if (verdict === 'not seen') return { ...base, outcome: 'skipped', message: did };
      // A rule that was kept most of the time does not fail a build.
      if (verdict !== 'fail') return { ...base, outcome: 'passed', message: '' };
      return { ...base, outcome: 'failed', message: did, kind: rule, detail: `Told: ${told}` };
    }),
  );
  const findings = cards.flatMap((card) =>
    card.rules.flatMap(({ rule, title, verdict, told, did, rows }): Finding[] => {
      if (verdict !== 'fail' && verdict !== 'partly') return [];
      return [
        {
          rule,
          level: verdict === 'fail' ? 'error' : 'warning',
          message: `${title}: ${cardVerdictWords[verdict].toLowerCase()}. ${did}.`,
          detail: `Told: ${told}`,
          fix: ruleAdvice[rule],
          server: clientName(card),
          about: title,
          at: placeOf(rows[0]),
        },
      ];
    }),
  );
  return { command: 'report-card', version, cases, findings };
}
