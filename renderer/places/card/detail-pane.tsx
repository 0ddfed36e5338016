// The card beside the timeline: the selected row, explained, raw, as HTTP, and with its other attempts.

import { CircleQuestionMark, Square, X } from 'lucide-react';
import { Tabs } from 'radix-ui';
import type { ServerView } from '../../../shared/api/views.ts';
import { troubleOf } from '../../../shared/incident/incident.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Button } from '../../components/button.tsx';
import { Help } from '../../components/help.tsx';
import { classHelp, outcomeHelp } from '../../components/help-texts.ts';
import { MarkButtons } from '../../components/mark-buttons.tsx';
import { MarkLine } from '../../components/mark-line.tsx';
import { colourOf, serverById, useConnection } from '../../model/connection.ts';
import { setTab, type Tab, useDetail } from '../../model/detail.ts';
import { isRefused } from '../../model/fixed-call.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { timelineOf } from '../../model/timeline.ts';
import { callName } from '../../text/row-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { plainSummary } from '../../text/wording.ts';
import { BurstList } from '../bursts/burst-list.tsx';
import { SignInStrip } from '../sign-in/sign-in-strip.tsx';
import { CardActions, CardOriginal, CardReplay } from './card-actions.tsx';
import { CardHead } from './card-head.tsx';
import { CopyCard, FilterByCard } from './card-menu.tsx';
import { CardTabList, type OfferedTab } from './card-tab-list.tsx';
import styles from './detail-pane.module.css';
import { Explained } from './explained.tsx';
import { FixHere } from './fix-here.tsx';
import { History } from './history.tsx';
import { HttpTab } from './http-tab.tsx';
import { IncidentActions } from './incident-head.tsx';
import { IncidentRows } from './incident-rows.tsx';
import { noiseLine } from './noise-sections.tsx';
import { RawTab } from './raw-tab.tsx';

export function DetailPane() {
  const detail = useDetail((state) => state.detail);
  const problem = useDetail((state) => state.problem);
  const isOfRowBefore = useDetail((state) => state.detail !== null && state.detail.row.id !== state.id);
  const servers = useConnection((state) => state.servers);
  if (!detail) {
    return (
      <aside id="detail-pane" tabIndex={-1} className={styles.pane} aria-label="Selected row" aria-busy={!problem}>
        {problem && <p className={styles.empty}>{problem}</p>}
      </aside>
    );
  }
  const server = serverById(servers, detail.row.server);
  const name = server?.name ?? detail.row.server;
  const label = detail.failure ? visibleLine(detail.failure.sentence) : plainSummary(detail.row).title;
  return (
    <aside id="detail-pane" tabIndex={-1} className={styles.pane} aria-label={label} aria-busy={isOfRowBefore}>
      <Header detail={detail} server={server} serverName={name} colour={colourOf(servers, detail.row.server)} />
      <CardTabs detail={detail} />
    </aside>
  );
}

interface HeaderProps {
  detail: RowDetail;
  server: ServerView | undefined;
  serverName: string;
  colour: number;
}

function Header({ detail, server, serverName, colour }: HeaderProps) {
  const model = useModel();
  const { row, failure } = detail;
  const trouble = failure && troubleOf(failure);
  const cancel = async () => {
    const answer = await model.platform.call('cancel', { id: row.id });
    if (!answer.ok) say(model, answer.error.message, 'bad');
  };
  const corner = (
    <>
      <FilterByCard detail={detail} serverName={serverName} />
      <Button
        look="icon"
        aria-label="Close the card"
        title="Close (Esc)"
        onClick={() => timelineOf(model).setState({ paneOpen: false })}
      >
        <X size={15} aria-hidden="true" />
      </Button>
    </>
  );
  return (
    <CardHead
      detail={detail}
      callName={maskLine(model, callName(row))}
      serverName={serverName}
      colour={colour}
      corner={corner}
      help={!trouble && <TitleHelp detail={detail} />}
    >
      <div className={styles.actions}>
        {row.pending && row.direction === 'out' && (
          <Button onClick={cancel}>
            <Square size={13} aria-hidden="true" /> Cancel the call
          </Button>
        )}
        {failure && trouble ? (
          <IncidentActions failure={failure} trouble={trouble} server={server} />
        ) : (
          <CardActions detail={detail} />
        )}
        <MarkButtons row={row} />
        <CopyCard />
      </div>
      {row.group !== null && <MarkLine key={row.group} group={row.group} />}
      {server && (row.outcome === 'sign_in' || failure?.retry.verdict === 'after_auth') && (
        <SignInStrip server={server} place="card" />
      )}
      {detail.original && <CardOriginal original={detail.original} />}
      <CardReplay row={row.id} />
    </CardHead>
  );
}

/** What its class, or the way the call ended, means. */
function TitleHelp({ detail: { row, failure } }: { detail: RowDetail }) {
  const about = failure ? classHelp[failure.class] : row.outcome ? outcomeHelp[row.outcome] : null;
  if (!about) return null;
  return (
    <Help about={about} className={styles.help}>
      <CircleQuestionMark size={14} aria-hidden="true" />
      <span className="visually-hidden">What “{about.name}” means</span>
    </Help>
  );
}

function CardTabs({ detail }: { detail: RowDetail }) {
  const model = useModel();
  const wanted = useDetail((state) => state.tab);
  const http = detail.events.filter((event) => event.http !== undefined);
  const isBurst = detail.row.times > 1;
  const isNoise = noiseLine(detail) !== null;
  const offered: OfferedTab[] = [
    { tab: 'explained', label: detail.failure || isNoise ? 'Explained' : 'Summary' },
    { tab: 'raw', label: 'Raw', count: detail.events.length + detail.moreEvents },
  ];
  // All there is to a burst is its messages; the header says the rest.
  const messages = { tab: 'messages' as const, label: 'Messages', count: detail.row.times };
  if (isBurst) offered.splice(isNoise ? 1 : 0, isNoise ? 1 : 2, messages);
  if (http.length > 0) offered.push({ tab: 'http', label: 'HTTP', count: http.length > 1 ? http.length : undefined });
  const rows = detail.incident ? detail.incident.rows.length + detail.incident.more : 0;
  if (rows > 1) offered.push({ tab: 'rows', label: 'Rows', count: rows });
  if (detail.attempts.length > 1) offered.push({ tab: 'history', label: 'History', count: detail.attempts.length });
  const usual = isBurst && !isNoise ? 'messages' : 'explained';
  const tab = offered.some((entry) => entry.tab === wanted) ? wanted : usual;
  return (
    <Tabs.Root className={styles.tabs} value={tab} onValueChange={(next) => setTab(model, next as Tab)}>
      <CardTabList offered={offered} />
      <Tabs.Content className={styles.body} value="explained">
        <Explained detail={detail} fixHere={isRefused(detail) && <FixHere key={detail.row.id} detail={detail} />} />
      </Tabs.Content>
      <Tabs.Content className={styles.body} value="messages">
        <BurstList key={detail.row.id} row={detail.row} />
      </Tabs.Content>
      <Tabs.Content className={styles.body} value="raw">
        <RawTab key={detail.row.id} detail={detail} />
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
