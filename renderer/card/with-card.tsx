// A place with the card of the selected row next to it, or over it if there is no space. Owns the card's width; the card owns selection
// and content.

import type { CSSProperties, ReactNode } from 'react';
import { seenStateOf } from '../../shared/filter/seen-state.ts';
import { Splitter } from '../components/splitter.tsx';
import { useDetail } from '../model/detail.ts';
import { useModel } from '../model/model.ts';
import { isNarrow, paneLimits, twoColumns, useWindowWidth, widthWithin } from '../model/pane-size.ts';
import { setComparePaneWidth, setPaneWidth, usePreferences } from '../model/preferences.ts';
import { useTimeline } from '../model/timeline.ts';
import { DetailPane } from './detail-pane.tsx';
import styles from './with-card.module.css';

interface Props {
  /** Uses the whole width of the window: there is no side list. */
  wide?: boolean;
  /** Without a selectable row, the card of an earlier selection would be wrong. */
  empty?: boolean;
  children: ReactNode;
}

export function WithCard({ wide = false, empty = false, children }: Props) {
  const model = useModel();
  const selected = useTimeline((state) => state.selected);
  const open = useTimeline((state) => state.paneOpen);
  const hasColumns = useDetail(
    ({ tab, detail }) => tab === 'seen' && detail !== null && seenStateOf(detail.row) !== null,
  );
  const stored = usePreferences((state) => (hasColumns ? state.comparePaneWidth : state.paneWidth));
  const windowWidth = useWindowWidth();
  const limits = hasColumns ? twoColumns(windowWidth) : paneLimits(windowWidth);
  const width = widthWithin(limits, stored);
  const isShown = open && selected !== null && !empty;
  const looks = [styles.place, wide && styles.wide, isShown && (isNarrow(windowWidth) ? styles.over : styles.beside)];
  return (
    <main className={looks.filter(Boolean).join(' ')} style={{ '--pane': `${width}px` } as CSSProperties}>
      {children}
      {isShown && (
        <>
          <Splitter
            label="Width of the card"
            value={width}
            min={limits.min}
            max={limits.max}
            onChange={(width) => (hasColumns ? setComparePaneWidth : setPaneWidth)(model, width)}
          />
          <DetailPane />
        </>
      )}
    </main>
  );
}
