// Report cards as one HTML file, shown by the page that every report contains. The caller masks secrets.

import { type PageFacts, type ReportFile, reportBlock, reportHead, reportTail } from '../../formats/report-page.ts';
import type { ReportCard } from './card.ts';
import { clientName, sumWords } from './card-words.ts';

export interface ReportCardPart {
  part: 'report-cards';
  cards: ReportCard[];
  version: string;
  madeAt: number;
}

export function reportCardPage(
  cards: readonly ReportCard[],
  { viewer, version, madeAt, masked }: PageFacts,
): ReportFile {
  const title = `Report card: ${cards.map(clientName).join(' and ')}`;
  const lead = cards.map((card) => `${clientName(card)}: ${sumWords(card)}`).join('. ');
  const text = [
    reportHead({ title, lead }, viewer),
    reportBlock({ part: 'report-cards', cards: [...cards], version, madeAt } satisfies ReportCardPart),
    reportBlock({ part: 'masked', masked }),
    reportTail(viewer),
  ].join('');
  return { text, fileName: 'misfire-report-card.html', type: 'text/html' };
}
