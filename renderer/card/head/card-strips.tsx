// Below the head of a card: a running or finished replay of the row, the call that it repeats, and why a server did not come back.

import { useEffect } from 'react';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Button } from '../../components/button.tsx';
import { Pill } from '../../components/pill.tsx';
import { useModel } from '../../model/model.ts';
import { showReplay } from '../../model/replay-actions.ts';
import { replayOf, useReplays } from '../../model/replays.ts';
import { selectAttempt } from '../../model/selection.ts';
import { LiveStrip } from '../../retry/live-strip.tsx';
import { isLive, originalLook, replayLook } from '../../text/replay-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { beginRepair, useRepair } from '../fix/repair-server.ts';
import head from './card-head.module.css';
import styles from './card-strips.module.css';

/** Why the last repair from this card failed. */
export function RepairProblem({ incident }: { incident: number }) {
  const model = useModel();
  useEffect(() => beginRepair(model, incident), [model, incident]);
  const problem = useRepair((state) => (state.incident === incident ? state.problem : ''));
  if (problem === '') return null;
  return (
    <p className={head.problem} role="alert">
      {visibleLine(problem)}
    </p>
  );
}

/** The newest replay of this row: its countdown, or its result. */
export function CardReplay({ row }: { row: number }) {
  const model = useModel();
  const view = useReplays((state) => replayOf(state.views, row));
  if (!view) return null;
  if (isLive(view)) {
    return (
      <div className={head.strip}>
        <LiveStrip view={view} />
      </div>
    );
  }
  const look = replayLook(view);
  return (
    <div className={`${head.strip} ${styles.done}`}>
      <Pill tone={look.tone}>{look.word}</Pill>
      {view.words !== '' && <span>{visibleLine(view.words)}</span>}
      <Button look="quiet" onClick={() => showReplay(model, view.id)}>
        {view.attempts.length > 0 ? 'See what changed' : 'Open'}
      </Button>
    </div>
  );
}

/** A replay names the call that it repeats, and how it compares. */
export function CardOriginal({ original }: { original: NonNullable<RowDetail['original']> }) {
  const model = useModel();
  const look = originalLook(original);
  return (
    <div className={`${head.strip} ${styles.done}`}>
      {look && <Pill tone={look.tone}>{look.word}</Pill>}
      <span>
        A copy of #{original.row}, which {original.passed ? 'passed' : 'failed'}.
      </span>
      <Button look="quiet" onClick={() => selectAttempt(model, original.row)}>
        Show it
      </Button>
    </div>
  );
}
