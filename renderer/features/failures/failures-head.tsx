// Above the list of failures: the count, the tabs, and the search.

import { ListFilter, Search, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type GroupTab, groupTabs } from '../../../shared/api/views.ts';
import { isHalfTyped } from '../../../shared/filter/terms.ts';
import button from '../../components/button.module.css';
import { focusById } from '../../components/focus-by-id.ts';
import menu from '../../components/menu.module.css';
import { useModel } from '../../model/model.ts';
import { countedWords } from '../../text/counted-words.ts';
import { groupDigits } from '../../text/format.ts';
import { FacetList } from './facet-list.tsx';
import { gridId, searchId } from './failures-actions.ts';
import styles from './failures-place.module.css';
import { setFailuresTab, setSearch, useFailures } from './failures-state.ts';

/** Pause in typing before the list updates. */
const restMs = 200;

export const tabNames: Record<GroupTab, string> = {
  unresolved: 'Unresolved',
  expected: 'Expected',
  resolved: 'Resolved',
  all: 'All',
};

interface FailuresHeadProps {
  /** No space for the side list: a button opens it. */
  hasSideButton: boolean;
}

export function FailuresHead({ hasSideButton }: FailuresHeadProps) {
  const total = useFailures((state) => state.total);
  const found = useFailures((state) => state.found);
  const isNew = useFailures((state) => state.isNew);
  const loaded = useFailures((state) => state.loaded);
  return (
    <div className={styles.head}>
      <div className={styles.title}>
        <h2>Failures</h2>
        {loaded && total > 0 && (
          <p className={styles.totals}>
            {countedWords({ failedCalls: found, causes: total, expected: 0 })}
            {isNew > 0 && ` · ${groupDigits(isNew)} new since the last recording`}
          </p>
        )}
      </div>
      <div className={styles.tools}>
        <Tabs />
        {hasSideButton && <SideButton />}
        <GroupSearch />
      </div>
    </div>
  );
}

/** The side list over the place, in a narrow window. */
function SideButton() {
  const chosen = useFailures((state) => Object.keys(state.having).length);
  return (
    <Popover.Root>
      <Popover.Trigger className={`${button.button} ${styles.narrow}`}>
        <ListFilter size={14} aria-hidden="true" /> Filter {chosen > 0 && <span>{chosen}</span>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={`${menu.menu} ${styles.sideList}`}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Filter the failures"
        >
          <FacetList />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Tabs() {
  const model = useModel();
  const tab = useFailures((state) => state.tab);
  const tabs = useFailures((state) => state.tabs);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = groupTabs[(groupTabs.indexOf(tab) + step + groupTabs.length) % groupTabs.length] as GroupTab;
    setFailuresTab(model, next);
    focusById(`failures-${next}`);
  };
  return (
    <div role="tablist" aria-label="Failures by mark" className={styles.tabs} onKeyDown={move}>
      {groupTabs.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`failures-${name}`}
          aria-selected={name === tab}
          aria-controls="failures-list"
          tabIndex={name === tab ? 0 : -1}
          className={styles.tab}
          onClick={() => setFailuresTab(model, name)}
        >
          {tabNames[name]} <span className={styles.tabCount}>{groupDigits(tabs[name])}</span>
        </button>
      ))}
    </div>
  );
}

function GroupSearch() {
  const model = useModel();
  const search = useFailures((state) => state.search);
  const problem = useFailures((state) => state.searchProblem);
  const [text, setText] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const problemId = useId();
  // Cleared by another part of the window.
  useEffect(() => setText(search), [search]);
  const stop = () => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  };
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  const apply = (next: string) => {
    stop();
    setSearch(model, next.trim());
  };
  const type = (next: string) => {
    setText(next);
    stop();
    timer.current = setTimeout(() => {
      if (!isHalfTyped(next)) apply(next);
    }, restMs);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault();
      apply(text);
      focusById(gridId);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      setText('');
      apply('');
      focusById(gridId);
    }
  };
  return (
    <div className={styles.search}>
      <div className={styles.box} data-wrong={problem !== '' || undefined}>
        <Search size={14} aria-hidden="true" />
        <input
          id={searchId}
          type="text"
          value={text}
          spellCheck={false}
          autoComplete="off"
          aria-label="Search failures"
          aria-invalid={problem !== ''}
          aria-describedby={problem === '' ? undefined : problemId}
          placeholder="Search, or filter as in the timeline"
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKey}
          onBlur={() => apply(text)}
        />
        {text !== '' && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => {
              setText('');
              apply('');
              focusById(searchId);
            }}
          >
            <X size={13} aria-hidden="true" />
          </button>
        )}
      </div>
      {problem !== '' && (
        <p id={problemId} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
