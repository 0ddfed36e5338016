// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop and names its active row.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a table; roles say what it is.
// One line of the timeline. Redrawn only when its own row or its selection changes. There are few elements in it: each one
// is paid for again with every row of a storm.

import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { isCounted } from '../../../shared/actors.ts';
import { duration } from '../../../shared/text/duration.ts';
import type { Row } from '../../../shared/timeline.ts';
import { AnsiLine } from '../../components/ansi-text.tsx';
import { classHelp, unflaggedHelp } from '../../components/help-texts.ts';
import { MarkedLine } from '../../components/marked-line.tsx';
import { Pill } from '../../components/pill.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { useIsExpected, useMark } from '../../model/expected.ts';
import { hitsOf } from '../../model/load-rows.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { hasAnsi, stripSgr } from '../../text/ansi.ts';
import { clock, elapsed, running } from '../../text/format.ts';
import {
  askedBy,
  callName,
  happening,
  incidentWords,
  isRecovery,
  isTall,
  remarksOf,
  rowSentence,
  spanOf,
  timesWord,
  toneOf,
} from '../../text/row-words.ts';
import { visibleLine, visibleName } from '../../text/visible-text.ts';
import type { Thread } from './threads.ts';
import styles from './timeline.module.css';
import { Waterfall } from './waterfall.tsx';

export interface TimelineRowProps {
  row: Row;
  index: number;
  selected: boolean;
  serverName: string;
  colour: number;
  /** Beside the mark; '' where shapes alone tell servers apart. */
  letter: string;
  threads: readonly Thread[];
  chain: readonly Row[] | null;
  now: number;
  /** Times are counted from here; null: of the day. */
  since: number | null;
}

export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const model = useModel();
  const { row, index, selected, serverName, colour, letter, threads, chain, now, since } = props;
  const ofDay = clock(row.at);
  const { time, fraction } = since === null ? ofDay : elapsed(row.at - since);
  const tall = isTall(row);
  const span = spanOf(row);
  const expected = useIsExpected(row);
  const looks = [
    styles.row,
    tall && styles.tall,
    selected && styles.selected,
    (row.kind !== 'call' || expected || !isCounted(row.actor)) && styles.background,
  ];
  return (
    <div
      role="row"
      // The grid names its active row; the others need no name.
      id={selected ? `row-${row.id}` : undefined}
      data-row={row.id}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-label={maskLine(model, rowSentence(row, serverName))}
      className={looks.filter(Boolean).join(' ')}
    >
      <div role="gridcell" className={`${styles.time} mono`} title={`${ofDay.day} ${ofDay.time}${ofDay.fraction}`}>
        {time}
        <span className={styles.fraction}>{fraction}</span>
      </div>
      <div role="gridcell" className={styles.who}>
        {threads.map((thread, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several may share a lane, and none has a name.
          <ThreadLine key={place} thread={thread} />
        ))}
        <ServerMark colour={colour} title={visibleName(serverName)} letter={letter} />
      </div>
      <CallCell row={row} tall={tall} serverName={serverName} />
      <WhatCell row={row} tall={tall} expected={expected} />
      <div role="gridcell" className={`${styles.latency} mono`}>
        {span === null ? '' : duration(span)}
      </div>
      <Waterfall row={row} chain={chain} now={now} className={styles.wide} />
    </div>
  );
});

function ThreadLine({ thread }: { thread: Thread }) {
  const looks = [
    styles.thread,
    styles[`lane${thread.lane}`],
    thread.up && styles.threadUp,
    thread.down && styles.threadDown,
  ];
  return <span className={looks.filter(Boolean).join(' ')}>{thread.knot && <span className={styles.knot} />}</span>;
}

function CallCell({ row, tall, serverName }: { row: Row; tall: boolean; serverName: string }) {
  const model = useModel();
  const name = maskLine(model, callName(row));
  const args = visibleLine(maskLine(model, row.args));
  const title = `${name} ${args}`.trim();
  const by = askedBy(row);
  const together = incidentWords(row);
  const words = (
    <>
      <Direction row={row} />
      <MarkedLine text={name} /> {by !== null && !tall && <em title={`Asked by ${by}`}>by {by} </em>}
      {row.attempt > 1 && <em>attempt {row.attempt}</em>}
      {row.attempt <= 1 && args && (
        <em className="mono">
          <MarkedLine text={args} />
        </em>
      )}
    </>
  );
  if (!tall) {
    return (
      <div role="gridcell" className={styles.call} title={title}>
        {words}
      </div>
    );
  }
  return (
    <div role="gridcell">
      <div className={styles.call} title={title}>
        {words}
      </div>
      <div className={styles.say} title={visibleName(serverName)}>
        <bdi>{visibleName(serverName)}</bdi>
        {by !== null && ` · by ${by}`}
        {row.chain !== null && ' · tried again'}
        {together !== '' && ` · ${together}`}
      </div>
    </div>
  );
}

