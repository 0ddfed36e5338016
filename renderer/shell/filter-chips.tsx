// The terms of the filter as chips: a click edits one, its cross removes it. They are in the box while it is not being edited; without
// space there, in a line above the list.

import { X } from 'lucide-react';
import { Fragment } from 'react';
import { splitTerms, type Term, withoutTerm } from '../../shared/filter/terms.ts';
import { openFilter } from '../model/filter.ts';
import { defineStore, useModel } from '../model/model.ts';
import { useTimeline } from '../model/timeline.ts';
import { visibleLine } from '../text/visible-text.ts';
import styles from './filter-chips.module.css';

export const filterInputId = 'filter';

/** Their drawn width: monospaced letters, a cross each, and the rest of the box. */
const letter = 7.4;
const aroundChip = 44;
const besideChips = 150;

/** Whether the box has enough width for them. */
export const [chipsPlaceOf, useChipsPlace] = defineStore<{ inBox: boolean }>(() => ({ inBox: true }));

export function doChipsFit(filter: string, width: number): boolean {
  const wide = splitTerms(filter).map(({ text, joined }) => {
    const shown = Math.min(text.length * letter, 260);
    return shown + aroundChip + (joined === 'or' ? 24 : 0);
  });
  return wide.reduce((sum, each) => sum + each, besideChips) <= width;
}

/** Above the list, if the box has no space. */
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
    // After the text replaced the chips.
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
