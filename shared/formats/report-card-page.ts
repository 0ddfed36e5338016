// Report cards as one HTML file, shown by the page that every report contains. The caller masks secrets.

import type { Report } from '../features/compare/report.ts';
import type { ReportCard } from '../features/rehearse/report-card/card.ts';
import { clientName, sumWords } from '../features/rehearse/report-card/card-words.ts';
import type { PageFacts } from './comparison-page.ts';
import { reportBlock, reportHead, reportTail } from './report-page.ts';

export function reportCardPage(cards: readonly ReportCard[], { viewer, version, madeAt, masked }: PageFacts): Report {
  const title = `Report card: ${cards.map(clientName).join(' and ')}`;
  const lead = cards.map((card) => `${clientName(card)}: ${sumWords(card)}`).join('. ');
  const text = [
    reportHead({ title, lead }, viewer),
    reportBlock({ part: 'report-cards', cards: [...cards], version, madeAt }),
    reportBlock({ part: 'masked', masked }),
    reportTail(viewer),
  ].join('');
  return { text, fileName: 'misfire-report-card.html', type: 'text/html' };
}
