// The card of the selected row, as the window has it, without what only a running Misfire can do.

import { X } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { duration } from '../../shared/duration.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import { Button } from '../components/button.tsx';
import { MarkPill, markWords } from '../components/mark-line.tsx';
import { ServerMark } from '../components/server-mark.tsx';
import { serverById, useConnection } from '../model/connection.ts';
import { setTab, type Tab, useDetail } from '../model/detail.ts';
import { useMark } from '../model/expected.ts';
import { useModel } from '../model/model.ts';
import { timelineOf, useTimeline } from '../model/timeline.ts';
import styles from '../places/card/detail-pane.module.css';
import { Explained } from '../places/card/explained.tsx';
import { History } from '../places/card/history.tsx';
import { HttpTab } from '../places/card/http-tab.tsx';
import { IncidentPills } from '../places/card/incident-head.tsx';
import { IncidentRows } from '../places/card/incident-rows.tsx';
import { Provenance } from '../places/card/provenance.tsx';
import { RawTab } from '../places/card/raw-tab.tsx';
import { stripSgr } from '../text/ansi.ts';
import { clockText, groupDigits } from '../text/format.ts';
import { callName, spanOf } from '../text/row-words.ts';
import { visibleLine, visibleName } from '../text/visible-text.ts';
import { headline, plainSummary } from '../text/wording.ts';
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
    ? headline(detail.failure, name)
    : detail
      ? plainSummary(detail.row).title
      : 'Selected row';
  return (
    <aside id="detail-pane" tabIndex={-1} className={`${styles.pane} ${report.card}`} aria-label={label}>
      {!detail && <p className={styles.empty}>{problem}</p>}
      {detail && (
        <>
          <CardHead detail={detail} serverName={name} colour={server?.colour ?? 0}>
            <div className={styles.corner}>
              <Button
                look="icon"
                aria-label="Close the card"
                title="Close (Esc)"
                onClick={() => timelineOf(model).setState({ paneOpen: false })}
              >
                <X size={15} aria-hidden="true" />
              </Button>
            </div>
          </CardHead>
          <CardTabs detail={detail} />
        </>
      )}
    </aside>
  );
}

interface CardHeadProps {
  detail: RowDetail;
  serverName: string;
  colour: number;
  children?: React.ReactNode;
}

export function CardHead({ detail, serverName, colour, children }: CardHeadProps) {
  const { row, failure } = detail;
  const span = spanOf(row);
  const incident = detail.incident;
  const cause = incident?.cause;
  const mark = useMark(row.group);
  const summary = cause
    ? cause
    : failure
      ? {
          title: failure.title,
          text: failure.origin === 'process' ? stripSgr(failure.explanation) : failure.explanation,
        }
      : plainSummary(row);
  return (
    <header className={styles.header}>
      <div className={styles.where}>
        <ServerMark colour={colour} />
        <bdi title={visibleName(serverName)}>{visibleName(serverName)}</bdi>
        <span>›</span>
        <bdi className="mono" title={callName(row)}>
          {callName(row)}
        </bdi>
        <span className={`${styles.clock} mono`}>{clockText(row.at)}</span>
        {span !== null && <span className="mono">{duration(span)}</span>}
      </div>
      {children}
      <div className={styles.title}>
        <h2>{visibleLine(summary.title)}</h2>
        {detail.attempts.length > 1 && (
          <small>
            attempt {row.attempt} of {detail.attempts.length}
          </small>
        )}
      </div>
      {summary.text && (
        <p className={styles.text} title={visibleLine(summary.text)}>
          {visibleLine(summary.text)}
        </p>
      )}
      {incident && cause ? (
        <IncidentPills detail={detail} incident={incident} cause={cause} />
      ) : (
        failure && <Provenance failure={failure} serverName={serverName} />
      )}
      {mark && (
        <p className={styles.text}>
          <MarkPill mark={mark} /> {[markWords(mark), mark.note].filter(Boolean).map(visibleLine).join(' ')}
        </p>
      )}
    </header>
  );
}

function CardTabs({ detail }: { detail: RowDetail }) {
  const model = useModel();
  const wanted = useDetail((state) => state.tab);
  const http = detail.events.filter((event) => event.http !== undefined);
  const offered: { tab: Tab; label: string; count?: number }[] = [
    { tab: 'explained', label: detail.failure ? 'Explained' : 'Summary' },
    { tab: 'raw', label: 'Raw', count: detail.events.length + detail.moreEvents },
  ];
  const rows = detail.incident?.rows.length ?? 0;
  if (rows > 1) offered.push({ tab: 'rows', label: 'Rows', count: rows });
  if (http.length > 0) offered.push({ tab: 'http', label: 'HTTP', count: http.length });
  if (detail.attempts.length > 1) offered.push({ tab: 'history', label: 'History', count: detail.attempts.length });
  const tab = offered.some((entry) => entry.tab === wanted) ? wanted : 'explained';
  return (
    <Tabs.Root className={styles.tabs} value={tab} onValueChange={(next) => setTab(model, next as Tab)}>
      <Tabs.List className={styles.tabList} aria-label="Views of this row">
        {offered.map((entry) => (
          <Tabs.Trigger key={entry.tab} value={entry.tab} className={styles.tab}>
            {entry.label}
            {entry.count !== undefined && <span>{groupDigits(entry.count)}</span>}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content className={styles.body} value="explained">
        <Explained detail={detail} />
      </Tabs.Content>
      <Tabs.Content className={styles.body} value="raw">
        <RawTab key={detail.row.id} detail={detail} inFile />
      </Tabs.Content>
      <Tabs.Content className={styles.body} value="http">
        <HttpTab events={http} />
      </Tabs.Content>
      <Tabs.Content className={styles.body} value="rows">
        {detail.incident && <IncidentRows incident={detail.incident} selected={detail.row.id} />}
      </Tabs.Content>
      <Tabs.Content className={styles.body} value="history">
        <History detail={detail} />
      </Tabs.Content>
    </Tabs.Root>
  );
}