/** Notifications go one way or the other; calls are ours unless the server asks. */
function Direction({ row }: { row: Row }) {
  if (row.kind !== 'notification' && !(row.kind === 'call' && row.direction === 'in')) return null;
  return row.direction === 'in' ? incoming : outgoing;
}

/** Made once: what is the same element is not looked at again. */
const incoming = <ArrowDown className={styles.arrow} size={12} aria-hidden="true" />;
const outgoing = <ArrowUp className={styles.arrow} size={12} aria-hidden="true" />;

function WhatCell({ row, tall, expected }: { row: Row; tall: boolean; expected: boolean }) {
  const model = useModel();
  if (row.pending) {
    return (
      <div role="gridcell">
        <Waiting since={row.at} />
      </div>
    );
  }
  const tone = expected ? 'mute' : toneOf(row);
  const hit = hitsOf(model).get(row.id);
  const detail =
    hit !== undefined
      ? visibleLine(maskLine(model, hit))
      : isRecovery(row)
        ? visibleLine(maskLine(model, `${row.headline} ${row.detail}`.trim()))
        : visibleLine(maskLine(model, row.failure?.short ?? row.detail));
  const full = row.failure === null ? detail : visibleLine(maskLine(model, row.detail));
  const coloured =
    row.kind === 'stderr' && hit === undefined && hasAnsi(row.detail) ? maskLine(model, row.detail) : null;
  const remarks = remarksOf(row);
  const words = maskLine(model, happening(row));
  if (tone === null) {
    const title = coloured === null ? `${words} ${detail}`.trim() : visibleLine(stripSgr(coloured));
    const line = (
      <>
        <MarkedLine text={words} />
        {words && detail && '  '}
        <em>{coloured === null ? <MarkedLine text={detail} /> : <AnsiLine text={coloured} />}</em>
      </>
    );
    if (row.times < 2 && !row.negative && remarks.length === 0) {
      return (
        <div role="gridcell" className={styles.quiet} title={title}>
          {line}
        </div>
      );
    }
    return (
      <div role="gridcell" className={styles.what}>
        <Times row={row} />
        <div className={styles.quiet} title={title}>
          {line}
        </div>
        {row.negative && <Pill tone="outline">negative answer</Pill>}
        {remarks.map((remark) => (
          <Pill key={remark} tone="outline">
            {remark}
          </Pill>
        ))}
      </div>
    );
  }
  const [code, place] = row.code === null ? [null, ''] : splitCode(visibleLine(row.code));
  const unflagged = row.failure !== null && !row.failure.flagged;
  const hasRest = place !== '' || expected || unflagged || remarks.length > 0 || (!tall && detail !== '');
  return (
    <div role="gridcell">
      <div className={styles.what}>
        <Pill tone={tone} title={row.failure ? `${words}. ${classHelp[row.failure.class].text}` : words}>
          {words}
        </Pill>
        <Times row={row} />
        {code !== null && (
          <span className={`${styles.code} mono`} title={`${code}${place}`}>
            {code}
          </span>
        )}
        {hasRest && (
          <span className={styles.rest}>
            {place !== '' && (
              <span className={`${styles.place} mono`} title={`${code}${place}`}>
                {place}
              </span>
            )}
            {expected && <MarkPill row={row} />}
            {unflagged && (
              <Pill tone="outline" title={`${unflaggedHelp.name}. ${unflaggedHelp.text}`}>
                not flagged
              </Pill>
            )}
            {remarks.map((remark) => (
              <Pill key={remark} tone="outline">
                {remark}
              </Pill>
            ))}
            {!tall && detail && (
              <span className={styles.quiet} title={full}>
                <MarkedLine text={detail} />
              </span>
            )}
          </span>
        )}
      </div>
      {tall && (
        <div className={styles.say} title={full}>
          <MarkedLine text={detail} />
        </div>
      )}
    </div>
  );
}

/** `404 in isError`: where it stands gives way before the words of the pill do, the code itself never. */
function splitCode(code: string): [code: string, place: string] {
  const [, number = code, place = ''] = /^(\S+)( in \w+)$/.exec(code) ?? [];
  return [number, place];
}

function Times({ row }: { row: Row }) {
  if (row.times < 2) return null;
  return (
    <span className={styles.times}>
      <Pill tone="mute" title={`${row.times.toLocaleString('en')} messages in one row; Enter opens them`}>
        {timesWord(row)}
      </Pill>
    </span>
  );
}

function Waiting({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={styles.pending}>
      <i aria-hidden="true" />
      waiting {running(Math.max(0, now - since))}
    </span>
  );
}

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

/** Why it stays quiet: what a person said about failures like it. */
function MarkPill({ row: { group } }: { row: Row }) {
  const isResolved = useMark(group)?.state === 'resolved';
  return (
    <Pill
      tone="outline"
      title={isResolved ? 'Marked as resolved: it failed before that' : 'Marked as expected (x takes the mark away)'}
    >
      {isResolved ? 'resolved' : 'expected'}
    </Pill>
  );
}
