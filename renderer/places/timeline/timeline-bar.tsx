// The bar above the list: all rows or only calls, the visible and hidden counts, unfolding, and the columns.

import { Check, Columns3, GitCompareArrows, UnfoldVertical } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { countSeen } from '../../../shared/filter/seen-state.ts';
import button from '../../components/button.module.css';
import { Button } from '../../components/button.tsx';
import menu from '../../components/menu.module.css';
import { Segmented } from '../../components/segmented.tsx';
import { useConnection } from '../../model/connection.ts';
import { toggleDifferences, useOnlyDifferences } from '../../model/differences.ts';
import { setCallsOnly, setSort } from '../../model/filter.ts';
import { setUnfolded, useUnfolded } from '../../model/folds.ts';
import { type Model, useModel } from '../../model/model.ts';
import { preferencesOf, setColumns, usePreferences } from '../../model/preferences.ts';
import { bump, heightsOf, useTimeline } from '../../model/timeline.ts';
import { count, groupDigits } from '../../text/format.ts';
import { columns } from './columns.ts';
import styles from './timeline-bar.module.css';

interface TimelineBarProps {
  isSmall: boolean;
  /** In a small window the strip is here. */
  children?: ReactNode;
}

export const columnsMenuId = 'timeline-columns';

export function TimelineBar({ isSmall, children }: TimelineBarProps) {
  const model = useModel();
  const callsOnly = usePreferences((state) => state.callsOnly);
  const sort = usePreferences((state) => state.columns.sort);
  const all = useUnfolded((state) => state.all);
  const canUnfold = useTimeline((state) => state.view === '');
  return (
    <div className={styles.bar}>
      <Segmented
        label="Rows to list"
        value={callsOnly ? 'calls' : 'all'}
        segments={[
          { value: 'all', label: isSmall ? 'All' : 'All rows' },
          {
            value: 'calls',
            label: 'Calls only',
            title: 'Hides connections that worked, notifications, pings and stderr; never a failure',
          },
        ]}
        onChange={(value) => void setCallsOnly(model, value === 'calls')}
      />
      <Differences />
      {children ?? <Counted />}
      {sort && (
        <button type="button" className={styles.sorted} onClick={() => void setSort(model, undefined)}>
          Sorted by {columns.find(({ id }) => id === sort.by)?.title.toLowerCase()}, without brackets. Sort by time
        </button>
      )}
      <span className={styles.space} />
      {canUnfold && !isSmall && (
        <Button
          look="quiet"
          aria-pressed={all}
          aria-label={all ? 'Fold all' : 'Unfold all'}
          title={all ? 'Fold all' : 'Unfold all'}
          onClick={() => toggleAll(model, !all)}
        >
          <UnfoldVertical size={14} aria-hidden="true" />{' '}
          <span className={styles.label}>{all ? 'Fold all' : 'Unfold all'}</span>
        </Button>
      )}
      <ColumnsMenu isSmall={isSmall} />
    </div>
  );
}

export function toggleAll(model: Model, all: boolean): void {
  setUnfolded(model, heightsOf(model), all);
  bump(model);
}

/** Once a transcript was read: only calls whose model got something else. */
function Differences() {
  const model = useModel();
  const seen = useConnection((state) => state.counters.seen);
  const isOn = useOnlyDifferences();
  if (seen === undefined) return null;
  return (
    <Button
      look="quiet"
      aria-pressed={isOn}
      title="Only calls whose model got something else than the server sent"
      onClick={() => void toggleDifferences(model)}
    >
      <GitCompareArrows size={14} aria-hidden="true" /> Differences{' '}
      <b className={styles.differences}>{groupDigits(countSeen(seen, 'changed', 'lost', 'never_sent'))}</b>
    </Button>
  );
}

function Counted() {
  const messages = useConnection((state) => state.counters.messages);
  const total = useTimeline((state) => state.total);
  // With a filter, the box shows it.
  const hidden = useTimeline((state) => (state.filter.trim() === '' ? state.hidden : 0));
  const isWhole = useTimeline((state) => state.hidden === 0);
  return (
    <span className={styles.counted}>
      {isWhole ? `${count(messages, 'message')} in ${count(total, 'row')}` : count(total, 'row')}
      {hidden > 0 && `, ${count(hidden, 'hidden', 'hidden')}`}
    </span>
  );
}

function ColumnsMenu({ isSmall }: { isSmall: boolean }) {
  const model = useModel();
  const hidden = usePreferences((state) => state.columns.hidden);
  const hasSeen = useConnection((state) => state.counters.seen !== undefined);
  const toggle = (id: string) =>
    setColumns(model, { hidden: hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id] });
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        id={columnsMenuId}
        className={`${button.button} ${button.quiet} ${isSmall ? button.icon : ''}`}
        aria-label="Columns"
        title="Columns"
      >
        <Columns3 size={14} aria-hidden="true" /> {!isSmall && <span className={styles.label}>Columns</span>}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menu.menu} align="end" sideOffset={4} collisionPadding={8}>
          {columns
            .filter(({ canLeave }) => canLeave)
            .map(({ id, title }) => (
              <DropdownMenu.CheckboxItem
                key={id}
                className={`${menu.item} ${styles.choice}`}
                checked={!hidden.includes(id)}
                onSelect={(event) => event.preventDefault()}
                onCheckedChange={() => toggle(id)}
              >
                <DropdownMenu.ItemIndicator className={styles.tick}>
                  <Check size={14} aria-hidden="true" />
                </DropdownMenu.ItemIndicator>
                {title}
                {id === 'seen' && !hasSeen && <small className={styles.later}>after reading a transcript</small>}
              </DropdownMenu.CheckboxItem>
            ))}
          <DropdownMenu.Separator className={menu.line} />
          <DropdownMenu.Item className={`${menu.item} ${styles.choice}`} onSelect={() => resetColumns(model)}>
            Reset columns
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function resetColumns(model: Model): void {
  const { sort } = preferencesOf(model).getState().columns;
  preferencesOf(model).setState({ columns: { widths: {}, hidden: [] } });
  if (sort) void setSort(model, undefined);
}

/** From the palette: Radix opens its menu on a key press. */
export function openColumns(): void {
  const trigger = document.getElementById(columnsMenuId);
  trigger?.focus();
  trigger?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
}
