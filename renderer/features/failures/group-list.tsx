// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop and names its active row.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a table; ARIA roles describe it.
// The list of groups: renders only visible rows; headings sort, keys and clicks select. It scrolls only when the user moved.

import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef } from 'react';
import type { FailureGroup, GroupOrder } from '../../../shared/api/views.ts';
import { useNow } from '../../components/use-now.ts';
import { colourOf, isPast, serverById, useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import { gridId, showInTimeline } from './failures-actions.ts';
import styles from './failures-place.module.css';
import { chooseGroup, clearPicks, moveGroup, pickAll, pickTo, togglePick } from './failures-selection.ts';
import { failuresOf, setOrder, showGroups, useFailures } from './failures-state.ts';
import { GroupRow } from './group-row.tsx';

const rowHeight = 50;
const columnCount = 9;

/** In list order; `up`: its default order is ascending. */
const columns: { order: GroupOrder | null; label: string; look: string; up?: true; title?: string }[] = [
  { order: 'severity', label: 'Severity', look: 'severityHead' },
  { order: 'cause', label: 'Cause', look: '', up: true },
  { order: 'owner', label: 'Fix in', look: 'owner', up: true, title: 'Who has to change something' },
  { order: 'count', label: 'Times', look: 'number' },
  { order: null, label: 'Trend', look: 'chart' },
  { order: 'by', label: 'By', look: 'by', up: true, title: 'Who asked' },
  { order: 'retry', label: 'Retry', look: 'retry', up: true },
  { order: 'last', label: 'Last seen', look: 'seen' },
];

export function GroupList() {
  const model = useModel();
  const box = useRef<HTMLDivElement>(null);
  const groups = useFailures((state) => state.groups);
  const total = useFailures((state) => state.total);
  const active = useFailures((state) => state.active);
  const moved = useFailures((state) => state.moved);
  const picked = useFailures((state) => state.picked);
  const tab = useFailures((state) => state.tab);
  const servers = useConnection((state) => state.servers);
  const past = useConnection((state) => state.past);
  const isOver = useConnection(isPast);
  const now = useNow(!isOver, 20_000);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    // The heading stays above the first row.
    scrollPaddingStart: 28,
    initialRect: { width: 800, height: 600 },
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => showGroups(model, first, last), [model, first, last]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the user scrolls the list, not rows that appear or disappear.
  useEffect(() => {
    if (moved > 0) virtualizer.scrollToIndex(failuresOf(model).getState().active);
  }, [moved]);
  useEffect(() => {
    // Keyboard users keep the focus here; another focused element keeps it.
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  const onChoose = useCallback(
    (event: MouseEvent, index: number) => {
      if (event.shiftKey) void pickTo(model, index);
      else if (event.ctrlKey || event.metaKey) togglePick(model, index);
      else chooseGroup(model, index, true);
    },
    [model],
  );
  const onPick = useCallback(
    (event: MouseEvent, index: number) => {
      event.stopPropagation();
      if (event.shiftKey) void pickTo(model, index);
      else togglePick(model, index);
    },
    [model],
  );
  const onOpen = useCallback((group: FailureGroup) => showInTimeline(model, group), [model]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== box.current) return;
    const page = Math.max(1, Math.floor((box.current.clientHeight - 28) / rowHeight) - 1);
    if (!runKey(event, page)) return;
    event.preventDefault();
  };
  /** In addition to the command table (shared/api/commands.ts), which has no Shift. */
  const runKey = (event: KeyboardEvent, page: number): boolean => {
    const { key, shiftKey } = event;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'a') void pickAll(model);
    else if (shiftKey && (key === 'ArrowDown' || key === 'ArrowUp'))
      void pickTo(model, failuresOf(model).getState().active + (key === 'ArrowDown' ? 1 : -1));
    else if (key === 'Home') chooseGroup(model, 0);
    else if (key === 'PageDown' || key === 'PageUp') moveGroup(model, key === 'PageDown' ? page : -page);
    else return false;
    return true;
  };

  const current = groups.get(active);
  const isAll = picked.size > 0 && picked.size >= total;
  return (
    <div
      ref={box}
      role="grid"
      id={gridId}
      className={styles.grid}
      data-barred={picked.size > 0 || undefined}
      aria-label="Groups of failures"
      aria-rowcount={total + 1}
      aria-colcount={columnCount}
      aria-multiselectable="true"
      aria-activedescendant={current ? `group-${current.id}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="row" aria-rowindex={1} className={styles.columns}>
        <div role="columnheader">
          <input
            type="checkbox"
            className={styles.check}
            aria-label="Select all"
            checked={isAll}
            ref={(input) => {
              if (input) input.indeterminate = picked.size > 0 && !isAll;
            }}
            onChange={() => (isAll ? clearPicks(model) : void pickAll(model))}
          />
        </div>
        {columns.map((column) => (
          <ColumnHead key={column.label} {...column} />
        ))}
      </div>
      <div role="rowgroup" className={styles.track} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const group = groups.get(index);
          const server = group && serverById(servers, group.server);
          return (
            <div
              key={group?.id ?? index}
              className={styles.slot}
              style={{ transform: `translateY(${start}px)` }}
              role="presentation"
            >
              {group ? (
                <GroupRow
                  group={group}
                  index={index}
                  active={index === active}
                  picked={picked.has(group.id)}
                  chosen={picked.size > 0 ? picked.has(group.id) : index === active}
                  inAll={tab === 'all'}
                  serverName={server?.name ?? past?.find(({ id }) => id === group.server)?.name ?? group.server}
                  colour={colourOf(servers, group.server, past)}
                  now={now}
                  isPast={isOver}
                  onChoose={onChoose}
                  onPick={onPick}
                  onOpen={onOpen}
                />
              ) : (
                <div role="row" aria-rowindex={index + 2} aria-label="Loading" className={styles.row}>
                  <div role="gridcell" className={styles.blank} />
                </div>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function TrendHead() {
  const isDaily = useFailures((state) => state.isDaily);
  return (
    <span title={isDaily ? 'How often, one bar a day' : 'How often, over the time of the recording'}>
      {isDaily ? 'Last 14 days' : 'Trend'}
    </span>
  );
}

function ColumnHead({ order, label, look, up, title }: (typeof columns)[number]) {
  const model = useModel();
  const isSorted = useFailures((state) => state.order === order);
  const isReversed = useFailures((state) => state.isReversed);
  const isUp = (up === true) !== isReversed;
  const Arrow = isUp ? ArrowUp : ArrowDown;
  const sorted = isUp ? 'ascending' : 'descending';
  return (
    <div
      role="columnheader"
      className={look === '' ? undefined : styles[look]}
      title={title}
      aria-sort={isSorted && order !== null ? sorted : undefined}
    >
      {order === null ? (
        <TrendHead />
      ) : (
        <button type="button" className={styles.sort} onClick={() => setOrder(model, order)}>
          <span className={look === 'severityHead' ? 'visually-hidden' : undefined}>{label}</span>
          {isSorted ? (
            <Arrow size={11} aria-hidden="true" />
          ) : (
            look === 'severityHead' && <span aria-hidden="true">!</span>
          )}
        </button>
      )}
    </div>
  );
}
