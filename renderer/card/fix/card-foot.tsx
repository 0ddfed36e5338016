// The foot of a failure's card: how often similar failures occurred, since when, and a link to all of them.

import { useEffect, useState } from 'react';
import type { FailureGroup } from '../../../shared/api/views.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { useConnection } from '../../model/connection.ts';
import { openFilter } from '../../model/filter.ts';
import { useModel } from '../../model/model.ts';
import { clockText, countInWords } from '../../text/format.ts';
import styles from './card-foot.module.css';

const mostGroups = 500;
/** Moving quickly through rows must not send a request for each. */
const rest = 150;

export function CardFoot({ detail: { row, incident } }: { detail: RowDetail }) {
  const model = useModel();
  const group = useGroup(row.group);
  const isRecording = useConnection((state) => state.recording?.isLive === false);
  if (row.group === null) return null;
  const rows = incident ? incident.rows.length + incident.more : 1;
  // Once: the time is at the top of the card.
  if (rows === 1 && (group === null || group.count === 1)) return null;
  const isRepeated = group !== null && group.count > 1;
  return (
    <div className={styles.foot}>
      <div className={styles.words}>
        {isRepeated && <span>{seenWords(group, isRecording)}</span>}
        {rows > 1 && <span>{countInWords(rows, 'row')}, 1 failed call</span>}
      </div>
      {isRepeated && (
        <button type="button" onClick={() => void openFilter(model, `group:${row.group}`)}>
          Show group
        </button>
      )}
    </div>
  );
}

function seenWords({ count: times, firstAt }: FailureGroup, isRecording: boolean): string {
  const where = isRecording ? ' in this recording' : '';
  return `Seen ${countInWords(times, 'time')} since ${clockText(firstAt)}${where}`;
}

function useGroup(id: string | null): FailureGroup | null {
  const model = useModel();
  const [found, setFound] = useState<FailureGroup | null>(null);
  const failures = useConnection((state) => state.counters.failedRows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure may belong to the group.
  useEffect(() => {
    if (id === null) return;
    let wanted = true;
    const timer = setTimeout(async () => {
      const answer = await model.platform.call('failureGroups', { order: 'last', from: 0, count: mostGroups });
      if (wanted && answer.ok) setFound(answer.value.groups.find((group) => group.id === id) ?? null);
    }, rest);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [model, id, failures]);
  return found?.id === id ? found : null;
}
