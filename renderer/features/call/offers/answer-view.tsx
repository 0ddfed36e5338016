// The result below the requested item: waiting, failed with a message, or the contents. The row has the rest.

import { useEffect, useState } from 'react';
import type { Json } from '../../../../shared/json/json.ts';
import { duration } from '../../../../shared/text/duration.ts';
import type { RowDetail } from '../../../../shared/timeline.ts';
import { Button } from '../../../components/button.tsx';

import { Pill } from '../../../components/pill.tsx';
import { closeDialog } from '../../../model/dialogs.ts';
import { useModel } from '../../../model/model.ts';
import { say } from '../../../model/notices.ts';
import { showPage } from '../../../model/open-place.ts';
import { showCall } from '../../../model/selection.ts';
import { resultOf } from '../../../results/read-result.ts';
import { ResultView } from '../../../results/result-view.tsx';
import { visibleLine } from '../../../text/visible-text.ts';
import { followRow } from './ask-server.ts';
import type { OfferQuestion } from './offer-pane.tsx';
import styles from './offers.module.css';

/** Below the form: why it could not be sent, or the response. */
export function AnswerOutcome({
  question: { problem, row },
  onDone,
}: {
  question: OfferQuestion;
  onDone?: () => void;
}) {
  return (
    <>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {row !== null && <AnswerView row={row} {...(onDone ? { onDone } : {})} />}
    </>
  );
}

function AnswerView({ row, onDone }: { row: number; onDone?: () => void }) {
  const model = useModel();
  const [detail, setDetail] = useState<RowDetail | null>(null);
  const [result, setResult] = useState<Json | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row is a new response; onDone is the caller's.
  useEffect(() => {
    let wanted = true;
    setDetail(null);
    setResult(null);
    const stop = followRow(model, row, (next) => {
      setDetail(next);
      if (next.row.pending) return;
      onDone?.();
      void resultOf(model, next).then((found) => wanted && setResult(found));
    });
    return () => {
      wanted = false;
      stop();
    };
  }, [model, row]);

  const show = () => {
    closeDialog(model);
    showPage(model, 'timeline');
    void showCall(model, row);
  };
  const cancel = async () => {
    const answer = await model.platform.call('cancel', { id: row });
    if (!answer.ok) say(model, answer.error.message, 'bad');
  };
  const isPending = detail === null || detail.row.pending;
  const failure = detail?.row.failure ?? null;
  return (
    <section className={styles.answer} aria-label="Answer" aria-busy={isPending}>
      <header>
        {isPending ? (
          <span className={styles.note} role="status">
            Waiting for the answer…
          </span>
        ) : (
          <Pill tone={failure || detail.row.outcome !== 'answered' ? 'bad' : 'ok'}>
            {visibleLine(detail.row.headline || (failure ? failure.title : 'Answered'))}
          </Pill>
        )}
        {detail?.row.latencyMs != null && <span className={styles.note}>{duration(detail.row.latencyMs)}</span>}
        <span className={styles.spacer} />
        {isPending && (
          <Button look="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
        <Button look="quiet" onClick={show}>
          Show the row
        </Button>
      </header>
      {!isPending && failure && detail.row.detail && <p>{visibleLine(detail.row.detail)}</p>}
      {!isPending && result !== null && (
        <div className={styles.contents}>
          <ResultView result={result} outputSchema={null} />
        </div>
      )}
    </section>
  );
}
