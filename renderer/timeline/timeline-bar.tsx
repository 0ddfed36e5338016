// The bar above the list: the visible and hidden counts, and the menu View.

import { Check, GitCompareArrows, SlidersHorizontal } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { countSeen } from '../../shared/filter/seen-state.ts';
import type { SortKey } from '../../shared/filter/sort-rows.ts';
import button from '../components/button.module.css';
import { Button } from '../components/button.tsx';
import menu from '../components/menu.module.css';
import { useConnection } from '../model/connection.ts';
import { toggleDifferences, useOnlyDifferences } from '../model/differences.ts';
import { setCallsOnly, setSort } from '../model/filter.ts';
import { setUnfolded, useUnfolded } from '../model/folds.ts';
import { type Model, useModel } from '../model/model.ts';
import { preferencesOf, setColumns, setTimes, type TimeFormat, usePreferences } from '../model/preferences.ts';
import { bump, heightsOf, useTimeline } from '../model/timeline.ts';
import { countInWords, groupDigits } from '../text/format.ts';
import { columns } from './columns.ts';
import styles from './timeline-bar.module.css';

interface TimelineBarProps {
  isSmall: boolean;
  /** In a small window the strip is here. */
  children?: ReactNode;
}

const viewMenuId = 'timeline-view';

export function TimelineBar({ isSmall, children }: TimelineBarProps) {
  const model = useModel();
  const sort = usePreferences((state) => state.columns.sort);
  return (
    <div className={styles.bar}>
      {children ?? <Counted />}
      <Differences />
      {sort && (
        <button type="button" className={styles.sorted} onClick={() => void setSort(model, undefined)}>
          Sorted by {columns.find(({ id }) => id === sort.by)?.title.toLowerCase()}, without brackets. Sort by time
        </button>
      )}
      {!children && <span className={styles.space} />}
      <ViewMenu isSmall={isSmall} />
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
      {isWhole ? countInWords(messages, 'message') : countInWords(total, 'row')}
      {hidden > 0 && `, ${countInWords(hidden, 'hidden', 'hidden')}`}
    </span>
  );
}

function ViewMenu({ isSmall }: { isSmall: boolean }) {
  const model = useModel();
  const callsOnly = usePreferences((state) => state.callsOnly);
  const times = usePreferences((state) => state.times);
  const { hidden, sort } = usePreferences((state) => state.columns);
  const all = useUnfolded((state) => state.all);
  const canUnfold = useTimeline((state) => state.view === '');
  const hasSeen = useConnection((state) => state.counters.seen !== undefined);
  const toggle = (id: string) =>
    setColumns(model, { hidden: hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id] });
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        id={viewMenuId}
        className={`${button.button} ${button.quiet} ${isSmall ? button.icon : ''}`}
        aria-label="View"
        title="Rows, columns and time format"
        data-on={callsOnly || undefined}
      >
        <SlidersHorizontal size={14} aria-hidden="true" /> {!isSmall && 'View'}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menu.menu} align="end" sideOffset={4} collisionPadding={8}>
          <Option checked={callsOnly} onChange={() => void setCallsOnly(model, !callsOnly)}>
            Calls only
          </Option>
          {canUnfold && (
            <Option checked={all} onChange={() => toggleAll(model, !all)}>
              Unfold all
            </Option>
          )}
          <DropdownMenu.Separator className={menu.line} />
          <DropdownMenu.Group aria-label="Columns">
            <DropdownMenu.Label className={styles.label}>Columns</DropdownMenu.Label>
            {columns
              .filter(({ id, canLeave }) => canLeave && (id !== 'seen' || hasSeen))
              .map(({ id, title }) => (
                <Option key={id} checked={!hidden.includes(id)} onChange={() => toggle(id)}>
                  {title}
                </Option>
              ))}
            <DropdownMenu.Item className={`${menu.item} ${styles.choice}`} onSelect={() => resetColumns(model)}>
              Reset columns
            </DropdownMenu.Item>
          </DropdownMenu.Group>
          <DropdownMenu.Sub>
            <DropdownMenu.SubTrigger className={`${menu.item} ${styles.choice}`}>Sort by</DropdownMenu.SubTrigger>
            <DropdownMenu.Portal>
              <DropdownMenu.SubContent className={menu.menu} sideOffset={4} collisionPadding={8}>
                <DropdownMenu.RadioGroup
                  aria-label="Sort by"
                  value={sort?.by ?? 'time'}
                  onValueChange={(by) => void setSort(model, { by: by as SortKey, isDown: by === 'latency' })}
                >
                  {columns
                    .filter(({ canSort }) => canSort)
                    .map(({ id, title }) => (
                      <DropdownMenu.RadioItem key={id} value={id} className={`${menu.item} ${styles.choice}`}>
                        <Tick />
                        {title}
                      </DropdownMenu.RadioItem>
                    ))}
                </DropdownMenu.RadioGroup>
              </DropdownMenu.SubContent>
            </DropdownMenu.Portal>
          </DropdownMenu.Sub>
          <DropdownMenu.Separator className={menu.line} />
          <DropdownMenu.RadioGroup
            aria-label="Time format"
            value={times}
            onValueChange={(value) => setTimes(model, value as TimeFormat)}
          >
            <DropdownMenu.Label className={styles.label}>Time format</DropdownMenu.Label>
            {timeNames.map(([value, name]) => (
              <DropdownMenu.RadioItem key={value} value={value} className={`${menu.item} ${styles.choice}`}>
                <Tick />
                {name}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const timeNames: [TimeFormat, string][] = [
  ['clock', 'Clock time'],
  ['elapsed', 'Since the recording began'],
];

/** The menu stays open, so that several can be changed. */
function Option({ checked, onChange, children }: { checked: boolean; onChange: () => void; children: ReactNode }) {
  return (
    <DropdownMenu.CheckboxItem
      className={`${menu.item} ${styles.choice}`}
      checked={checked}
      onSelect={(event) => event.preventDefault()}
      onCheckedChange={onChange}
    >
      <Tick />
      {children}
    </DropdownMenu.CheckboxItem>
  );
}

function Tick() {
  return (
    <DropdownMenu.ItemIndicator className={styles.tick}>
      <Check size={14} aria-hidden="true" />
    </DropdownMenu.ItemIndicator>
  );
}

function resetColumns(model: Model): void {
  const { sort } = preferencesOf(model).getState().columns;
  preferencesOf(model).setState({ columns: { widths: {}, hidden: [] } });
  if (sort) void setSort(model, undefined);
}

/** From the palette: Radix opens its menu on a key press. */
export function openColumns(): void {
  const trigger = document.getElementById(viewMenuId);
  trigger?.focus();
  trigger?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
}
