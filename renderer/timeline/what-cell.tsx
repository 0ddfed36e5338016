// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop and names its active row.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a table; ARIA roles describe it.
// The event of a row: a chip and the short finding for a failure, plain text for others.

import { CircleCheck, CircleX, Hourglass, type LucideIcon, Wrench } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type Row, shownWords } from '../../shared/timeline.ts';
import { AnsiLine } from '../components/ansi-text.tsx';
import { classHelp, unflaggedHelp } from '../components/help-texts.ts';
import { MarkedLine } from '../components/marked-line.tsx';
import { Pill } from '../components/pill.tsx';
import { isPast, useConnection } from '../model/connection.ts';
import { useMark } from '../model/expected.ts';
import { type FoldView, isNeverRun } from '../model/folds.ts';
import { hitsOf } from '../model/load-rows.ts';
import { maskLine } from '../model/masks.ts';
import { useModel } from '../model/model.ts';
import { useFeatures } from '../model/window-feature.ts';
import { hasAnsi, stripSgr } from '../text/ansi.ts';
import { running } from '../text/format.ts';
import { injectedWords } from '../text/injected-words.ts';
import {
  happening,
  isCountedElsewhere,
  isRecovery,
  remarksOf,
  type Tone,
  timesWord,
  toneOf,
} from '../text/row-words.ts';
import { visibleLine } from '../text/visible-text.ts';
import styles from './timeline.module.css';

interface WhatCellProps {
  row: Row;
  tall: boolean;
  isSmall: boolean;
  expected: boolean;
  fold: FoldView | null;
  /** For a later attempt: the first one, if it is visible. */
  first: Row | null;
}

