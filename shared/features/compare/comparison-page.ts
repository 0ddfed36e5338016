// A comparison as one HTML file, shown by the page that every report contains. The caller masks secrets.

import { type PageFacts, type ReportFile, reportBlock, reportHead, reportTail } from '../../formats/report-page.ts';
import type { Comparison } from './compared.ts';
import { withMarkedNames } from './report.ts';

export interface ComparisonPart {
  part: 'comparison';
  comparison: Comparison;
  version: string;
  madeAt: number;
}

export function comparisonPage(whole: Comparison, { viewer, version, madeAt, masked }: PageFacts): ReportFile {
  const comparison = withMarkedNames(whole);
  // A file cannot link to rows of a log.
  const rows = comparison.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => ({ ...cell, row: null })) }));
  const text = [
    reportHead({ title: 'The same mistake on every server', lead: comparison.words }, viewer),
    reportBlock({
      part: 'comparison',
      comparison: { ...comparison, rows },
      version,
      madeAt,
    } satisfies ComparisonPart),
    reportBlock({ part: 'masked', masked }),
    reportTail(viewer),
  ].join('');
  return { text, fileName: 'misfire-comparison.html', type: 'text/html' };
}
