// A comparison as a file: Markdown to paste, CSV for a spreadsheet, JSON for a program. Servers wrote many of these texts, so
// each format escapes them. comparison-page.ts makes the HTML page.

import type { ReportFormat } from '../../capture/format-names.ts';
import { clip } from '../../exchange/clip.ts';
import type { ReportFile } from '../../formats/report-page.ts';
import { csvField, markdownText, nameMark, visibleName } from '../../text/visible-text.ts';
import { type ComparedCell, type ComparedRow, type Comparison, criteria } from './compared.ts';
import { clearWords, criterionWords } from './count-criteria.ts';

/** With a mark on names that imitate others. The caller masks secrets. */
export function writeReport(whole: Comparison, format: Exclude<ReportFormat, 'html'>): ReportFile {
  const comparison = format === 'json' ? withMarks(whole) : withMarkedNames(whole);
  const file = (text: string, type: string): ReportFile => ({ text, fileName: `misfire-comparison.${format}`, type });
  switch (format) {
    case 'md':
      return file(markdown(comparison), 'text/markdown');
    case 'csv':
      return file(csv(comparison), 'text/csv');
    case 'json':
      return file(`${JSON.stringify(comparison, null, 2)}\n`, 'application/json');
    default:
      return format satisfies never;
  }
}

/** For programs names stay unchanged, with the mark next to them. */
export const withMarks = (comparison: Comparison): Comparison => ({
  ...comparison,
  servers: comparison.servers.map((it) => ({ ...it, ...nameMark(it.name) })),
});

/** Marks names that imitate others. */
export function withMarkedNames(comparison: Comparison): Comparison {
  return { ...comparison, servers: comparison.servers.map((it) => ({ ...it, name: visibleName(it.name) })) };
}

export function cellWords(cell: ComparedCell): string {
  if (cell.state !== 'failed') return cell.where;
  return [cell.where, cell.code, cell.called, waitWords(cell)].filter(Boolean).join(' · ');
}

function waitWords({ retry, unit }: ComparedCell): string {
  return unit ? `${retry} (${unit.field} ${unit.value}, ${unit.unit})` : retry;
}

const uses = { always: '●', sometimes: '◐', never: '·' };

function markdown({ servers, rows, clashes, members, words }: Comparison): string {
  const safe = (text: string) => markdownText(clip(text, 400));
  const table = (head: string[], lines: string[][]) =>
    [
      `| ${head.map(safe).join(' | ')} |`,
      `|${head.map(() => '---|').join('')}`,
      ...lines.map((line) => `| ${line.map(safe).join(' | ')} |`),
    ].join('\n');
  const parts = [
    '# The same mistake on every server',
    safe(words),
    table(
      ['Provocation', 'Verdict', ...servers.map(({ name }) => name)],
      rows.map(({ name, verdict, cells }) => [name, verdict.words, ...cells.map(cellWords)]),
    ),
  ];
  if (clashes.length > 0) parts.push('## Clashes', clashes.map(({ words: said }) => `- ${safe(said)}`).join('\n'));
  const broken = brokenRules(rows, servers);
  if (broken.length > 0) parts.push('## Against the specification', broken.map((line) => `- ${safe(line)}`).join('\n'));
  parts.push(
    '## What a client author gets',
    clearWords,
    table(
      ['', ...servers.map(({ name }) => name)],
      [
        ...criteria.map((criterion, at) => [
          criterionWords[criterion].long,
          ...servers.map(({ tally }) => `${tally[at]?.met} of ${tally[at]?.of}`),
        ]),
        ['Clarity', ...servers.map(({ clear, clearOf }) => `${clear}/${clearOf}`)],
      ],
    ),
  );
  if (members.length > 0) {
    parts.push(
      '## Members: ● always, ◐ sometimes, · never',
      table(
        ['Member', ...servers.map(({ name }) => name)],
        members.map(({ path, use }) => [path, ...use.map((one) => uses[one])]),
      ),
    );
  }
  return `${parts.join('\n\n')}\n`;
}

function brokenRules(rows: readonly ComparedRow[], servers: Comparison['servers']): string[] {
  return rows.flatMap(({ name, cells }) =>
    cells.flatMap(({ conformance: { verdict, sentence, place } }, at) =>
      verdict === 'broken'
        ? [`${servers[at]?.name}, ${name}: ${sentence}${place === undefined ? '' : ` (${place})`}`]
        : [],
    ),
  );
}

function csv({ servers, rows }: Comparison): string {
  const field = (value: string | number | null) => (value === null ? '' : csvField(clip(String(value), 2000)));
  const head = [
    'provocation',
    'verdict',
    'server',
    'state',
    'carrier',
    'code',
    'called',
    'class',
    'retry',
    'wait',
    'unit',
    'conformance',
    'sentence',
    'finding',
    'owner',
  ];
  const lines = rows.flatMap(({ name, verdict, cells }) =>
    cells.map((cell, at) => [
      name,
      verdict.words,
      servers[at]?.name ?? cell.server,
      cell.state,
      cell.carrier,
      cell.code,
      cell.called,
      cell.class,
      cell.verdict,
      cell.unit?.value ?? null,
      cell.unit?.unit ?? null,
      cell.conformance.verdict,
      cell.conformance.sentence || cell.why,
      cell.sentence,
      cell.owner,
    ]),
  );
  return `${[head, ...lines].map((line) => line.map(field).join(',')).join('\r\n')}\r\n`;
}
