// Findings in the requested format.

import type { FindingFormat, Findings } from './check-finding.ts';
import { writeGithub } from './github.ts';
import { writeJunit } from './junit.ts';
import { writeFindingsMarkdown } from './markdown.ts';
import { writeSarif } from './sarif.ts';

export function writeFindings(format: FindingFormat, findings: Findings): string {
  switch (format) {
    case 'json':
      return [...findings.cases, ...findings.findings].map((one) => `${JSON.stringify(one)}\n`).join('');
    case 'md':
      return writeFindingsMarkdown(findings);
    case 'junit':
      return writeJunit(findings, findings.command);
    case 'sarif':
      return writeSarif(findings);
    case 'github':
      return writeGithub(findings);
  }
}
