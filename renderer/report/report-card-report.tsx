// The file of report cards: the same headings and table as in the window. Rows are named, but a file cannot link to them.

import { clientName, gradeWords, subjectWords } from '../../shared/features/report-card/card-words.ts';
import { CardTable } from '../features/rehearse/card-table.tsx';
import { visibleLine } from '../text/visible-text.ts';
import { Frame } from './frame.tsx';
import { MaskedList } from './masked-list.tsx';
import styles from './report.module.css';
import type { ReportCardData } from './report-data.ts';
import { momentWords } from './report-words.ts';

export function ReportCardReport({ data }: { data: ReportCardData }) {
  const title = `Report card: ${data.cards.map(clientName).join(' and ')}`;
  const content = (
    <div className={styles.cardReport}>
      <p className={styles.quiet}>
        {momentWords(data.madeAt)}, by Misfire {data.version}. Nothing is loaded and nothing is sent.
      </p>
      {data.cards.map((card, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same client may be there twice.
        <p key={at} className={styles.quiet}>
          {visibleLine(`${clientName(card)}: ${subjectWords(card)}`)}
        </p>
      ))}
      <CardTable cards={data.cards} />
      <p className={styles.quiet}>{gradeWords}</p>
      <MaskedList masked={data.masked} />
    </div>
  );
  return (
    <Frame title={title} tools={null} paper={() => content}>
      <main className={styles.scroll}>{content}</main>
    </Frame>
  );
}
