// The line between two panes: dragged with a pointer, moved with the arrow keys.

import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './splitter.module.css';

const step = 16;

interface SplitterProps {
  label: string;
  value: number;
  min: number;
  max: number;
  /** The side of the line that the pane is on. */
  pane?: 'left' | 'right';
  onChange: (value: number) => void;
}

export function Splitter({ label, value, min, max, pane = 'right', onChange }: SplitterProps) {
  const drag = useRef<{ x: number; width: number } | null>(null);
  const grows = pane === 'right' ? 1 : -1;
  const set = (next: number) => onChange(Math.round(Math.max(min, Math.min(max, next))));

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowLeft: value + step * grows,
      ArrowRight: value - step * grows,
      Home: pane === 'right' ? max : min,
      End: pane === 'right' ? min : max,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    set(next);
  };
  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width: value };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current) set(drag.current.width + (drag.current.x - event.clientX) * grows);
  };
  const onPointerUp = () => {
    drag.current = null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is a widget; <hr> cannot have a value.
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      className={styles.splitter}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
    />
  );
}
