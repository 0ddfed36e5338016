// Findings as Markdown, for a pull request or a pipeline summary (`$GITHUB_STEP_SUMMARY`).

import { clip, count } from '../exchange/clip.ts';
import { markdownText } from '../text/visible-text.ts';
import { type Case, type Finding, type Findings, subjectOf, wholeText } from './check-finding.ts';

const signs = { error: '❌', warning: '⚠️', note: 'ℹ️' } as const;

export function writeFindingsMarkdown({ command, cases, findings }: Findings): string {
  const tried = cases.filter(({ outcome }) => outcome !== 'skipped');
  const bad = cases.filter(({ outcome }) => outcome === 'failed' || outcome === 'error');
  const told = new Set(findings.map(toldBy));
  const skipped = cases.filter(({ outcome }) => outcome === 'skipped');
  return [
    `## misfire ${command}`,
    '',
    `${count(tried.length, 'check')}, ${bad.length} failed, ${skipped.length} skipped, ${count(findings.length, 'finding')}.`,
    ...table(['', 'Server', 'What', 'Finding', 'What to do'], findings.map(rowOf)),
    ...table(['Failed', 'Server', 'Why'], bad.filter((one) => !told.has(toldBy(one))).map(caseRow)),
    ...table(['Skipped', 'Server', 'Why'], skipped.map(caseRow)),
    '',
  ].join('\n');
}

const rowOf = ({ level, server, message, detail, fix, ...subject }: Finding): string[] => [
  signs[level],
  server,
  subjectOf(subject),
  detail === undefined ? message : wholeText({ message, detail, fix: '' }),
  fix,
];
/** A case that is a finding too needs no second row. */
const toldBy = ({ server, message }: Pick<Case, 'server' | 'message'>): string => `${server}\n${message}`;
const caseRow = ({ name, server, message }: Case): string[] => [name, server, message];

function table(heads: readonly string[], rows: readonly string[][]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    '',
    line(heads),
    line(heads.map(() => '---')),
    ...rows.map((cells) => line(cells.map((text) => markdownText(clip(text, 300))))),
  ];
}
