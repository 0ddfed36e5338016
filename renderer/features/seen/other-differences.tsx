// The newest other calls of this recording whose model got something else, and how many there are in all.

import { useEffect, useState } from 'react';
import { countSeen, isDifference, seenStateOf } from '../../../shared/filter/seen-state.ts';
import type { Row } from '../../../shared/timeline.ts';
import { Fold } from '../../card/parts/fold.tsx';
import { ActorMark } from '../../components/actor-mark.tsx';
import { SeenDots, seenLabels } from '../../components/seen-dots.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { colourOf, useConnection } from '../../model/connection.ts';
import { toggleDifferences, useOnlyDifferences } from '../../model/differences.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { selectRow } from '../../model/selection.ts';
import { countInWords } from '../../text/format.ts';
import { rowName } from '../../text/row-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './other-differences.module.css';

const most = 8;

export function OtherDifferences({ row }: { row: Row }) {
  const model = useModel();
  const seen = useConnection((state) => state.counters.seen);
  const servers = useConnection((state) => state.servers);
  const past = useConnection((state) => state.past);
  const isFiltered = useOnlyDifferences();
  const differing = countSeen(seen ?? [], 'changed', 'lost', 'never_sent');
  const others = useDifferences(differing).filter(({ id }) => id !== row.id);
  if (seen === undefined || differing === 0) return null;
  const joined = countSeen(seen, 'changed', 'lost', 'same', 'not_known');
  const apart = countSeen(seen, 'transcript', 'never_sent', 'not_joined');
  return (
    <>
      {others.length > 0 && (
        <Fold
          id="other-differences"
          title="Other differences in this session"
          count={differing - Number(isDifference(seenStateOf(row)))}
          startsOpen
        >
          {others.slice(0, most).map((other) => (
            <button
              key={other.id}
              type="button"
              className={styles.line}
              onClick={() => void selectRow(model, other.id)}
            >
              <ServerMark colour={colourOf(servers, other.server, past)} />
              <bdi className={styles.name}>{maskLine(model, rowName(other))}</bdi>
              <ActorMark of={other} />
              <State row={other} />
              <span className={styles.words}>{visibleLine(maskLine(model, wordsOf(other)))}</span>
              <span className={`${styles.number} mono`}>#{other.id}</span>
            </button>
          ))}
        </Fold>
      )}
      <p className={styles.foot}>
        <span>
          In this session: {differing} of {countInWords(joined + apart, 'call')} of transcripts differ
        </span>
        {!isFiltered && (
          <button type="button" onClick={() => void toggleDifferences(model)}>
            Show all differences
          </button>
        )}
      </p>
    </>
  );
}

function State({ row }: { row: Row }) {
  const state = seenStateOf(row);
  if (state === null) return null;
  return (
    <span className={styles.state}>
      <SeenDots state={state} /> {seenLabels[state]}
    </span>
  );
}

const wordsOf = ({ failure, headline, detail }: Row): string => failure?.short ?? `${headline} ${detail}`.trim();

/** The newest, read again when there are more. */
function useDifferences(differing: number): readonly Row[] {
  const model = useModel();
  const [rows, setRows] = useState<readonly Row[]>([]);
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      if (differing === 0) return setRows([]);
      const view = await model.platform.call('openView', { filter: 'seen:differs' });
      if (!view.ok || view.value.total === 0) return;
      const from = Math.max(0, view.value.total - most - 1);
      const found = await model.platform.call('rows', { view: view.value.view, from, count: most + 1 });
      if (isWanted && found.ok) setRows(found.value.rows.toReversed());
    };
    void read();
    return () => {
      isWanted = false;
    };
  }, [model, differing]);
  return rows;
}
