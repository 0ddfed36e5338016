// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop and names its active row.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a table; ARIA roles describe it.
// One failure group: its newest finding, the location, the owner, count and times, and whether a retry helps.

import { type MouseEvent, memo } from 'react';
import { isQuietMark } from '../../../shared/api/marks.ts';
import type { FailureGroup } from '../../../shared/api/views.ts';
import { ActorMark } from '../../components/actor-mark.tsx';
import { MarkPill, markWords } from '../../components/group-mark.tsx';
import { Pill } from '../../components/pill.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { useMark } from '../../model/expected.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { clockText, countInWords, groupDigits } from '../../text/format.ts';
import { actorName } from '../../text/row-words.ts';
import { isSameName, visibleLine } from '../../text/visible-text.ts';
import { ownerWords } from '../../text/wording.ts';
import { severityIcons } from './failure-count.tsx';
import styles from './failures-place.module.css';
import {
  callWords,
  causeHead,
  dayOrTime,
  groupSentence,
  hasTrend,
  lastSeen,
  ownerNames,
  recoveredWords,
  retryCell,
  severityTone,
  sparkPath,
} from './group-words.ts';
import { ownerIcons } from './owner-icons.ts';

const spark = { width: 84, height: 20 };
/** If there is no space for all callers, their number is shown. */
const mostCallers = 2;

interface GroupRowProps {
  group: FailureGroup;
  index: number;
  active: boolean;
  picked: boolean;
  /** The target of an action. */
  chosen: boolean;
  /** In a list over all tabs, each row names its tab. */
  inAll: boolean;
  serverName: string;
  colour: number;
  now: number;
  isPast: boolean;
  onChoose: (event: MouseEvent, index: number) => void;
  onPick: (event: MouseEvent, index: number) => void;
  onOpen: (group: FailureGroup) => void;
}

export const GroupRow = memo(function GroupRow(props: GroupRowProps) {
  const model = useModel();
  const { group, index, active, picked, chosen, inAll, serverName, colour, now, isPast } = props;
  const Icon = severityIcons[group.severity];
  // The current mark: a row that was just marked shows it before it leaves.
  const mark = useMark(group.id);
  const quiet = mark !== null && isQuietMark(mark);
  const isMarked = mark !== null && (inAll || mark.state !== group.mark?.state || mark.state === 'regressed');
  const title = visibleLine(maskLine(model, group.title));
  const sentence = visibleLine(maskLine(model, group.sentence)) || title;
  const said = mark ? markWords(mark) : '';
  const note = mark?.note ? `“${visibleLine(maskLine(model, mark.note))}”` : '';
  const isOneName = isSameName(serverName, callWords(group));
  const place = isOneName ? callWords(group) : `${visibleLine(serverName)} › ${callWords(group)}`;
  const looks = [styles.row, active && styles.active, picked && styles.picked, quiet && inAll && styles.quiet];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the shell's key table and the grid handle the keys.
    <div
      role="row"
      id={`group-${group.id}`}
      aria-rowindex={index + 2}
      aria-selected={chosen}
      aria-label={maskLine(model, groupSentence({ ...group, mark }, serverName))}
      className={looks.filter(Boolean).join(' ')}
      onClick={(event) => props.onChoose(event, index)}
      onDoubleClick={() => props.onOpen(group)}
    >
      <div role="gridcell">
        <input
          type="checkbox"
          className={styles.check}
          tabIndex={-1}
          aria-label={`Select ${sentence}`}
          checked={picked}
          readOnly
          onClick={(event) => props.onPick(event, index)}
          onDoubleClick={(event) => event.stopPropagation()}
        />
      </div>
      <div role="gridcell" className={`${styles.severity} ${styles[severityTone[group.severity]]}`}>
        <Icon size={15} aria-hidden="true" />
      </div>
      <div role="gridcell" className={styles.cause}>
        <div className={styles.first}>
          <b className={styles.whole} title={sentence}>
            {sentence}
          </b>
          <b className={styles.short} title={sentence}>
            {causeHead(sentence)}
          </b>
          {mark && isMarked && <MarkPill mark={mark} />}
          {group.isNew && (
            <Pill tone="info" title="No earlier recording of this server had it">
              new
            </Pill>
          )}
          {!group.flagged && (
            <Pill tone="outline" title="The server reported it as success">
              not flagged
            </Pill>
          )}
        </div>
        <div className={styles.second} title={[place, title, group.code, said, note].filter(Boolean).join(' · ')}>
          <ServerMark colour={colour} title={serverName} />
          {!isOneName && (
            <>
              <bdi>{visibleLine(serverName)}</bdi>
              <span aria-hidden="true">›</span>
            </>
          )}
          <bdi>{callWords(group)}</bdi>
          <span>· {title}</span>
          {group.code !== null && <span>· {visibleLine(group.code)}</span>}
          {said !== '' && <span className={mark?.state === 'regressed' ? styles.back : ''}>· {said}</span>}
          {note !== '' && <span>· {note}</span>}
        </div>
      </div>
      <Owner group={group} />
      <div role="gridcell" className={styles.number}>
        <b className={styles.count}>{groupDigits(group.count)}</b>
      </div>
      <div role="gridcell" className={styles.chart}>
        <svg
          {...spark}
          className={styles[quiet ? 'mute' : severityTone[group.severity]]}
          viewBox={`0 0 ${spark.width} ${spark.height}`}
          role="img"
          aria-label={`${countInWords(group.count, 'time')}, first ${clockText(group.firstAt)}, last ${clockText(group.lastAt)}`}
        >
          {hasTrend(group.spark) && (
            <>
              <path className={styles.base} d={`M0 ${spark.height - 0.5}h${spark.width}`} />
              <path className={styles.bars} d={sparkPath(group.spark, spark.width, spark.height)} />
            </>
          )}
        </svg>
      </div>
      <div role="gridcell" className={styles.by} title={group.by.map(actorName).join(', ')}>
        {group.by.slice(0, mostCallers).map((caller) => (
          <ActorMark key={`${caller.actor} ${caller.client}`} of={caller} />
        ))}
        {group.by.length > mostCallers && <small>+{group.by.length - mostCallers}</small>}
      </div>
      <div role="gridcell" className={styles.retry}>
        <div className={styles.line}>{retryCell(group)}</div>
        <div className={styles.below}>{recoveredWords(group)}</div>
      </div>
      <div role="gridcell" className={styles.seen} title={seenTitle(group)}>
        <div className={styles.line}>{lastSeen(group.lastAt, now, isPast)}</div>
        <div className={styles.below}>{group.count < 2 ? '' : `since ${dayOrTime(group.firstAt, now)}`}</div>
      </div>
    </div>
  );
});

function seenTitle({ firstAt, lastAt }: FailureGroup): string {
  const last = `Last seen ${new Date(lastAt).toLocaleString()}`;
  return firstAt === lastAt ? last : `${last}\nFirst seen ${new Date(firstAt).toLocaleString()}`;
}

function Owner({ group: { owner, isByHand, foundOwner } }: { group: FailureGroup }) {
  if (owner === null) return <div role="gridcell" className={styles.owner} />;
  const Icon = ownerIcons[owner];
  const found = foundOwner === null ? '' : ` The finding says: ${ownerWords[foundOwner].toLowerCase()}.`;
  return (
    <div role="gridcell" className={styles.owner} title={isByHand ? `Set by hand.${found}` : ownerWords[owner]}>
      <Icon size={14} aria-hidden="true" /> {ownerNames[owner]}
      {isByHand && <small>set by hand</small>}
    </div>
  );
}
