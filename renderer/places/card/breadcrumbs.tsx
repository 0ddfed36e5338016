// The rows of the same server just before this one. Each leads there.

import type { Row } from '../../../shared/timeline.ts';
import { Section } from '../../components/section.tsx';
import { useModel } from '../../model/model.ts';
import { selectRow } from '../../model/selection.ts';
import { clockText } from '../../text/format.ts';
import { callName, happening } from '../../text/row-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './explained.module.css';

export function Breadcrumbs({ rows }: { rows: readonly Row[] }) {
  const model = useModel();
  return (
    <Section title="Just before, on the same server">
      {rows.map((row) => (
        <button key={row.id} type="button" className={styles.crumb} onClick={() => selectRow(model, row.id)}>
          <span className="mono">{clockText(row.at)}</span>
          <bdi>{callName(row)}</bdi>
          <bdi className={row.failure ? styles.bad : ''}>{happening(row) || visibleLine(row.detail)}</bdi>
        </button>
      ))}
    </Section>
  );
}
