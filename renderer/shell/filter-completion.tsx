// The list under the filter box: suggestions for the caret with row counts. Keys stay with the box.

import type { Suggestion } from '../../shared/filter/complete-filter.ts';
import { groupDigits } from '../text/format.ts';
import { visibleLine } from '../text/visible-text.ts';
import styles from './filter-box.module.css';

export const completionId = 'filter-completion';

interface Props {
  items: readonly Suggestion[];
  active: number;
  onChoose: (item: Suggestion) => void;
}

export function FilterCompletion({ items, active, onChoose }: Props) {
  return (
    <div id={completionId} role="listbox" aria-label="Suggestions" className={styles.completion}>
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus and names the active option.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box handles the keys.
        <div
          key={item.text}
          id={`${completionId}-${index}`}
          role="option"
          aria-selected={index === active}
          className={styles.option}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(item)}
        >
          <bdi className={`${styles.optionText} mono`}>{visibleLine(item.text)}</bdi>
          <span className={styles.optionAbout}>{item.about}</span>
          {item.count !== null && <span className={styles.optionCount}>{groupDigits(item.count)}</span>}
        </div>
      ))}
    </div>
  );
}
