// The tabs of a card, in the window and in a report: the explanation, what features add, and the messages.

import { Tabs } from 'radix-ui';
import type { ComponentType } from 'react';
import type { Row, RowDetail } from '../../shared/timeline.ts';
import { chooseTab, type Tab, useDetail } from '../model/detail.ts';
import { useModel } from '../model/model.ts';
import { type CardTab, useFeatures } from '../model/window-feature.ts';
import { useSeenPairs } from '../results/seen-pair.ts';
import { CardTabList, type OfferedTab } from './card-tab-list.tsx';
import styles from './detail-pane.module.css';
import { FindingTab } from './finding-tab.tsx';
import { noiseLine } from './parts/noise-line.ts';
import type { CardActs } from './parts/section-props.ts';
import { HttpExchanges } from './tabs/http-exchanges.tsx';
import { RawTab } from './tabs/raw-tab.tsx';

/** The tabs that features have for this card. */
function useOfferedTabs(detail: RowDetail): (OfferedTab & Pick<CardTab, 'Content' | 'isOfOneCall'>)[] {
  return useFeatures()
    .flatMap(({ card }) => card?.tabs ?? [])
    .flatMap(({ tab, isOfOneCall = false, useOffer, Content }) => {
      // biome-ignore lint/correctness/useHookAtTopLevel: the features of a window never change.
      const offer = useOffer(detail);
      return offer === null ? [] : [{ tab, isOfOneCall, Content, ...offer }];
    });
}

interface CardTabsProps {
  detail: RowDetail;
  serverName: string;
  /** null in a report. */
  acts: CardActs | null;
  /** The messages of a burst. null in a report, which has them in Raw. */
  Messages: ComponentType<{ row: Row }> | null;
}

export function CardTabs({ detail, serverName, acts, Messages }: CardTabsProps) {
  const model = useModel();
  useSeenPairs();
  const wanted = useDetail((state) => state.tab);
  const http = detail.events.filter((event) => event.http !== undefined);
  const isBurst = Messages !== null && detail.row.times > 1;
  const isNoise = noiseLine(detail) !== null;
  const explained: OfferedTab = { tab: 'explained', label: detail.failure || isNoise ? 'Finding' : 'Summary' };
  const raw: OfferedTab = { tab: 'raw', label: 'Raw', count: detail.events.length + detail.moreEvents };
  // A burst has only its messages; the header shows the rest.
  const messages: OfferedTab = { tab: 'messages', label: 'Messages', count: detail.row.times };
  const ofFeatures = useOfferedTabs(detail);
  const offered = isBurst ? [...(isNoise ? [explained] : []), messages] : [explained, ...ofFeatures, raw];
  const tab = offered.some((entry) => entry.tab === wanted) ? wanted : offered[0]!.tab;
  const choose = (next: Tab) => {
    const isOfOneCall = ofFeatures.some((entry) => entry.tab === next && entry.isOfOneCall);
    chooseTab(model, next, isOfOneCall ? explained.tab : next);
  };
  return (
    <Tabs.Root className={styles.tabs} value={tab} onValueChange={choose}>
      <CardTabList offered={offered} />
      <Tabs.Content className={styles.body} value="explained">
        <FindingTab detail={detail} acts={acts} />
      </Tabs.Content>
      {ofFeatures.map(({ tab, Content }) => (
        <Tabs.Content key={tab} className={styles.body} value={tab}>
          <Content detail={detail} serverName={serverName} />
        </Tabs.Content>
      ))}
      {isBurst && (
        <Tabs.Content className={styles.body} value="messages">
          <Messages key={detail.row.id} row={detail.row} />
        </Tabs.Content>
      )}
      <Tabs.Content className={styles.body} value="raw">
        <RawTab key={detail.row.id} detail={detail} inFile={acts === null} />
        <HttpExchanges events={http} />
      </Tabs.Content>
    </Tabs.Root>
  );
}
