// biome-ignore-all lint/a11y/useFocusableInteractive: the focusable controls are inside the heading.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a table; ARIA roles describe it.
// The column headings: a click sorts, as the menu View does. The grip at the right edge resizes by mouse and keys, and fits the content by
// a double click.

import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { SortKey } from '../../shared/filter/sort-rows.ts';
import { setSort } from '../model/filter.ts';
import { useModel } from '../model/model.ts';
import { preferencesOf, setColumns, usePreferences } from '../model/preferences.ts';
import styles from './column-head.module.css';
import type { ColumnId } from './columns.ts';
import { columns } from './columns.ts';

interface ColumnHeadProps {
  id: ColumnId;
  className?: string | undefined;
  title?: string | undefined;
}

export function ColumnHead({ id, className = '', title }: ColumnHeadProps) {
  const model = useModel();
  const column = columns.find((one) => one.id === id)!;
  const sort = usePreferences((state) => state.columns.sort);
  const by = sort?.by ?? 'time';
  const isSorted = by === id;
  const isDown = sort?.isDown ?? false;
  const Arrow = isDown ? ArrowUp : ArrowDown;
  // Ascending, descending, and back to time order.
  const press = () => {
    const next = !isSorted ? { by: id as SortKey, isDown: id === 'latency' } : { by: id as SortKey, isDown: !isDown };
    const isThird = isSorted && id !== 'time' && isDown !== (id === 'latency');
    void setSort(model, isThird ? undefined : next);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the menu View sorts by keys.
    <div
      role="columnheader"
      className={`${styles.head} ${column.canSort ? styles.sortable : ''} ${isSorted ? styles.sorted : ''} ${className}`}
      title={title ?? (column.canSort ? `Sort by ${column.title.toLowerCase()}` : undefined)}
      onClick={column.canSort ? press : undefined}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
    >
      <span className={id === 'waterfall' ? 'visually-hidden' : styles.name}>{column.title}</span>
      {isSorted && (by !== 'time' || isDown) && <Arrow size={11} aria-hidden="true" />}
      {column.canGrow && <Grip id={id} label={`Width of ${column.title}`} least={column.least} />}
    </div>
  );
}

const step = 8;
const widest = 1_200;

function Grip({ id, label, least }: { id: ColumnId; label: string; least: number }) {
  const model = useModel();
  const grip = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; width: number } | null>(null);
  const chosen = usePreferences((state) => state.columns.widths[id]);
  const current = () => Math.round(grip.current?.parentElement?.getBoundingClientRect().width ?? least);
  const set = (width: number) => {
    const { widths } = preferencesOf(model).getState().columns;
    setColumns(model, { widths: { ...widths, [id]: Math.round(Math.max(least, Math.min(widest, width))) } });
  };
  const fitContent = () => {
    const width = contentWidth(id);
    if (width > 0) set(width);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -step : event.key === 'ArrowRight' ? step : 0;
    if (by !== 0) set(current() + by);
    else if (event.key === 'Enter') fitContent();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (event: PointerEvent) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width: current() };
  };
  const end = () => {
    drag.current = null;
  };
  return (
    <div
      ref={grip}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={chosen ?? least}
      aria-valuemin={least}
      aria-valuemax={widest}
      title="Drag to size, double-click to fit"
      className={styles.grip}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => drag.current && set(drag.current.width + event.clientX - drag.current.x)}
      onPointerUp={end}
      onPointerCancel={end}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={fitContent}
    />
  );
}

/** The natural width of visible cells: they are laid out once without a limit. */
function contentWidth(id: ColumnId): number {
  const grid = document.getElementById('timeline-grid');
  const cells = [...(grid?.querySelectorAll<HTMLElement>(`[data-column="${id}"]`) ?? [])];
  grid?.setAttribute('data-measuring', '');
  const widths = cells.map((cell) => Math.ceil(cell.getBoundingClientRect().width));
  grid?.removeAttribute('data-measuring');
  return Math.max(0, ...widths);
}
