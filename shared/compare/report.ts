// A comparison as a file: Markdown to paste, CSV for a spreadsheet, JSON for a program, HTML to send to someone.
// Servers wrote many of these texts, so each format escapes them in its own way; the HTML has no script and loads nothing.

import { clip } from '../exchange/clip.ts';
import type { ReportFormat } from '../format-names.ts';
import { csvField, htmlText, markdownText, visibleName } from '../visible-text.ts';
import { type Cell, type ComparedRow, type Comparison, criteria } from './compared.ts';
import { criterionWords } from './tally.ts';

export interface Report {
  text: string;
  fileName: string;
  type: string;
}

/** With a mark on names that look like others; what is secret is hidden by whoever gives the comparison. */
export function writeReport(whole: Comparison, format: ReportFormat): Report {
  const servers = whole.servers.map((server) => ({ ...server, name: visibleName(server.name) }));
  const comparison = format === 'json' ? whole : { ...whole, servers };
  const file = (text: string, type: string): Report => ({ text, fileName: `misfire-comparison.${format}`, type });
  switch (format) {
    case 'md':
      return file(markdown(comparison), 'text/markdown');
    case 'csv':
      return file(csv(comparison), 'text/csv');
    case 'json':
      return file(`${JSON.stringify(comparison, null, 2)}\n`, 'application/json');
    case 'html':
      return file(html(comparison), 'text/html');
    default:
      return format satisfies never;
  }
}

export function cellWords(cell: Cell): string {
  if (cell.state !== 'failed') return cell.where;
  return [cell.where, cell.code, cell.called, waitWords(cell)].filter(Boolean).join(' · ');
}

function waitWords({ retry, unit }: Cell): string {
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
    table(
      ['', ...servers.map(({ name }) => name)],
      [
        ...criteria.map((criterion, at) => [
          criterionWords[criterion].long,
          ...servers.map(({ tally }) => `${tally[at]?.met} of ${tally[at]?.of}`),
        ]),
        ['Together', ...servers.map(({ clear, clearOf }) => `${clear} of ${clearOf} clear`)],
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
  return rows.flatMap(({ name, cells, expects }) =>
    cells.flatMap((cell, at) =>
      cell.conformance.verdict === 'broken'
        ? [
            `${servers[at]?.name}, ${name}: ${cell.conformance.sentence}${expects ? ` (${expects.revision}, ${expects.section})` : ''}`,
          ]
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
    ]),
  );
  return `${[head, ...lines].map((line) => line.map(field).join(',')).join('\r\n')}\r\n`;
}

const plain = (text: string): string => htmlText(clip(text, 2000));

const style = `:root{color-scheme:light dark}
body{font:14px/1.5 system-ui,sans-serif;margin:32px auto;max-width:1280px;padding:0 24px;color:light-dark(#1b1f24,#e6eaf1);background:light-dark(#fff,#0f1319)}
h1{font-size:22px;margin:0 0 4px}h2{font-size:15px;margin:32px 0 8px}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:8px 12px;border-bottom:1px solid light-dark(#d9dee6,#242c39)}
th{font-weight:600}td small,th small{display:block;color:light-dark(#5b6570,#8b96a8)}
code{font:12.5px ui-monospace,monospace}b.tag{font-weight:550;background:light-dark(#eceff3,#1a212c);border-radius:5px;padding:1px 7px}
.agree{color:light-dark(#1a6b37,#4fc38a)}.warn{color:light-dark(#8a5300,#f0b44c)}.scroll{overflow-x:auto}`;

function html({ servers, rows, clashes, members, words }: Comparison): string {
  const row = (cells: string[], tag = 'td') => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const table = (head: string[], lines: string[][]) =>
    `<div class="scroll"><table><thead>${row(head, 'th')}</thead><tbody>${lines.map((line) => row(line)).join('\n')}</tbody></table></div>`;
  const cell = (it: Cell) => {
    const mark =
      it.conformance.verdict === 'broken' ? `<small class="warn">⚠ ${plain(it.conformance.sentence)}</small>` : '';
    if (it.state !== 'failed') return `<b class="tag">${plain(it.where)}</b><small>${plain(it.why)}</small>${mark}`;
    const code = it.code === null ? '' : ` <code>${plain(it.code)}</code>`;
    return `<b class="tag">${plain(it.where)}</b>${code}<small>${plain(it.called)} · ${plain(waitWords(it))}</small>${mark}`;
  };
  const verdict = ({ verdict: { kind, words: said, more } }: ComparedRow) =>
    `<small class="${kind === 'agree' ? 'agree' : 'warn'}" title="${plain(more)}">${plain(said)}</small>`;
  const names = servers.map(({ name, style: speaks }) => `${plain(name)}<small>${plain(speaks)}</small>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><title>The same mistake on every server</title><style>${style}</style></head><body>
<h1>The same mistake on every server</h1><p>${plain(words)}</p>
${table(
  ['Provocation', ...names],
  rows.map((it) => [`${plain(it.name)}${verdict(it)}`, ...it.cells.map(cell)]),
)}
${clashes.length > 0 ? `<h2>Clashes</h2><ul>${clashes.map(({ words: said }) => `<li>${plain(said)}</li>`).join('')}</ul>` : ''}
<h2>What a client author gets</h2>
${table(
  ['', ...servers.map(({ name }) => plain(name))],
  [
    ...criteria.map((criterion, at) => [
      plain(criterionWords[criterion].long),
      ...servers.map(({ tally }) => `${tally[at]?.met} of ${tally[at]?.of}`),
    ]),
    ['Together', ...servers.map(({ clear, clearOf }) => `${clear} of ${clearOf} clear`)],
  ],
)}
<h2>Members of the errors</h2>
${table(
  ['Member', ...servers.map(({ name }) => plain(name))],
  members.map(({ path, use }) => [`<code>${plain(path)}</code>`, ...use]),
)}
</body></html>
`;
}
