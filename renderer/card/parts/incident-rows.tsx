// All rows of one failed call, ordered by time, as links.

import type { IncidentView } from '../../../shared/timeline.ts';
import { Pill } from '../../components/pill.tsx';
import { useModel } from '../../model/model.ts';
import { selectRow } from '../../model/selection.ts';
import { clockText, countInWords } from '../../text/format.ts';
import { happening, rowName, toneOf } from '../../text/row-words.ts';
import styles from './incident-rows.module.css';

export function IncidentRows({ incident, selected }: { incident: IncidentView; selected: number }) {
  const model = useModel();
  return (
    <ol className={styles.rows}>
      {incident.rows.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            className={styles.row}
            aria-current={row.id === selected ? 'true' : undefined}
            onClick={() => selectRow(model, row.id)}
          >
            <span className="mono">{clockText(row.at)}</span>
            <bdi>{rowName(row)}</bdi>
            <span>
              <Pill tone={toneOf(row) ?? 'mute'}>{happening(row)}</Pill>
              {row.id === incident.id && <Pill tone="outline">counted</Pill>}
            </span>
          </button>
        </li>
      ))}
      {incident.more > 0 && <li className={styles.more}>and {countInWords(incident.more, 'more row')}</li>}
    </ol>
  );
}
