// What the model did not get of a response, on the card's first tab: a line of badges, the cause, and a way to both sides.

import type { ReactNode } from 'react';
import { nameOfClient } from '../../../shared/clients/clients.ts';
import { gotText } from '../../../shared/seen/parts/blocks.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Button } from '../../components/button.tsx';
import { ForeignText } from '../../components/foreign-text.tsx';
import { Pill } from '../../components/pill.tsx';
import { chooseTab } from '../../model/detail.ts';
import { maskText } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import type { WrapModels } from '../../results/models-view.tsx';
import { useSeenPair } from '../../results/seen-pair.ts';
import styles from './transcript-section.module.css';

/** The tab has more. */
const longest = 400;

interface TranscriptSectionProps {
  detail: RowDetail;
  wrap: WrapModels;
  /** Without a transcript of this call. */
  rest: ReactNode;
}

export function TranscriptSection({ detail, wrap, rest }: TranscriptSectionProps) {
  const model = useModel();
  const pair = useSeenPair(detail);
  if (pair === null || pair === 'unreadable') return rest;
  const { difference, call } = pair;
  const name = nameOfClient(call.client);
  const both = <Button onClick={() => chooseTab(model, 'seen')}>Show both sides</Button>;
  if (difference === 'not comparable')
    return wrap(
      pair.said === null ? 'Transcript only' : 'Not comparable',
      false,
      <>
        {call.got === null ? (
          <p className={styles.note}>The transcript ends before the result.</p>
        ) : (
          <ForeignText className={`${styles.text} mono`} text={maskText(model, gotText(call.got).slice(0, longest))} />
        )}
        {both}
      </>,
    );
  if (difference === null) return wrap(`${name}’s model got all of it`, false, both);
  return wrap(
    difference.badges.join(', '),
    true,
    <>
      <p className={styles.badges}>
        {difference.badges.map((badge) => (
          <Pill key={badge} tone="warn">
            {badge}
          </Pill>
        ))}
        {difference.because === 'unexpected' && <Pill tone="bad">unexpected</Pill>}
      </p>
      <p className={styles.note}>
        <b>Cause:</b> {difference.cause}
      </p>
      {both}
    </>,
  );
}
