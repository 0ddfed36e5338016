// The filter: applied as it is typed, after a short rest. A mistake is explained below the box while the old result stays.

import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { groupDigits } from '../components/format.ts';
import { usePlatform } from '../platform/context.ts';
import { useConnection } from '../state/connection.ts';
import { openFilter } from '../state/filter.ts';
import { showPage } from '../state/page.ts';
import { useTimeline } from '../state/timeline.ts';
import styles from './filter-box.module.css';

const rest = 180;
const examples = [
  'is:failed',
  '-class:validation',
  'is:pending',
  'retry:wait',
  'code:-32602',
  'dur:>2s',
  'tool:get*',
  'since:10m',
  '"words"',
];

export const filterInputId = 'filter';

export function FilterBox() {
  const platform = usePlatform();
  const draft = useTimeline((state) => state.draft);
  const filter = useTimeline((state) => state.filter);
  const error = useTimeline((state) => state.filterError);
  const view = useTimeline((state) => state.view);
  const inView = useTimeline((state) => state.total + state.held);
  const all = useConnection((state) => state.counters.rows);
  const [text, setText] = useState(draft);
  const [focused, setFocused] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const hidden = view === '' ? 0 : Math.max(0, all - inView);

  useEffect(() => setText(draft), [draft]);

  const apply = (next: string, at: 'now' | 'soon') => {
    setText(next);
    // A filter is about rows: typing one shows them.
    showPage('timeline');
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = setTimeout(() => void openFilter(platform, next), at === 'now' ? 0 : rest);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.key === 'Enter') apply(text, 'now');
    if (event.key === 'Escape' || event.key === 'Enter') document.getElementById('timeline-grid')?.focus();
  };

  return (
    <div className={`${styles.box} ${error ? styles.wrong : ''}`}>
      <Search size={14} aria-hidden="true" />
      <input
        id={filterInputId}
        value={text}
        spellCheck={false}
        autoComplete="off"
        maxLength={2000}
        placeholder="Filter, for example is:failed"
        aria-label="Filter"
        aria-invalid={error !== ''}
        aria-describedby="filter-help"
        onChange={(event) => apply(event.target.value, 'soon')}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onKeyDown={onKeyDown}
      />
      {hidden > 0 && <span className={styles.hidden}>{groupDigits(hidden)} hidden</span>}
      {text ? (
        <button
          type="button"
          className={styles.clear}
          aria-label="Clear the filter"
          title="Clear the filter"
          onClick={() => apply('', 'now')}
        >
          <X size={14} aria-hidden="true" />
        </button>
      ) : (
        <kbd>/</kbd>
      )}
      <div id="filter-help">
        {(error || (focused && !text)) && (
          <div className={styles.below}>
            {error ? (
              <p className={styles.error} role="alert">
                {error}
                {filter !== text && ' The list still shows the last filter that worked.'}
              </p>
            ) : (
              <>
                <p>Terms are joined by “and”; a minus in front turns one round.</p>
                <div className={styles.hints}>
                  {examples.map((example) => (
                    <button
                      key={example}
                      type="button"
                      tabIndex={-1}
                      className={styles.hint}
                      onMouseDown={(event) => event.preventDefault()}
                      onClick={() => apply(example, 'now')}
                    >
                      {example}
                    </button>
                  ))}
                </div>
              </>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
