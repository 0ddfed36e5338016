// biome-ignore-all lint/suspicious/noArrayIndexKey: elements are reused for other rows' bars.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop and names its active row.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a table; ARIA roles describe it.
// The cell with one row's position in time: its own bar, and on a chain's first attempt the later ones with their waits.

import { createContext, useContext } from 'react';
import type { Row } from '../../shared/timeline.ts';
import { barOf, type Cut, chainParts, isOutside, type TimeScale } from '../components/waterfall-scale.ts';
import { barTone } from '../text/row-words.ts';
import styles from './waterfall.module.css';

/** The axis changes with each visible row: then only the bars are redrawn, not their rows. */
export const TimeAxis = createContext<TimeScale | null>(null);

interface WaterfallProps {
  row: Row;
  chain: readonly Row[] | null;
  now: number;
  className: string | undefined;
}

export function Waterfall({ row, chain, now, className }: WaterfallProps) {
  const scale = useContext(TimeAxis);
  const parts = scale ? chainParts(chain && row.attempt === 1 ? chain : [row], now) : [];
  return (
    <div role="gridcell" className={`${styles.axis} ${className}`} data-axis="">
      {scale?.cuts.map((cut, place) => (
        <Idle key={`idle ${place}`} scale={scale} cut={cut} />
      ))}
      {scale &&
        parts.map((part, place) => {
          if (isOutside(scale, part.from, part.to)) return null;
          const { left, width } = barOf(scale, part.from, part.to);
          const style = { left: `min(${left}%, 100% - 3px)`, width: `${width}%` };
          if (part.kind === 'gap') return <i key={place} className={styles.gap} style={style} />;
          const shown = part.row ?? row;
          const look = shown.kind === 'call' || shown.times > 1 ? (shown.pending ? styles.open : '') : styles.moment;
          return <i key={place} className={`${styles.bar} ${styles[barTone(shown)]} ${look}`} style={style} />;
        })}
    </div>
  );
}

/** Idle time, shortened. */
function Idle({ scale, cut }: { scale: TimeScale; cut: Cut }) {
  if (isOutside(scale, cut.from, cut.to)) return null;
  const { left, width } = barOf(scale, cut.from, cut.to);
  return <i className={styles.idle} style={{ left: `${left}%`, width: `${width}%` }} />;
}
