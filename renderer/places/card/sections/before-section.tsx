// The rows of the same server just before this one, as links.

import { duration } from '../../../../shared/text/duration.ts';
import { useModel } from '../../../model/model.ts';
import { selectRow } from '../../../model/selection.ts';
import { clockText } from '../../../text/format.ts';
import { callName, happening } from '../../../text/row-words.ts';
import { visibleLine } from '../../../text/visible-text.ts';
import { Fold } from '../parts/fold.tsx';
import styles from '../parts/lines.module.css';
import type { SectionProps } from '../parts/section-props.ts';

export function BeforeSection({ detail: { row, breadcrumbs } }: SectionProps) {
  const model = useModel();
  const last = breadcrumbs.at(-1);
  if (!last) return null;
  return (
    <Fold
      id="before"
      title="Before it happened"
      count={breadcrumbs.length}
      summary={`${callName(last)}, ${duration(Math.max(0, row.at - last.at))} earlier`}
    >
      {breadcrumbs.map((before) => (
        <button key={before.id} type="button" className={styles.event} onClick={() => void selectRow(model, before.id)}>
          <span className={`${styles.row} mono`}>{clockText(before.at)}</span>
          <bdi className={styles.name}>{callName(before)}</bdi>
          <bdi className={before.failure ? styles.bad : ''}>{happening(before) || visibleLine(before.detail)}</bdi>
        </button>
      ))}
    </Fold>
  );
}
