// The check's result at the bottom of the Call dialog: each problem links to its field, or that the arguments are valid, or what was not
// checked. It never blocks sending.

import { Check, CircleAlert, CircleHelp } from 'lucide-react';
import { pointerOf } from '../../../shared/json/json-place.ts';
import type { ArgumentsCheck, SchemaIssue } from '../../arguments/check-arguments.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { countInWords } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './call-advice.module.css';

const shownProblems = 3;

interface CallAdviceProps {
  check: ArgumentsCheck | string;
  /** Nothing was sent yet: an empty field is no mistake. */
  isQuiet: boolean;
}

export function CallAdvice({ check, isQuiet }: CallAdviceProps) {
  if (typeof check === 'string')
    return (
      <p className={styles.advice}>
        <b className={styles.bad}>
          <CircleAlert size={14} aria-hidden="true" /> Not JSON yet
        </b>
        <span>{visibleLine(check)}. To send a broken message on purpose, replay a call as raw text.</span>
      </p>
    );
  const { issues, verdict, isWhole } = check;
  if (issues.length === 0)
    return (
      <p className={styles.advice}>
        <b className={isWhole ? styles.good : styles.unsure}>
          {isWhole ? <Check size={14} aria-hidden="true" /> : <CircleHelp size={14} aria-hidden="true" />}
          {visibleLine(verdict)}
        </b>
      </p>
    );
  return (
    <section className={styles.advice} aria-label="Problems">
      {isQuiet && issues.every(({ isMissing }) => isMissing) ? (
        <span>To fill in:</span>
      ) : (
        <b className={styles.bad}>
          <CircleAlert size={14} aria-hidden="true" /> {countInWords(issues.length, 'problem')}
        </b>
      )}
      {issues.slice(0, shownProblems).map((issue) => (
        <Problem key={issue.message} issue={issue} />
      ))}
      {issues.length > shownProblems && <span>and {issues.length - shownProblems} more</span>}
    </section>
  );
}

function Problem({ issue }: { issue: SchemaIssue }) {
  const model = useModel();
  return (
    <button type="button" className={styles.problem} onClick={() => focusPlace(pointerOf(issue.path))}>
      <bdi className="mono">{visibleLine(issue.place)}</bdi> <bdi>{visibleLine(maskLine(model, issue.part))}</bdi>
    </button>
  );
}

/** The field at a path, or of its nearest parent with one; in the JSON view, the editor. */
function focusPlace(place: string): void {
  for (let at = place; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const field = document.querySelector(`[data-place="${CSS.escape(at)}"]`);
    const target = field?.querySelector<HTMLElement>('input, select, textarea, button');
    if (target) {
      target.focus();
      target.scrollIntoView({ block: 'nearest' });
      return;
    }
    if (at === '') break;
  }
  document.querySelector<HTMLElement>('[role="dialog"] .cm-content')?.focus();
}
