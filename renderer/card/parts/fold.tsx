// One section of the card: a heading that opens and folds it, with a count and a summary at the right. Its state is stored for all cards.
// In print and in read-only cards, everything is open. What the user acts on never folds: Fixed.

import { ChevronDown, ChevronRight } from 'lucide-react';
import { createContext, type KeyboardEvent, type ReactNode, useContext, useId } from 'react';
import { useModel } from '../../model/model.ts';
import { setSections, usePreferences } from '../../model/preferences.ts';
import { groupDigits } from '../../text/format.ts';
import styles from './fold.module.css';

export interface FoldProps {
  /** Its key in the preferences. */
  id: string;
  title: string;
  count?: number;
  /** A complete phrase. If it does not fit it is hidden, never cut. */
  summary?: string;
  tone?: 'warn' | 'bad' | 'ok';
  /** Open until the user folds it. */
  startsOpen?: boolean;
  children: ReactNode;
}

/** Printed cards have nothing to click. */
export const AllOpen = createContext(false);

export function Fold({ id, title, count, summary, tone, startsOpen = false, children }: FoldProps) {
  const model = useModel();
  const allOpen = useContext(AllOpen);
  const isOpen = usePreferences((state) => state.sections[id] ?? startsOpen) || allOpen;
  const body = useId();
  const set = (open: boolean) => setSections(model, { [id]: open });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    event.stopPropagation();
    set(event.key === 'ArrowRight');
  };
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <section className={styles.fold} data-section={id}>
      <h3>
        <button
          type="button"
          className={styles.head}
          data-fold={id}
          data-own-keys=""
          aria-expanded={isOpen}
          aria-controls={isOpen ? body : undefined}
          disabled={allOpen}
          onClick={() => set(!isOpen)}
          onKeyDown={onKeyDown}
        >
          <Chevron size={14} aria-hidden="true" />
          <span className={styles.title}>{title}</span>
          {count !== undefined && <span className={styles.count}>{groupDigits(count)}</span>}
          {summary !== undefined && summary !== '' && (
            <span className={`${styles.summary} ${tone ? styles[tone] : ''}`}>{summary}</span>
          )}
        </button>
      </h3>
      {isOpen && (
        <div id={body} className={styles.body}>
          {children}
        </div>
      )}
    </section>
  );
}

type FixedProps = Pick<FoldProps, 'id' | 'title' | 'summary' | 'tone' | 'children'>;

/** Always open, without a chevron: a field must not be out of view while its button is active. */
export function Fixed({ id, title, summary, tone, children }: FixedProps) {
  return (
    <section className={`${styles.fold} ${styles.fixed}`} data-section={id}>
      <h3 className={styles.head}>
        <span className={styles.title}>{title}</span>
        {summary !== undefined && summary !== '' && (
          <span className={`${styles.summary} ${tone ? styles[tone] : ''}`}>{summary}</span>
        )}
      </h3>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

/** A part of a section, under a heading of its own. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <h4>{title}</h4>
      {children}
    </div>
  );
}

const heads = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('#detail-pane [data-fold]')];

/** `[` and `]`: the heading before or after the focused one; from elsewhere the last or the first. */
export function moveToSection(by: 1 | -1): void {
  const all = heads();
  const now = all.indexOf(document.activeElement as HTMLElement);
  const next = now < 0 ? (by > 0 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, now + by));
  all[next]?.focus();
  all[next]?.scrollIntoView({ block: 'nearest' });
}

/** `o`: opens all; folds all if all are open. */
export function toggleSections(model: Parameters<typeof setSections>[0]): void {
  const all = heads();
  const open = all.some((head) => head.getAttribute('aria-expanded') === 'false');
  setSections(model, Object.fromEntries(all.map((head) => [head.dataset.fold ?? '', open])));
}
