// The attempts as steps: what was wrong, what changed and where each value came from, and the question at which the loop stopped. A choice
// of a finished step stays: another one starts again from there.

import { Check } from 'lucide-react';
import { Fragment } from 'react';
import { placeName } from '../../../shared/correct/correction.ts';
import type { FixAttemptView, FixChoice, FixView } from '../../../shared/features/fix/fix-view.ts';
import { askTitle, sourceInWords } from '../../../shared/features/fix/fix-words.ts';
import { duration } from '../../../shared/text/duration.ts';
import diff from '../../card/fix/fix-request.module.css';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { selectRow } from '../../model/selection.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { shortValue } from '../../text/wording.ts';
import styles from './fix.module.css';
import { FixOptions, FixQuestion } from './fix-ask.tsx';
import { answerValue } from './fixes.ts';

export function FixSteps({ view }: { view: FixView }) {
  const model = useModel();
  return (
    <ol className={styles.steps} aria-label="Attempts">
      {view.attempts.map((attempt, index) => (
        <li key={attempt.row} className={attempt.passed ? styles.passed : undefined}>
          <span className={styles.number} aria-hidden="true">
            {attempt.passed ? <Check size={13} /> : index + 1}
          </span>
          <div className={styles.step}>
            <p className={styles.what}>
              <button type="button" onClick={() => void selectRow(model, attempt.row)} title="Show its row">
                {visibleLine(maskLine(model, headlineOf(attempt)))}
              </button>
              {attempt.latencyMs !== null && <span className="mono">{duration(attempt.latencyMs)}</span>}
            </p>
            <Next view={view} index={index} />
          </div>
        </li>
      ))}
    </ol>
  );
}

const headlineOf = ({ passed, isStart, headline }: FixAttemptView): string =>
  passed ? `${isStart ? 'Started' : 'Answered'}: ${headline}` : headline;

/** What followed an attempt: choices, the changes of the next one, or the open question. */
function Next({ view, index }: { view: FixView; index: number }) {
  const attempt = view.attempts[index] as FixAttemptView;
  const next = view.attempts[index + 1];
  const isLast = next === undefined;
  return (
    <>
      {attempt.choices.map((choice) => (
        <Chosen key={choice.ask.path} view={view} choice={choice} index={index} />
      ))}
      {next !== undefined && <Changes attempt={next} />}
      {isLast && view.ask !== null && <FixQuestion key={askTitle(view.ask)} view={view} ask={view.ask} />}
      {isLast && attempt.passed && !attempt.isStart && view.target !== null && (
        <p>
          {view.isReadOnly
            ? `${visibleLine(view.target)} is read-only. Server’s claim, not verified.`
            : `${visibleLine(view.target)} may have changed data.`}
        </p>
      )}
    </>
  );
}

function Chosen({ view, choice: { ask, value }, index }: { view: FixView; choice: FixChoice; index: number }) {
  const model = useModel();
  if (ask.kind === 'fill') return null;
  const isOpen = view.state !== 'running' && view.state !== 'waiting';
  return (
    <FixOptions
      ask={ask}
      chosen={value}
      disabled={!isOpen}
      onChoose={(other) => void answerValue(model, view, ask.path, other, index)}
    />
  );
}

function Changes({ attempt: { changes, waitedMs } }: { attempt: FixAttemptView }) {
  const model = useModel();
  const show = (text: string) => visibleLine(maskLine(model, text));
  const longest = 80;
  return (
    <>
      {waitedMs > 0 && <p>Waited {duration(waitedMs, 2)}, as the server asked, and sent it again.</p>}
      {changes.length > 0 && (
        <section className={`${diff.diff} mono`} aria-label="Changes">
          {changes.map((change) => {
            const { path, was, before, after } = change;
            const source = sourceInWords(change);
            return (
              <Fragment key={path}>
                {before !== undefined && (
                  <del>
                    <span>{show(`${placeName(was ?? path)}: ${shortValue(before, longest)}`)}</span>
                    {after === undefined && <small title={show(source)}>{show(source)}</small>}
                  </del>
                )}
                {after !== undefined && (
                  <ins>
                    <span>{show(`${placeName(path)}: ${shortValue(after, longest)}`)}</span>
                    <small title={show(source)}>{show(source)}</small>
                  </ins>
                )}
              </Fragment>
            );
          })}
        </section>
      )}
    </>
  );
}
