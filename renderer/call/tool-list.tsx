// The tools of a server, searchable, and drawn only where in sight: some servers offer thousands.

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { ToolView } from '../../shared/api.ts';
import { visibleLine } from '../components/visible-text.ts';
import styles from './call-dialog.module.css';

export function findTools(tools: readonly ToolView[], search: string): ToolView[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return tools.filter((tool) => {
    const text = `${tool.name} ${tool.title} ${tool.description.slice(0, 2_000)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function ToolList({
  tools,
  chosen,
  onChoose,
}: {
  tools: readonly ToolView[];
  chosen: string;
  onChoose: (name: string) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: tools.length,
    getScrollElement: () => box.current,
    estimateSize: () => 46,
    overscan: 6,
    initialRect: { width: 260, height: 400 },
  });
  const index = tools.findIndex((tool) => tool.name === chosen);

  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index);
  }, [index, virtualizer]);

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: tools.length - 1 };
    const next = moves[event.key];
    if (next === undefined || tools.length === 0) return;
    event.preventDefault();
    onChoose(tools[Math.max(0, Math.min(tools.length - 1, next))]!.name);
  };
  return (
    <div
      ref={box}
      className={styles.list}
      role="listbox"
      aria-label="Tools"
      tabIndex={0}
      aria-activedescendant={index >= 0 ? `tool-${index}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div className={styles.tools} style={{ height: virtualizer.getTotalSize() }} role="presentation">
        {virtualizer.getVirtualItems().map((item) => {
          const tool = tools[item.index]!;
          const about = visibleLine(tool.description.slice(0, 200));
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list box handles the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: the list box is the one tab stop.
            <div
              key={item.key}
              id={`tool-${item.index}`}
              role="option"
              aria-selected={tool.name === chosen}
              className={styles.tool}
              style={{ transform: `translateY(${item.start}px)` }}
              title={visibleLine(tool.name)}
              onClick={() => onChoose(tool.name)}
            >
              <b>
                <bdi>{visibleLine(tool.name)}</bdi>
              </b>
              <small>
                <bdi>{about || 'no description'}</bdi>
              </small>
            </div>
          );
        })}
      </div>
    </div>
  );
}
