// Two dots for a call: the wire at the left, the transcript at the right. A line joins them; the shape of the right one says what the
// model got. Words are next to them or in the tooltip.

import type { ReactElement } from 'react';
import { type SeenState, seenWords } from '../../shared/filter/seen-state.ts';
import { capital } from '../../shared/text/capital.ts';
import styles from './seen-dots.module.css';

export const seenLabels: Record<SeenState, string> = {
  never_sent: 'never sent',
  lost: 'lost',
  changed: 'changed',
  not_joined: 'not joined',
  not_known: 'not known',
  transcript: 'transcript only',
  wire: 'recording only',
  same: 'same',
};

/** `Changed: the model got something else than the server sent.` */
export function seenTitle(state: SeenState): string {
  const label = seenLabels[state];
  return `${capital(label)}: ${seenWords[state]}.`;
}

const wire = <circle cx="5" cy="6" r="3.5" />;
const none = (x: number) => <circle className={styles.none} cx={x} cy="6" r="3.5" />;
const line = (look?: string) => <path className={`${styles.line} ${look ?? ''}`} d="M8.5 6H20" />;
const dot = <circle cx="23" cy="6" r="3.5" />;

const shapes: Record<SeenState, ReactElement> = {
  same: (
    <>
      {line()}
      {wire}
      {dot}
    </>
  ),
  changed: (
    <>
      {line(styles.warn)}
      {wire}
      <path className={styles.warn} d="M23 1.5 27.5 6 23 10.5 18.5 6Z" />
    </>
  ),
  lost: (
    <>
      {line(styles.bad)}
      {wire}
      <path className={`${styles.bad} ${styles.open}`} d="M23 2 27 6 23 10 19 6Z" />
    </>
  ),
  never_sent: (
    <>
      {none(5)}
      <path className={`${styles.bad} ${styles.open}`} d="M20 3l6 6M26 3l-6 6" />
    </>
  ),
  transcript: (
    <>
      {none(5)}
      <circle className={styles.only} cx="23" cy="6" r="3.5" />
    </>
  ),
  wire: (
    <>
      {wire}
      {none(23)}
    </>
  ),
  not_joined: (
    <>
      {wire}
      {dot}
    </>
  ),
  not_known: (
    <>
      {line(styles.dashed)}
      {wire}
      {dot}
    </>
  ),
};

/** Created once, so that React skips the same element. */
const drawn = Object.fromEntries(
  Object.entries(shapes).map(([state, shape]) => [
    state,
    <svg key={state} className={styles.dots} width="28" height="12" viewBox="0 0 28 12" aria-hidden="true">
      {shape}
    </svg>,
  ]),
) as Record<SeenState, ReactElement>;

export function SeenDots({ state }: { state: SeenState }) {
  return drawn[state];
}
