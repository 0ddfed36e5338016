// The card of the selected row, as in the window, without actions that need a running Misfire.

import { X } from 'lucide-react';
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import type { RowDetail } from '../../shared/timeline.ts';
import { CardTabList, type OfferedTab } from '../card/card-tab-list.tsx';
import styles from '../card/detail-pane.module.css';
import { FindingTab } from '../card/finding-tab.tsx';
import { CardHead } from '../card/head/card-head.tsx';
import { HttpExchanges } from '../card/tabs/http-exchanges.tsx';
import { RawTab } from '../card/tabs/raw-tab.tsx';
import { Button } from '../components/button.tsx';
import { MarkPill, markWords } from '../components/group-mark.tsx';
import { AttemptTable } from '../features/replay/attempt-table.tsx';
import { serverById, useConnection } from '../model/connection.ts';
import { setTab, type Tab, useDetail } from '../model/detail.ts';
import { useMark } from '../model/expected.ts';
import { useModel } from '../model/model.ts';
import { timelineOf, useTimeline } from '../model/timeline.ts';
import { RetryDrawing } from '../retry/retry-drawing.tsx';
import { callName } from '../text/row-words.ts';
import { visibleLine } from '../text/visible-text.ts';
import { plainSummary } from '../text/wording.ts';
import report from './report.module.css';

export function ReportCard() {
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
          <CardTabs detail={detail} />
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
      <CardHead detail={detail} callName={callName(detail.row)} mark={mark && <MarkPill mark={mark} />} {...where} />
      {mark && said !== '' && <p className={report.said}>{said}</p>}
    </>
  );
}

function CardTabs({ detail }: { detail: RowDetail }) {
  const model = useModel();
  const wanted = useDetail((state) => state.tab);
  const http = detail.events.filter((event) => event.http !== undefined);
  const offered: OfferedTab[] = [
    { tab: 'explained', label: detail.failure ? 'Finding' : 'Summary' },
    { tab: 'raw', label: 'Raw', count: detail.events.length + detail.moreEvents },
  ];
  const attempts = detail.attempts.length;
  if (attempts > 1) offered.splice(1, 0, { tab: 'attempts', label: 'Attempts', count: attempts });
  const tab = offered.some((entry) => entry.tab === wanted) ? wanted : 'explained';
  return (
    <Tabs.Root className={styles.tabs} value={tab} onValueChange={(next) => setTab(model, next as Tab)}>
      <CardTabList offered={offered} />
      <Tabs.Content className={styles.body} value="explained">
        <FindingTab detail={detail} acts={null} />
      </Tabs.Content>
      <Tabs.Content className={styles.body} value="raw">
        <RawTab key={detail.row.id} detail={detail} inFile />
        <HttpExchanges events={http} />
      </Tabs.Content>
      <Tabs.Content className={styles.body} value="attempts">
        <AttemptTable attempts={detail.attempts.map((row) => ({ row }))} selected={detail.row.id} />
        <RetryDrawing detail={detail} plan={null} />
      </Tabs.Content>
    </Tabs.Root>
  );
}
