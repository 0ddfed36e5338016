// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop and names its active row.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a table; ARIA roles describe it.
// One row of the timeline. Redrawn only if its data or selection changes. It has few elements, because a storm pays for each one with
// every row. what-cell.tsx draws the event.

import { ArrowDown, ArrowUp, ChevronDown, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { isCountedRow } from '../../shared/filter/row-facts.ts';
import { seenStateOf } from '../../shared/filter/seen-state.ts';
import { shortServerName } from '../../shared/server-text/server-name.ts';
import { duration } from '../../shared/text/duration.ts';
import type { Row } from '../../shared/timeline.ts';
import { ActorMark } from '../components/actor-mark.tsx';
import { MarkedLine } from '../components/marked-line.tsx';
import { SeenDots, seenLabels, seenTitle } from '../components/seen-dots.tsx';
import { ServerMark } from '../components/server-mark.tsx';
import { useIsExpected } from '../model/expected.ts';
import { type FoldView, isNeverRun } from '../model/folds.ts';
import { maskLine } from '../model/masks.ts';
import { useModel } from '../model/model.ts';
import { clock, elapsed } from '../text/format.ts';
import { actorName, onlyValue, rowName, rowSentence, rowSpan, tellingArgument } from '../text/row-words.ts';
import { shownName, visibleLine } from '../text/visible-text.ts';
import type { Layout } from './columns.ts';
import type { Thread } from './threads.ts';
import styles from './timeline.module.css';
import { Waterfall } from './waterfall.tsx';
import { WhatCell } from './what-cell.tsx';

export interface TimelineRowProps {
  row: Row;
  index: number;
  selected: boolean;
  /** One of several picked rows. */
  picked: boolean;
  serverName: string;
  /** The same as the client calls it, if it is watched. */
  entryName: string;
  colour: number;
  threads: readonly Thread[];
  chain: readonly Row[] | null;
  now: number;
  /** The origin of relative times; null: clock time. */
  since: number | null;
  layout: Layout;
  /** One line per row. */
  isSmall: boolean;
  /** For a row that represents others. */
  fold: FoldView | null;
  /** It has two lines where there is room. */
  tall: boolean;
}

export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const model = useModel();
  const {
    row,
    index,
    selected,
    picked,
    serverName,
    entryName,
    colour,
    threads,
    chain,
    now,
    since,
    layout,
    isSmall,
    fold,
  } = props;
  const { shown, isNamed, isShort } = layout;
  const ofDay = clock(row.at);
  const { time, fraction } = since === null ? ofDay : elapsed(row.at - since);
  const tall = props.tall && !isSmall;
  const span = rowSpan(row);
  const expected = useIsExpected(row);
  // How long the handshake of a dead server took is no latency: its card has the times.
  const isStartFailed = fold?.kind === 'start';
  const looks = [
    styles.row,
    tall && styles.tall,
    (selected || picked) && styles.selected,
    isOutsideWire(row) && styles.hatched,
    threads.some(({ isIncident, knot }) => isIncident && knot) && styles.incident,
    isStartFailed && styles.dead,
    (row.kind !== 'call' || expected || !isCountedRow(row) || (fold && fold.kind !== 'end')) && styles.background,
  ];
  return (
    <div
      role="row"
      // The grid names its active row; the others need no name.
      id={selected ? `row-${row.id}` : undefined}
      data-row={row.id}
      aria-rowindex={index + 2}
      aria-selected={selected || picked}
      aria-label={`${maskLine(model, rowSentence(row, serverName))} ${time}`}
      className={looks.filter(Boolean).join(' ')}
    >
      <div
        role="gridcell"
        data-column="time"
        className={`${styles.time} mono`}
        title={`${ofDay.day} ${ofDay.time}${ofDay.fraction}`}
      >
        {isShort ? time : `${time}${fraction}`}
      </div>
      {shown.has('seen') && <SeenCell row={row} isNamed={layout.isSeenNamed} />}
      <div role="gridcell" className={styles.who}>
        {threads.map((thread, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several may share a lane, and none has an id.
          <ThreadLine key={place} thread={thread} />
        ))}
        {!fold?.isShared && <ServerMark colour={colour} title={shownName(serverName)} />}
        {!fold?.isShared && layout.hasServers && (
          <bdi className={styles.whole}>{shownName(shortServerName(entryName))}</bdi>
        )}
      </div>
      {shown.has('by') && (
        <div role="gridcell" className={styles.by}>
          <ActorMark of={row} />
          {isNamed && <span className={styles.whole}>{actorName(row)}</span>}
        </div>
      )}
      <CallCell {...props} tall={tall} />
      <WhatCell
        row={row}
        tall={tall}
        isSmall={isSmall}
        expected={expected}
        fold={fold}
        first={row.attempt > 1 ? (chain?.[0] ?? null) : null}
      />
      {shown.has('latency') && (
        <div role="gridcell" data-column="latency" className={`${styles.latency} mono`}>
          {span === null || isStartFailed ? '' : duration(span)}
        </div>
      )}
      {shown.has('waterfall') && <Waterfall row={row} chain={chain} now={now} className={undefined} />}
    </div>
  );
});

