// The rows of the same server just before this one. Each leads there.

import type { Row } from '../../shared/timeline.ts';
import { clockText } from '../components/format.ts';
import { visibleLine } from '../components/visible-text.ts';
import { usePlatform } from '../platform/context.ts';
import { selectRow } from '../state/selection.ts';
import { callName, happening } from '../timeline/row-look.ts';
import styles from './explained.module.css';
import { Section } from './section.tsx';

export function Breadcrumbs({ rows }: { rows: readonly Row[] }) {
  const platform = usePlatform();
  return (
    <Section title="Just before, on the same server">
      {rows.map((row) => (
        <button key={row.id} type="button" className={styles.crumb} onClick={() => selectRow(platform, row.id)}>
          <span className="mono">{clockText(row.at)}</span>
          <bdi>{callName(row)}</bdi>
          <bdi className={row.failure ? styles.bad : ''}>{happening(row) || visibleLine(row.detail)}</bdi>
        </button>
      ))}
    </Section>
  );
}
