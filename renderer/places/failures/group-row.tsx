// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop and names its active row.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a table; roles say what it is.
// One group of failures: what and where, how often and when, and whether trying again helps.

import { Bell, BellOff, Check, Undo2 } from 'lucide-react';
import { memo } from 'react';
import { isQuiet } from '../../../shared/api/marks.ts';
import type { FailureGroup } from '../../../shared/api/views.ts';
import { Button } from '../../components/button.tsx';
import { MarkPill, markWords } from '../../components/group-mark.tsx';
import { Pill } from '../../components/pill.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { clockText, groupDigits } from '../../text/format.ts';
import { toneOfClass } from '../../text/row-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { severityIcons } from './failure-count.tsx';
import styles from './failures-place.module.css';
import { callWords, groupSentence, kindWords, retryWords, seenWords, severityTone, sparkPath } from './group-words.ts';

const spark = { width: 72, height: 22 };

interface GroupRowProps {
  group: FailureGroup;
  index: number;
  active: boolean;
  serverName: string;
  colour: number;
  today: number;
  onOpen: (group: FailureGroup) => void;
  onExpected: (group: FailureGroup) => void;
  onResolved: (group: FailureGroup) => void;
}

export const GroupRow = memo(function GroupRow(props: GroupRowProps) {
  const model = useModel();
  const { group, index, active, serverName, colour, today, onOpen, onExpected, onResolved } = props;
  const Icon = severityIcons[group.severity];
  const { mark } = group;
  const quiet = mark !== null && isQuiet(mark);
  const expected = mark?.state === 'expected';
  const resolved = mark?.state === 'resolved';
  const Expected = expected ? Bell : BellOff;
  const Resolved = resolved ? Undo2 : Check;
  const title = visibleLine(maskLine(model, group.title));
  const said = mark
    ? [markWords(mark), mark.note && `“${visibleLine(maskLine(model, mark.note))}”`].filter(Boolean).join(' ')
    : '';
  const sentence = visibleLine(maskLine(model, group.sentence));
  const looks = [styles.row, active && styles.active, quiet && styles.expected];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the shell's key table moves and opens groups.
    <div
      role="row"
      id={`group-${group.id}`}
      aria-rowindex={index + 2}
      aria-selected={active}
      aria-label={maskLine(model, groupSentence(group, serverName))}
      className={looks.filter(Boolean).join(' ')}
      title={`Show ${group.count === 1 ? 'it' : `all ${groupDigits(group.count)}`} in the timeline`}
      onClick={() => onOpen(group)}
    >
      <div role="gridcell" className={`${styles.severity} ${styles[severityTone[group.severity]]}`}>
        <Icon size={15} aria-hidden="true" />
      </div>
      <div role="gridcell">
        <div className={styles.first}>
          <ServerMark colour={colour} title={serverName} />
          <b title={callWords(group)}>{callWords(group)}</b>
        </div>
        <div className={styles.second}>
          <bdi title={visibleLine(serverName)}>{visibleLine(serverName)}</bdi>
          {group.layer && ` · ${group.layer} layer`}
        </div>
      </div>
      <div role="gridcell">
        <div className={styles.first}>
          <Pill tone={quiet || group.class === null ? 'mute' : toneOfClass(group.class)} title={title}>
            {title}
          </Pill>
          {group.code !== null && <span className={`${styles.code} mono`}>{visibleLine(group.code)}</span>}
          {group.isNew && (
            <Pill tone="outline" title="No earlier recording on this server had it">
              new
            </Pill>
          )}
          {mark && <MarkPill mark={mark} />}
        </div>
        <div className={styles.second} title={[said, sentence].filter(Boolean).join(' ')}>
          {said !== '' && <b>{said} </b>}
          {sentence}
        </div>
      </div>
      <div role="gridcell" className={styles.number}>
        <div className={styles.first}>
          <b className={styles.count}>{groupDigits(group.count)}</b>
        </div>
        <div className={styles.second}>{group.recovered > 0 ? `${groupDigits(group.recovered)} recovered` : ''}</div>
      </div>
      <div role="gridcell" className={styles.chart}>
        <svg
          {...spark}
          className={styles[quiet ? 'mute' : severityTone[group.severity]]}
          viewBox={`0 0 ${spark.width} ${spark.height}`}
          aria-hidden="true"
        >
          <path className={styles.base} d={`M0 ${spark.height - 0.5}h${spark.width}`} />
          <path className={styles.bars} d={sparkPath(group.spark, spark.width, spark.height)} />
        </svg>
      </div>
      <div role="gridcell" className={styles.seen}>
        <div className={`${styles.first} mono`} title={`Last seen ${clockText(group.lastAt)}`}>
          {seenWords(group.lastAt, today)}
        </div>
        <div className={`${styles.second} mono`} title={`First seen ${clockText(group.firstAt)}`}>
          {group.firstAt === group.lastAt ? '' : seenWords(group.firstAt, today)}
        </div>
      </div>
      <div role="gridcell" className={styles.retry}>
        <div className={styles.first} title={retryWords(group)}>
          {retryWords(group)}
        </div>
        <div className={styles.second} title={kindWords(group)}>
          {kindWords(group)}
        </div>
      </div>
      <div role="gridcell" className={styles.marks}>
        <Button
          look="icon"
          tabIndex={-1}
          aria-pressed={expected}
          aria-label={expected ? 'No longer expected' : 'Mark as expected'}
          title={expected ? 'No longer expected (x)' : 'Expected: keep it quiet (x)'}
          onClick={(event) => {
            event.stopPropagation();
            onExpected(group);
          }}
        >
          <Expected size={14} aria-hidden="true" />
        </Button>
        <Button
          look="icon"
          tabIndex={-1}
          aria-pressed={resolved}
          aria-label={resolved ? 'No longer resolved' : 'Mark as resolved'}
          title={resolved ? 'No longer resolved' : 'Resolved: quiet until it fails again'}
          onClick={(event) => {
            event.stopPropagation();
            onResolved(group);
          }}
        >
          <Resolved size={14} aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
});
