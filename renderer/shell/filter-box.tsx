// The filter: applied while typing, after a short pause. An error is explained below the box while the old result stays.

import { CircleAlert, Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { accept, type Suggestion } from '../../shared/filter/complete-filter.ts';
import { describeFilter } from '../../shared/filter/describe.ts';
import { leftOutWords } from '../../shared/filter/left-out.ts';
import { parseFilter } from '../../shared/filter/parse-filter.ts';
import { isHalfTyped } from '../../shared/filter/terms.ts';
import { useWidth } from '../components/use-width.ts';
import { useConnection } from '../model/connection.ts';
import { openFilter, restWhileTyping, useNewTerm } from '../model/filter.ts';
import { useModel } from '../model/model.ts';
import { useTimeline } from '../model/timeline.ts';
import { groupDigits } from '../text/format.ts';
import { visibleLine } from '../text/visible-text.ts';
import styles from './filter-box.module.css';
import { chipsPlaceOf, doChipsFit, FilterChips, filterInputId } from './filter-chips.tsx';
import { completionId, FilterCompletion } from './filter-completion.tsx';
import { useCompletion } from './use-completion.ts';

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

/** A narrower box would cut the example. */
const narrow = 240;

export function FilterBox() {
  const model = useModel();
  const draft = useTimeline((state) => state.draft);
  const filter = useTimeline((state) => state.filter);
  const error = useTimeline((state) => state.filterError);
  const view = useTimeline((state) => state.view);
  const inView = useTimeline((state) => state.total + state.held);
  const all = useConnection((state) => state.counters.rows);
  const [text, setText] = useState(draft);
  const [focused, setFocused] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const growing = useTimeline((state) => state.growing);
  const leftOut = leftOutWords(useTimeline((state) => state.cutBursts));
  const box = useRef<HTMLInputElement>(null);
  /** The text was changed but not committed with Enter or by leaving the box. */
  const isOpen = useRef(false);
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(-1);
  const [typing, setTyping] = useState(false);
  const completion = useCompletion(text, caret, focused && typing);
  const hidden = view === '' ? 0 : Math.max(0, all - inView);

  const whole = useRef<HTMLDivElement>(null);
  const width = useWidth(whole);
  const hasRoom = doChipsFit(filter, width);
  useEffect(() => chipsPlaceOf(model).setState({ inBox: hasRoom }), [model, hasRoom]);
  const chips = hasRoom && !focused && text.trim() !== '' && text === filter;
  // While a term is being typed the next letter may fix it.
  const shownError = completion || (typing && isHalfTyped(text)) ? '' : error;
  const gloss = useMemo(() => glossOf(text), [text]);

  useEffect(() => setText(draft), [draft]);
  const requests = useNewTerm((state) => state.requests);
  useLayoutEffect(() => {
    if (requests === 0) return;
    setText((now) => (now === '' || now.endsWith(' ') ? now : `${now} `));
  }, [requests]);
  // After the space is inserted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per request, when its text is inserted.
  useLayoutEffect(() => {
    const end = box.current?.value.length ?? 0;
    if (requests > 0) box.current?.setSelectionRange(end, end);
  }, [requests, text === `${filter} `]);

  const apply = (next: string, at: 'now' | 'typing') => {
    setText(next);
    isOpen.current = at === 'typing';
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    if (at === 'now') void openFilter(model, next);
    // An incomplete term does not change the list.
    else if (!isHalfTyped(next))
      timer.current = setTimeout(() => void openFilter(model, next, true), restWhileTyping(model, next));
  };
  /** The text since the last applied filter. */
  const forget = () => {
    isOpen.current = false;
    if (timer.current !== null) clearTimeout(timer.current);
    setText(filter);
    if (draft !== filter) void openFilter(model, filter);
  };
  const choose = (item: Suggestion) => {
    if (!completion) return;
    const accepted = accept(text, completion.place, item);
    apply(accepted.text, accepted.text.endsWith(':') ? 'typing' : 'now');
    setCaret(accepted.caret);
    setActive(-1);
    // After the new text is inserted.
    setTimeout(() => box.current?.setSelectionRange(accepted.caret, accepted.caret), 0);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (completion) {
      const { items } = completion;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) {
        event.preventDefault();
        setActive(active < 0 && step < 0 ? items.length - 1 : (active + step + items.length) % items.length);
        return;
      }
      const chosen = items[active < 0 && event.key === 'Tab' ? 0 : active];
      if ((event.key === 'Tab' || event.key === 'Enter') && chosen) {
        event.preventDefault();
        choose(chosen);
        return;
      }
      if (event.key === 'Escape') {
        setTyping(false);
        return;
      }
    }
    if (event.key === 'Enter') {
      setTyping(false);
      apply(text, 'now');
    }
    if (event.key === 'Escape') forget();
    // An invalid filter is edited here, with the reason below it.
    const isWrong = event.key === 'Enter' && !parseFilter(text).ok;
    if (event.key === 'Escape' || (event.key === 'Enter' && !isWrong))
      document.getElementById('timeline-grid')?.focus();
  };

  return (
    <div ref={whole} className={`${styles.box} ${error ? styles.wrong : ''}`}>
      <Search size={14} aria-hidden="true" />
      {chips && <FilterChips />}
      <input
        id={filterInputId}
        className={chips ? styles.behind : undefined}
        ref={box}
        role="combobox"
        aria-expanded={completion !== null}
        aria-controls={completionId}
        aria-autocomplete="list"
        aria-activedescendant={completion && active >= 0 ? `${completionId}-${active}` : undefined}
        value={text}
        spellCheck={false}
        autoComplete="off"
        maxLength={2000}
        placeholder={width < narrow ? 'Filter' : 'Filter, e.g. is:failed'}
        aria-label="Filter"
        aria-invalid={error !== ''}
        aria-describedby="filter-help"
        onChange={(event) => {
          setTyping(true);
          setActive(-1);
          setCaret(event.target.selectionStart ?? event.target.value.length);
          apply(event.target.value, 'typing');
        }}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          setTyping(false);
          // Leaving the box commits its text.
          if (isOpen.current) apply(text, 'now');
        }}
        onKeyDown={onKeyDown}
      />
      {error && !focused && (
        <span className={`${styles.hidden} ${styles.unread}`} title={error}>
          <CircleAlert size={13} aria-hidden="true" /> not applied
        </span>
      )}
      {growing && (
        <span className={styles.hidden} title="Older rows are still being looked at">
          {groupDigits(inView)} so far
        </span>
      )}
      {leftOut !== '' && (
        <span className={styles.hidden} title={leftOut}>
          bursts cut
        </span>
      )}
      {hidden > 0 && !growing && <span className={styles.hidden}>{groupDigits(hidden)} hidden</span>}
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
        {focused && (shownError || !text || gloss || completion) && (
          <div className={styles.below}>
            {shownError ? (
              <p className={styles.error} role="alert">
                {shownError}
                {filter !== text && ' The list still shows the last filter that worked.'}
              </p>
            ) : text ? (
              <>
                {gloss && <p className={styles.gloss}>Shows {gloss}</p>}
                {/\s(?:or|and|not)\s/.test(text) && (
                  <p>
                    Small “or”, “and” and “not” are words to look for; write <code>OR</code>, <code>AND</code> or{' '}
                    <code>NOT</code> to join terms.
                  </p>
                )}
                {completion && <FilterCompletion items={completion.items} active={active} onChoose={choose} />}
              </>
            ) : (
              <>
                <p>
                  All terms must match. <code>OR</code> means either; a minus or <code>NOT</code> excludes. <kbd>?</kbd>{' '}
                  lists all of it.
                </p>
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

/** The filter in plain English; '' while it is invalid. */
function glossOf(text: string): string {
  if (text.trim() === '') return '';
  const parsed = parseFilter(text);
  return parsed.ok ? visibleLine(describeFilter(parsed.filter)) : '';
}
