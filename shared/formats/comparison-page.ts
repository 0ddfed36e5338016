// A comparison as one HTML file, shown by the page that every report contains. The caller masks secrets.

import type { Comparison } from '../features/compare/compared.ts';
import { type Report, withMarkedNames } from '../features/compare/report.ts';
import type { MaskSummary } from '../mask/masker.ts';
import { type ReportViewer, reportBlock, reportHead, reportTail } from './report-page.ts';

export interface PageFacts {
  viewer: ReportViewer;
  version: string;
  madeAt: number;
  masked: MaskSummary[];
}

export function comparisonPage(whole: Comparison, { viewer, version, madeAt, masked }: PageFacts): Report {
  const comparison = withMarkedNames(whole);
  // A file cannot link to rows of a log.
  const rows = comparison.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => ({ ...cell, row: null })) }));
  const text = [
    reportHead({ title: 'The same mistake on every server', lead: comparison.words }, viewer),
    reportBlock({ part: 'comparison', comparison: { ...comparison, rows }, version, madeAt }),
    reportBlock({ part: 'masked', masked }),
    reportTail(viewer),
  ].join('');
  return { text, fileName: 'misfire-comparison.html', type: 'text/html' };
}