/** Known from the transcript alone. */
function isOutsideWire(row: Row): boolean {
  return row.remarks.includes('transcript');
}

function SeenCell({ row, isNamed }: { row: Row; isNamed: boolean }) {
  const state = seenStateOf(row);
  if (state === null) return <div role="gridcell" data-column="seen" />;
  return (
    <div role="gridcell" data-column="seen" className={styles.by} title={seenTitle(state)}>
      <SeenDots state={state} />
      <span className={isNamed ? styles.whole : 'visually-hidden'}>{seenLabels[state]}</span>
    </div>
  );
}

function ThreadLine({ thread: { lane, up, down, knot, tone, isIncident } }: { thread: Thread }) {
  const looks = [
    styles.thread,
    styles[`lane${lane}`],
    styles[tone],
    isIncident && styles.strong,
    up ? (down ? styles.through : styles.last) : styles.first,
  ];
  return (
    <span className={looks.filter(Boolean).join(' ')}>{knot && up && down && <span className={styles.knot} />}</span>
  );
}

const foldNames = { connection: 'Connected', start: 'Start failed', closed: 'Closed' };

function CallCell({ row, tall, fold }: TimelineRowProps) {
  const model = useModel();
  // If a method has a target, the target may be cut.
  const isSplit = row.target !== null && row.method !== null && row.method !== 'tools/call';
  const name = isSplit
    ? shownName(row.method ?? '')
    : isNeverRun(row)
      ? foldNames.start
      : maskLine(model, rowName(row));
  const target = isSplit ? visibleLine(maskLine(model, row.target ?? '')) : '';
  const args = visibleLine(maskLine(model, row.args));
  const title = `${maskLine(model, rowName(row))} ${args}`.trim();
  const Chevron = fold?.isOpen ? ChevronDown : ChevronRight;
  const chevron = fold && (
    <span className={styles.chevron} data-fold-row={row.id} title={fold.isOpen ? 'Fold (←)' : 'Unfold (→)'}>
      <Chevron size={12} aria-hidden="true" />
    </span>
  );
  if (fold && fold.kind !== 'end') {
    return (
      <div role="gridcell" data-column="call" className={styles.call} title={title}>
        {chevron}
        <span>{foldNames[fold.kind]}</span>
      </div>
    );
  }
  const value = target || (tall ? '' : onlyValue(args));
  const beside = row.attempt > 1 ? `attempt ${row.attempt}` : value;
  const look = row.attempt === 1 && value !== '' ? `${styles.call} ${styles.withValue}` : styles.call;
  const line = (
    <>
      {chevron}
      <Direction row={row} />
      <span className={styles.name}>
        <MarkedLine text={name} />
      </span>
      {beside !== '' && (
        <em className={row.attempt > 1 ? styles.attempt : 'mono'}>
          <MarkedLine text={beside} />
        </em>
      )}
    </>
  );
  const below = tall ? visibleLine(maskLine(model, tellingArgument(row))) : '';
  if (below === '') {
    return (
      <div role="gridcell" data-column="call" className={look} title={title}>
        {line}
      </div>
    );
  }
  return (
    <div role="gridcell" data-column="call">
      <div className={look} title={title}>
        {line}
      </div>
      <div className={`${styles.say} mono`} title={title}>
        <MarkedLine text={below} />
      </div>
    </div>
  );
}

/** Notifications go either way; calls are outgoing unless the server sent them. */
function Direction({ row }: { row: Row }) {
  if (row.kind !== 'notification' && !(row.kind === 'call' && row.direction === 'in')) return null;
  return row.direction === 'in' ? incoming : outgoing;
}

/** Created once, so that React skips the same element. */
const incoming = <ArrowDown className={styles.arrow} size={12} aria-hidden="true" />;
const outgoing = <ArrowUp className={styles.arrow} size={12} aria-hidden="true" />;

export function BlankRow({ index, tall }: { index: number; tall: boolean }) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-label="Loading"
      className={`${styles.row} ${tall ? styles.tall : ''}`}
    >
      <div role="gridcell">
        <div className={styles.blank} />
      </div>
    </div>
  );
}
