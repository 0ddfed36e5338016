// What the server's author could change about the error itself.

import { Help } from '../../../components/help.tsx';
import { severityHelp } from '../../../components/help-texts.ts';
import { visibleLine } from '../../../text/visible-text.ts';
import { Fold } from '../parts/fold.tsx';
import type { SectionProps } from '../parts/section-props.ts';
import styles from './report-section.module.css';

/** Longer ones are not a summary. */
const longest = 44;

export function ReportSection({ detail: { failure } }: SectionProps) {
  if (!failure || failure.notes.length === 0) return null;
  const [first] = failure.notes;
  const words = visibleLine(first?.message ?? '').replace(/\.$/, '');
  const isShort = failure.notes.length === 1 && words.length <= longest;
  return (
    <Fold
      id="report"
      title="Report to the author"
      count={failure.notes.length}
      summary={isShort ? words.charAt(0).toLowerCase() + words.slice(1) : undefined}
    >
      {failure.notes.map((note) => (
        <div key={note.id + note.message} className={styles.note} title={note.id}>
          <Help about={severityHelp[note.severity]}>{note.severity}</Help>
          <span>{visibleLine(note.message)}</span>
        </div>
      ))}
    </Fold>
  );
}