export function WhatCell({ row, tall, isSmall, expected, fold, first }: WhatCellProps) {
  const model = useModel();
  if (row.pending) {
    return (
      <div role="gridcell" data-column="what">
        <Waiting row={row} />
      </div>
    );
  }
  if (fold && fold.kind !== 'start' && fold.kind !== 'end') return <Quiet title={fold.words}>{fold.words}</Quiet>;
  const isPlain = isCountedElsewhere(row);
  const tone = expected ? 'mute' : isPlain ? null : toneOf(row);
  const hit = hitsOf(model).get(row.id);
  const words = maskLine(model, happening(row));
  const detail = detailOf(row, hit, (text) => visibleLine(maskLine(model, text)));
  const full = row.failure === null ? detail : visibleLine(maskLine(model, row.detail));
  if (tone === null)
    return (
      <PlainWhat
        row={row}
        words={words}
        detail={isPlain || (isList(row) && hit === undefined) ? '' : detail}
        isHit={hit !== undefined}
      />
    );
  if (row.attempt > 1 && isSame(row, first)) {
    const again = isSmall ? 'Sent again unchanged' : 'Same failure, sent again unchanged';
    if (row.rehearsed === null) return <Quiet title={full}>{again}</Quiet>;
    return (
      <div role="gridcell" data-column="what" className={styles.what}>
        <div className={styles.quiet} title={full}>
          {again}
        </div>
        <RehearsedPill row={row} />
      </div>
    );
  }
  const isStart = fold?.kind === 'start' || isNeverRun(row);
  if (isSmall) {
    return <SmallWhat row={row} tone={tone} words={row.failure ? visibleLine(row.failure.tiny) : words} title={full} />;
  }
  return (
    <div role="gridcell" data-column="what">
      <div className={styles.what}>
        <Pill tone={tone} title={row.failure ? `${words}. ${classHelp[row.failure.class].text}` : words}>
          {isStart ? detail || words : words}
        </Pill>
        <Times row={row} />
        {row.code !== null && !isStart && <Code text={visibleLine(row.code)} />}
        <Remarks row={row} expected={expected} />
        {!tall && detail !== '' && !isStart && (
          <span className={styles.quiet} title={full}>
            <MarkedLine text={detail} />
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

/** `14 tools` is enough: their names are on the card. */
const isList = ({ method }: Row): boolean => /^(?:tools|prompts|resources(?:\/templates)?)\/list$/.test(method ?? '');

/** The text next to the chip, or below it. */
function detailOf(row: Row, hit: string | undefined, show: (text: string) => string): string {
  if (hit !== undefined) return show(hit);
  if (isRecovery(row)) return show(`${row.headline} ${row.detail}`.trim());
  return show(row.failure ? row.failure.short : shownWords(row).detail);
}

/** A later attempt with the same request and the same result. */
function isSame(row: Row, first: Row | null): boolean {
  return (
    first !== null &&
    row.failure !== null &&
    first.failure?.class === row.failure.class &&
    first.failure.short === row.failure.short &&
    first.args === row.args
  );
}

function Quiet({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div role="gridcell" data-column="what" className={styles.quiet} title={title}>
      {children}
    </div>
  );
}

interface PlainWhatProps {
  row: Row;
  words: string;
  detail: string;
  isHit: boolean;
}

function PlainWhat({ row, words, detail, isHit }: PlainWhatProps) {
  const model = useModel();
  const coloured = row.kind === 'stderr' && !isHit && hasAnsi(row.detail) ? maskLine(model, row.detail) : null;
  const remarks = remarksOf(row);
  const title = coloured === null ? `${words} ${detail}`.trim() : visibleLine(stripSgr(coloured));
  const line = (
    <>
      <MarkedLine text={words} />
      {words && detail && '  '}
      <em>{coloured === null ? <MarkedLine text={detail} /> : <AnsiLine text={coloured} />}</em>
    </>
  );
  if (row.times < 2 && !row.negative && remarks.length === 0 && row.rehearsed === null)
    return <Quiet title={title}>{line}</Quiet>;
  return (
    <div role="gridcell" data-column="what" className={styles.what}>
      <Times row={row} />
      <div className={styles.quiet} title={title}>
        {line}
      </div>
      <RehearsedPill row={row} />
      {row.negative && <Pill tone="outline">says no</Pill>}
      {remarks.map((remark) => (
        <Pill key={remark} tone="outline">
          {remark}
        </Pill>
      ))}
    </div>
  );
}

const icons: Record<Tone, LucideIcon> = {
  ok: CircleCheck,
  warn: Wrench,
  bad: CircleX,
  wait: Hourglass,
  info: CircleX,
  mute: CircleX,
};

/** In a small window: an icon and the shortest form of the finding, both in the color of the class. */
function SmallWhat({ row, tone, words, title }: { row: Row; tone: Tone; words: string; title: string }) {
  const Icon = icons[tone];
  return (
    <div role="gridcell" data-column="what" className={`${styles.small} ${styles[tone]}`} title={title}>
      <Icon size={14} aria-hidden="true" />
      <span className={styles.words}>
        <MarkedLine text={words} /> {timesWord(row)}
      </span>
      <RehearsedPill row={row} />
    </div>
  );
}

/** Where it was, as in `404 in isError`, is on the card. */
function Code({ text }: { text: string }) {
  return (
    <span className={`${styles.code} mono`} title={text}>
      {text.replace(/ in \w+$/, '')}
    </span>
  );
}

/** For good: what was done on purpose must never be taken for a failure of the server. */
function RehearsedPill({ row: { rehearsed } }: { row: Row }) {
  if (rehearsed === null) return null;
  return (
    <Pill
      tone="warn"
      title={`Misfire did this on purpose: ${rehearsed.injected}. It does not count against the server.`}
    >
      {injectedWords(rehearsed.injected)}
    </Pill>
  );
}

function Remarks({ row, expected }: { row: Row; expected: boolean }) {
  return (
    <>
      {expected && <MarkPill row={row} />}
      <RehearsedPill row={row} />
      {row.failure !== null && !row.failure.flagged && (
        <Pill tone="outline" title={`${unflaggedHelp.name}. ${unflaggedHelp.text}`}>
          not flagged
        </Pill>
      )}
      {remarksOf(row).map((remark) => (
        <Pill key={remark} tone="outline">
          {remark}
        </Pill>
      ))}
    </>
  );
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

function Waiting({ row }: { row: Row }) {
  const isOver = useConnection(isPast);
  const features = useFeatures();
  if (isOver) return <span className={styles.quiet}>no answer in the recording</span>;
  return features.reduce<ReactNode>(
    (words, { Waiting: Around, name }) =>
      Around ? (
        <Around key={name} row={row}>
          {words}
        </Around>
      ) : (
        words
      ),
    <Running since={row.at} />,
  );
}

function Running({ since }: { since: number }) {
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

/** Why it is quiet: the user's mark on similar failures. */
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
