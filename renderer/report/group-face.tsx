// One kind of failure in two or three lines: what and where, how often and when, and whether a retry helps.

import { MarkPill, markWords } from '../components/group-mark.tsx';
import { Pill } from '../components/pill.tsx';
import { ServerMark } from '../components/server-mark.tsx';
import { severityIcons } from '../features/failures/failure-count.tsx';
import { callWords, hasTrend, retryWords, severityTone, sparkPath } from '../features/failures/group-words.ts';
import { groupDigits } from '../text/format.ts';
import { toneOfClass } from '../text/row-words.ts';
import { isSameName, shownName, visibleLine } from '../text/visible-text.ts';
import type { PaperGroup } from './groups.ts';
import styles from './report.module.css';

const spark = { width: 72, height: 18 };

interface GroupFaceProps {
  group: PaperGroup;
  serverName: string;
  colour: number;
}

export function GroupFace({ group, serverName, colour }: GroupFaceProps) {
  const Icon = severityIcons[group.severity];
  return (
    <>
      <span className={styles.first}>
        <Icon size={14} role="img" aria-label={group.severity} className={styles[severityTone[group.severity]]} />
        <Pill tone={group.class === null ? 'bad' : toneOfClass(group.class)}>{visibleLine(group.title)}</Pill>
        {group.mark && <MarkPill mark={group.mark} />}
        <b className={styles.times}>× {groupDigits(group.count)}</b>
        {hasTrend(group.spark) && (
          <svg
            width={spark.width}
            height={spark.height}
            aria-hidden="true"
            className={styles[severityTone[group.severity]]}
          >
            <path d={sparkPath(group.spark, spark.width, spark.height)} fill="currentColor" />
          </svg>
        )}
      </span>
      {group.sentence !== '' && (
        <span className={styles.sentence}>
          <bdi>{visibleLine(group.sentence)}</bdi>
        </span>
      )}
      <span className={styles.second}>
        <ServerMark colour={colour} />
        {!isSameName(serverName, callWords(group)) && <bdi>{shownName(serverName)}</bdi>}
        <bdi className="mono">{callWords(group)}</bdi>
      </span>
      <span className={styles.third}>
        {retryWords(group)}
        {group.mark &&
          [markWords(group.mark), group.mark.note].filter(Boolean).map((words) => ` · ${visibleLine(words)}`)}
        {group.recovered > 0 && ` · recovered ${groupDigits(group.recovered)} of ${groupDigits(group.count)}`}
      </span>
    </>
  );
}
