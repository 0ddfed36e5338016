// The explanation: the recognized format, the list of failures if there are several, and the card of the selected one. Uses parts of the
// app's card.

import { useLayoutEffect } from 'react';
import { pastedKinds, unnamed } from '../../shared/features/paste/pasted.ts';
import type { Row, RowDetail } from '../../shared/timeline.ts';
import { FixSection } from '../card/fix/fix-section.tsx';
import { CardHead } from '../card/head/card-head.tsx';
import { EvidenceSection } from '../card/sections/evidence-section.tsx';
import { ModelsFold } from '../card/sections/models-fold.tsx';
import { colourOf } from '../model/connection.ts';
import { detailOf, useDetail } from '../model/detail.ts';
import { maskForView, masksOf } from '../model/masks.ts';
import { useModel } from '../model/model.ts';
import { countedWords } from '../text/counted-words.ts';
import { countInWords } from '../text/format.ts';
import { rowName } from '../text/row-words.ts';
import { visibleLine } from '../text/visible-text.ts';
import { AuthorIssue } from './author-issue.tsx';
import { pageActs } from './page-acts.tsx';
import styles from './paste.module.css';
import type { ExplainedPaste } from './use-explained.ts';

/** The sections that need no log. */
const sections = [FixSection, ModelsFold, EvidenceSection];

interface ExplainedProps {
  /** null: nothing was pasted yet. */
  explained: ExplainedPaste | null;
  selected: number;
  onSelect(index: number): void;
  isFromLink: boolean;
}

export function Explained({ explained, selected, onSelect, isFromLink }: ExplainedProps) {
  const failures = explained?.failures ?? [];
  const shown = failures[selected] ?? failures[0] ?? null;
  useShownDetail(shown);
  return (
    <section className={styles.explained} aria-label="Explanation">
      <div role="status" className={styles.status}>
        {explained && <b>{summary(explained)}</b>}
        {isFromLink && <p>From a link. Secrets were masked when it was made.</p>}
        {explained?.notes.map((note) => (
          <p key={note}>{visibleLine(note)}</p>
        ))}
      </div>
      {explained === null && <Empty />}
      {failures.length > 1 && (
        <nav aria-label="Failures" className={styles.failures}>
          {failures.map(({ row, failure }, index) => (
            <button key={row.id} type="button" aria-current={failures[index] === shown} onClick={() => onSelect(index)}>
              <bdi>{nameOf(row)}</bdi> <span>{visibleLine(failure?.short ?? '')}</span>
            </button>
          ))}
        </nav>
      )}
      {shown && <Card />}
    </section>
  );
}

function summary({ kind, failures, messages }: ExplainedPaste): string {
  const read = kind === 'messages' ? pastedKinds.messages : `Read as ${pastedKinds[kind]}`;
  const of = messages > 1 ? ` in ${countInWords(messages, 'message')}` : '';
  const causes = new Set(failures.map(({ row }) => row.group)).size;
  return failures.length === 0
    ? `${read}: no failed call found${of}`
    : `${read}: ${countedWords({ failedCalls: failures.length, causes, expected: 0 })}${of}`;
}

function Empty() {
  return (
    <div className={styles.empty}>
      <p>The explanation appears here while you type:</p>
      <ul>
        <li>what went wrong and who fixes it</li>
        <li>whether and when to retry</li>
        <li>the corrected call</li>
        <li>what the model of each client gets to see</li>
        <li>a report for the author of the server</li>
      </ul>
    </div>
  );
}

/** The parts of the card read the selected row from the model. */
function useShownDetail(shown: RowDetail | null): void {
  const model = useModel();
  useLayoutEffect(() => {
    const apply = () =>
      detailOf(model).setState({
        id: shown?.row.id ?? null,
        raw: shown,
        detail: shown && maskForView(model, shown),
      });
    apply();
    return masksOf(model).subscribe(apply);
  }, [model, shown]);
}

/** A response pasted without its request matches nothing, which is fine. */
const nameOf = (row: Row): string => (row.kind === 'orphan' ? 'response' : rowName(row));

function Card() {
  const detail = useDetail((state) => state.detail);
  if (!detail) return null;
  const { row } = detail;
  return (
    <article id="detail-pane" className={styles.card} aria-label={visibleLine(detail.failure?.sentence ?? '')}>
      <CardHead
        key={row.id}
        detail={detail}
        callName={nameOf(row)}
        serverName={row.server === unnamed ? 'Unnamed server' : row.server}
        colour={colourOf([], row.server)}
      />
      {sections.map((Section) => (
        <Section key={Section.name} detail={detail} acts={pageActs} />
      ))}
      <AuthorIssue detail={detail} />
    </article>
  );
}
