// The card of a failed call while it is fixed until it works: where the loop is, each attempt as a step, what a person has to decide, and
// what to keep at the end.

import { ArrowLeft, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { mostFixAttempts, mostMs } from '../../../shared/features/fix/fix-types.ts';
import type { FixView } from '../../../shared/features/fix/fix-view.ts';
import { endTitle, sourceCounts } from '../../../shared/features/fix/fix-words.ts';
import { duration } from '../../../shared/text/duration.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import head from '../../card/head/card-head.module.css';
import { Button } from '../../components/button.tsx';
import { useNow } from '../../components/use-now.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import type { InsteadProps } from '../../model/window-feature.ts';
import { waitWords } from '../../text/replay-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './fix.module.css';
import { CopyFixed, FixEnd, hasCall } from './fix-end.tsx';
import { FixSteps } from './fix-steps.tsx';
import { showFix, stopFix, useFixes } from './fixes.ts';

export function useFixCard({ row }: RowDetail) {
  return useFixes(({ shown, views }) => (shown === row.id && views[row.id] !== undefined ? FixCard : null));
}

function FixCard({ detail, trail }: InsteadProps) {
  const model = useModel();
  const view = useFixes(({ views }) => views[detail.row.id]);
  if (view === undefined) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isRunning(view)) return;
    event.preventDefault();
    event.stopPropagation();
    void stopFix(model, view);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape repeats Stop.
    <div className={styles.card} onKeyDown={onKeyDown}>
      <header className={head.header}>
        {trail}
        <h2>{visibleLine(maskLine(model, titleOf(view)))}</h2>
        <div className={head.actions}>
          <State view={view} />
          {isRunning(view) ? (
            <StopButton view={view} />
          ) : (
            view.state === 'done' && hasCall(view) && <CopyFixed view={view} />
          )}
          {!isRunning(view) && (
            <Button look="icon" aria-label="Show finding" title="Show finding" onClick={() => showFix(model, null)}>
              <ArrowLeft size={15} aria-hidden="true" />
            </Button>
          )}
        </div>
      </header>
      <div className={styles.body}>
        <FixSteps view={view} />
        <FixEnd view={view} detail={detail} />
      </div>
    </div>
  );
}

const isRunning = ({ state }: FixView): boolean => state === 'running' || state === 'waiting';

function titleOf(view: FixView): string {
  return isRunning(view) ? `Fixing: attempt ${view.sent + 1} of at most ${mostFixAttempts}` : endTitle(view);
}

/** The two lines at the left of the button. */
function State({ view }: { view: FixView }) {
  const now = useNow(view.wait !== null, 100);
  const used = `${duration(view.usedMs)} of ${duration(mostMs)} used`;
  const [words, about] =
    view.wait !== null
      ? [
          `Waiting ${duration(view.wait.ms, 2)}, as the server asked`,
          `Sends again in ${waitWords(Math.max(0, view.wait.until - now))} · ${used}`,
        ]
      : isRunning(view)
        ? ['Running', used]
        : view.state === 'done'
          ? ['Works now', sourceCounts(view)]
          : view.state === 'asking'
            ? ['Stopped here: you decide', `${view.sent} of ${mostFixAttempts} attempts sent · ${used}`]
            : ['Not fixed', `${view.sent} of ${mostFixAttempts} attempts sent · ${used}`];
  return (
    <span className={head.verdict}>
      <b role="status" className={view.state === 'done' ? head.recovered : undefined}>
        {words}
      </b>
      <small className={styles.about}>{about}</small>
    </span>
  );
}

function StopButton({ view }: { view: FixView }) {
  const model = useModel();
  const button = useRef<HTMLSpanElement>(null);
  useEffect(() => button.current?.querySelector('button')?.focus(), []);
  return (
    <span ref={button}>
      <Button onClick={() => void stopFix(model, view)}>
        <X size={14} aria-hidden="true" /> Stop <kbd>Esc</kbd>
      </Button>
    </span>
  );
}
