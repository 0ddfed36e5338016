// The names of a card's tabs, each with a count.

import { Tabs } from 'radix-ui';
import type { Tab } from '../model/detail.ts';
import { groupDigits } from '../text/format.ts';
import styles from './detail-pane.module.css';

export interface OfferedTab {
  tab: Tab;
  label: string;
  count?: number;
}

export function CardTabList({ offered }: { offered: readonly OfferedTab[] }) {
  return (
    <Tabs.List className={styles.tabList} aria-label="Views of this row">
      {offered.map(({ tab, label, count }) => (
        <Tabs.Trigger key={tab} value={tab} className={styles.tab}>
          {label}
          {count !== undefined && <span>{groupDigits(count)}</span>}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  );
}

/** `t`: the next tab, and after the last the first. */
export function moveToTab(): void {
  const tabs = [...document.querySelectorAll<HTMLElement>('#detail-pane [role="tab"]')];
  const now = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
  // Radix selects a tab when it gets the focus.
  tabs[(now + 1) % Math.max(1, tabs.length)]?.focus();
}
