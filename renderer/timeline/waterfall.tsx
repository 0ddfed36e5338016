// One row's place in time: its own bar, and on a chain's first attempt the later ones with the waits between.

import type { Row } from '../../shared/timeline.ts';
import { barTone } from './row-look.ts';
import styles from './waterfall.module.css';
import { barOf, chainParts, type TimeScale } from './waterfall-scale.ts';

export function Waterfall({
  row,
  chain,
  scale,
  now,
}: {
  row: Row;
  chain: readonly Row[] | null;
  scale: TimeScale;
  now: number;
}) {
  const parts = chainParts(chain && row.attempt === 1 ? chain : [row], now);
  return (
    <div className={styles.axis}>
      {parts.map((part) => {
        const { left, width } = barOf(scale, part.from, part.to);
        const style = { left: `min(${left}%, 100% - 3px)`, width: `${width}%` };
        if (part.kind === 'gap') return <i key={`gap-${part.from}`} className={styles.gap} style={style} />;
        const shown = part.row ?? row;
        const look = shown.kind === 'call' || shown.times > 1 ? (shown.pending ? styles.open : '') : styles.moment;
        return <i key={shown.id} className={`${styles.bar} ${styles[barTone(shown)]} ${look}`} style={style} />;
      })}
    </div>
  );
}
