// The terms of the filter as chips: a click changes one, its cross takes it off. They stand in the box while nobody writes in
// it; where it has no room for them, in a line of their own above the list.

import { X } from 'lucide-react';
import { Fragment } from 'react';
import { splitTerms, type Term, withoutTerm } from '../../shared/filter/terms.ts';
import { openFilter } from '../model/filter.ts';
import { defineStore, useModel } from '../model/model.ts';
import { useTimeline } from '../model/timeline.ts';
import { visibleLine } from '../text/visible-text.ts';
import styles from './filter-chips.module.css';

export const filterInputId = 'filter';

/** As wide as they are drawn: letters of one width, a cross each, and what else stands in the box. */
const letter = 7.4;
const aroundChip = 44;
const besideChips = 150;

/** Whether the box, which knows its width, has room for them. */
export const [chipsPlaceOf, useChipsPlace] = defineStore<{ inBox: boolean }>(() => ({ inBox: true }));

export function doChipsFit(filter: string, width: number): boolean {
  const wide = splitTerms(filter).map(({ text, joined }) => {
    const shown = Math.min(text.length * letter, 260);
    return shown + aroundChip + (joined === 'or' ? 24 : 0);
  });
  return wide.reduce((sum, each) => sum + each, besideChips) <= width;
}

/** Above the list, where the box has no room. */
export function FilterLine() {
  const hasRoom = useChipsPlace((state) => state.inBox);
  const filter = useTimeline((state) => state.filter);
  if (hasRoom || filter.trim() === '') return null;
  return (
    <div className={styles.line}>
      <FilterChips />
    </div>
  );
}

export function FilterChips() {
  const model = useModel();
  const filter = useTimeline((state) => state.filter);
  const edit = ({ from, to }: Term) => {
    const box = document.getElementById(filterInputId) as HTMLInputElement | null;
    box?.focus();
    // After the chips gave way to the text.
    setTimeout(() => box?.setSelectionRange(from, to), 0);
  };
  const takeOff = (index: number) => {
    void openFilter(model, withoutTerm(filter, index));
    document.getElementById('timeline-grid')?.focus();
  };
  return (
    <ul className={styles.chips} aria-label="Terms of the filter">
      {splitTerms(filter).map((term, index) => (
        <Fragment key={`${term.from}-${term.text}`}>
          {term.joined === 'or' && <li className={styles.or}>or</li>}
          <li className={`${styles.chip} ${/^(?:-|NOT)/.test(term.text) ? styles.without : ''}`}>
            <button
              type="button"
              className={styles.term}
              aria-label={`Change ${visibleLine(term.text)}`}
              title="Change this term"
              onClick={() => edit(term)}
            >
              {visibleLine(term.text)}
            </button>
            <button
              type="button"
              className={styles.remove}
              aria-label={`Take off ${visibleLine(term.text)}`}
              title="Take this term off"
              onClick={() => takeOff(index)}
            >
              <X size={12} aria-hidden="true" />
            </button>
          </li>
        </Fragment>
      ))}
    </ul>
  );
}
