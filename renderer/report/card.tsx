// The card of the selected row, as in the window, without actions that need a running Misfire.

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RowDetail } from '../../shared/timeline.ts';
import { CardTabs } from '../card/card-tabs.tsx';
import styles from '../card/detail-pane.module.css';
import { CardHead } from '../card/head/card-head.tsx';
import { Button } from '../components/button.tsx';
import { MarkPill, markWords } from '../components/group-mark.tsx';
import { serverById, useConnection } from '../model/connection.ts';
import { useDetail } from '../model/detail.ts';
import { useMark } from '../model/expected.ts';
import { useModel } from '../model/model.ts';
import { timelineOf, useTimeline } from '../model/timeline.ts';
import { rowName } from '../text/row-words.ts';
import { visibleLine } from '../text/visible-text.ts';
import { plainSummary } from '../text/wording.ts';
import report from './report.module.css';

export function CardInReport() {
  const model = useModel();
  const detail = useDetail((state) => state.detail);
  const problem = useDetail((state) => state.problem);
  const isOpen = useTimeline((state) => state.paneOpen && state.selected !== null);
  const servers = useConnection((state) => state.servers);
  if (!isOpen) return null;
  const server = detail ? serverById(servers, detail.row.server) : undefined;
  const name = server?.name ?? '';
  const label = detail?.failure
    ? visibleLine(detail.failure.sentence)
    : detail
      ? plainSummary(detail.row).title
      : 'Selected row';
  return (
    <aside id="detail-pane" tabIndex={-1} className={`${styles.pane} ${report.card}`} aria-label={label}>
      {!detail && <p className={styles.empty}>{problem}</p>}
      {detail && (
        <>
          <ReportHead
            detail={detail}
            serverName={name}
            colour={server?.colour ?? 0}
            corner={
              <Button
                look="icon"
                aria-label="Close the card"
                title="Close (Esc)"
                onClick={() => timelineOf(model).setState({ paneOpen: false })}
              >
                <X size={15} aria-hidden="true" />
              </Button>
            }
          />
          <CardTabs detail={detail} serverName={name} acts={null} Messages={null} />
        </>
      )}
    </aside>
  );
}

interface ReportHeadProps {
  detail: RowDetail;
  serverName: string;
  colour: number;
  corner?: ReactNode;
}

export function ReportHead({ detail, ...where }: ReportHeadProps) {
  const mark = useMark(detail.row.group);
  const said = mark ? [markWords(mark), mark.note].filter(Boolean).map(visibleLine).join(' ') : '';
  return (
    <>
      <CardHead detail={detail} callName={rowName(detail.row)} mark={mark && <MarkPill mark={mark} />} {...where} />
      {mark && said !== '' && <p className={report.said}>{said}</p>}
    </>
  );
}
