// The card's buttons for trying again: what helps most stands first, and a running or finished replay shows in place.

import { Clock, Pencil, RotateCcw } from 'lucide-react';
import { useEffect } from 'react';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Button } from '../../components/button.tsx';
import { Pill } from '../../components/pill.tsx';
import { useNow } from '../../components/use-now.ts';
import { useIsAway } from '../../model/connect-servers.ts';
import { openCorrected } from '../../model/fix-call.ts';
import { isRefused } from '../../model/fixed-call.ts';
import { useModel } from '../../model/model.ts';
import { editRow, fixArguments, replayRow, showReplay } from '../../model/replay-actions.ts';
import { loadDraft, replayOf, useReplays } from '../../model/replays.ts';
import { selectRow } from '../../model/selection.ts';
import { LiveStrip } from '../../retry/live-strip.tsx';
import { isLive, originalLook, replayLook } from '../../text/replay-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './card-actions.module.css';
import { nextStep } from './next-step.ts';

/** Moving quickly through rows should not ask about each. */
const rest = 120;

export function CardActions({ detail }: { detail: RowDetail }) {
  const model = useModel();
  const { row } = detail;
  const draft = useReplays((state) => state.drafts[row.id] ?? null);
  const view = useReplays((state) => replayOf(state.views, row.id));
  const live = view !== undefined && isLive(view);
  const away = useIsAway(row.server);
  const ours = row.kind === 'call' && row.direction === 'out' && !row.pending;
  useEffect(() => {
    if (!ours) return;
    const timer = setTimeout(() => void loadDraft(model, row.id), rest);
    return () => clearTimeout(timer);
  }, [model, ours, row.id]);
  const until = nextStep(detail, draft, 0)?.until ?? null;
  const now = useNow(until !== null && until > Date.now() - 1_000 && !live, 250);
  const step = nextStep(detail, draft, now);
  if (!step || live) return null;
  const isFixable = isRefused(detail);
  const look = step.primary ? 'primary' : 'plain';
  return (
    <>
      {step.kind === 'wait' && (
        <Button look={look} onClick={() => replayRow(model, row.id, 'hinted')}>
          <Clock size={14} aria-hidden="true" /> {step.label} <kbd>w</kbd>
        </Button>
      )}
      {step.kind === 'fix' && (
        <Button look={look} onClick={() => (isFixable ? void openCorrected(model, row.id) : fixArguments(model))}>
          <Pencil size={14} aria-hidden="true" /> {step.label} <kbd>{isFixable ? 'f' : 'e'}</kbd>
        </Button>
      )}
      <Button look={step.kind === 'replay' ? look : 'plain'} onClick={() => replayRow(model, row.id, 'now')}>
        <RotateCcw size={14} aria-hidden="true" /> {away && 'Connect and '}
        {away ? 'replay' : step.kind === 'replay' ? step.label : 'Replay'} <kbd>r</kbd>
      </Button>
      {(step.kind !== 'fix' || isFixable) && (
        <Button onClick={() => editRow(model, row.id)}>
          Edit <kbd>e</kbd>
        </Button>
      )}
    </>
  );
}

/** The newest replay of this row: its countdown, or what came of it. */
export function CardReplay({ row }: { row: number }) {
  const model = useModel();
  const view = useReplays((state) => replayOf(state.views, row));
  if (!view) return null;
  if (isLive(view)) {
    return (
      <div className={styles.replay}>
        <LiveStrip view={view} />
      </div>
    );
  }
  const look = replayLook(view);
  return (
    <div className={`${styles.replay} ${styles.done}`}>
      <Pill tone={look.tone}>{look.word}</Pill>
      <span>{visibleLine(view.words)}</span>
      <Button look="quiet" onClick={() => showReplay(model, view.id)}>
        {view.attempts.length > 0 ? 'See what changed' : 'Open'}
      </Button>
    </div>
  );
}

/** A replay says which call it is a copy of, and how it compares. */
export function CardOriginal({ original }: { original: NonNullable<RowDetail['original']> }) {
  const model = useModel();
  const look = originalLook(original);
  return (
    <div className={`${styles.replay} ${styles.done}`}>
      {look && <Pill tone={look.tone}>{look.word}</Pill>}
      <span>
        A copy of #{original.row}, which {original.passed ? 'passed' : 'failed'}.
      </span>
      <Button look="quiet" onClick={() => selectRow(model, original.row)}>
        Show it
      </Button>
    </div>
  );
}
