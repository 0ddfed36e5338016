// A place with the card of what is selected beside it, or over it where there is no room. Owns how wide the card is; what is
// selected and explained is the card's own business.

import type { CSSProperties, ReactNode } from 'react';
import { Splitter } from '../../components/splitter.tsx';
import { useModel } from '../../model/model.ts';
import { isNarrow, paneLimits, useWindowWidth, widthWithin } from '../../model/pane-size.ts';
import { setPaneWidth, usePreferences } from '../../model/preferences.ts';
import { useTimeline } from '../../model/timeline.ts';
import { DetailPane } from './detail-pane.tsx';
import styles from './with-card.module.css';

interface Props {
  /** Takes the whole width of the window: there is no list at its side. */
  wide?: boolean;
  /** Without anything to select the card of an earlier selection would be out of place. */
  empty?: boolean;
  children: ReactNode;
}

export function WithCard({ wide = false, empty = false, children }: Props) {
  const model = useModel();
  const selected = useTimeline((state) => state.selected);
  const open = useTimeline((state) => state.paneOpen);
  const stored = usePreferences((state) => state.paneWidth);
  const windowWidth = useWindowWidth();
  const limits = paneLimits(windowWidth);
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
            onChange={(width) => setPaneWidth(model, width)}
          />
          <DetailPane />
        </>
      )}
    </main>
  );
}
