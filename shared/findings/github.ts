// Findings as GitHub Actions workflow commands: lines on stdout that become annotations of a pull request. Line breaks and percent signs
// are escaped, so that a server's text cannot become a command.

import { visibleText } from '../text/visible-text.ts';
import { type Finding, type Findings, ruleTitle, subjectOf, wholeText } from './check-finding.ts';

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;

export function writeGithub({ findings }: Findings): string {
  return findings.map(lineOf).join('');
}

function lineOf(finding: Finding): string {
  const { rule, level, server, at } = finding;
  const where = [server, subjectOf(finding)].filter(Boolean).join(', ');
  const title = property(`${ruleTitle(rule)}: ${where}`);
  return `::${commands[level]} file=${property(at.file)},line=${at.line},title=${title}::${data(wholeText(finding))}\n`;
}

const data = (text: string): string =>
  visibleText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
