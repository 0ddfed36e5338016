// A searchable list of what a server offers, rendering only visible rows: some servers offer thousands.

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { shownName, visibleLine } from '../../../text/visible-text.ts';
import styles from './item-list.module.css';

export interface OfferItem {
  /** Unique in its list. */
  key: string;
  name: string;
  about: string;
  /** Further searchable words. */
  more?: string;
  /** What to know before it is chosen. */
  mark?: string;
}

const longestSearched = 2_000;

/** Prepared once per list: lowercasing 20,000 descriptions is too slow for every letter typed. */
export function useFound(items: readonly OfferItem[], search: string): OfferItem[] {
  const texts = useMemo(() => items.map(offerText), [items]);
  return useMemo(() => findOffers(items, texts, search), [items, texts, search]);
}

export function offerText({ name, about, more = '', mark = '' }: OfferItem): string {
  return `${name} ${more} ${mark} ${about.slice(0, longestSearched)}`.toLowerCase();
}

export function findOffers(items: readonly OfferItem[], texts: readonly string[], search: string): OfferItem[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter((_, index) => words.every((word) => texts[index]!.includes(word)));
}

export function ItemList({
  label,
  items,
  chosen,
  onChoose,
}: {
  label: string;
  items: readonly OfferItem[];
  chosen: string;
  onChoose: (key: string) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => 46,
    overscan: 6,
    initialRect: { width: 260, height: 400 },
  });
  const index = useMemo(() => items.findIndex((item) => item.key === chosen), [items, chosen]);

  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index);
  }, [index, virtualizer]);

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 };
    const next = moves[event.key];
    if (next === undefined || items.length === 0) return;
    event.preventDefault();
    onChoose(items[Math.max(0, Math.min(items.length - 1, next))]!.key);
  };
  return (
    <div
      ref={box}
      className={styles.list}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={index >= 0 ? `item-${index}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div className={styles.tools} style={{ height: virtualizer.getTotalSize() }} role="presentation">
        {virtualizer.getVirtualItems().map((line) => {
          const item = items[line.index]!;
          const about = visibleLine(item.about.slice(0, 200));
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list box handles the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: the list box is the one tab stop.
            <div
              key={line.key}
              id={`item-${line.index}`}
              role="option"
              aria-selected={item.key === chosen}
              aria-setsize={items.length}
              aria-posinset={line.index + 1}
              className={styles.tool}
              style={{ transform: `translateY(${line.start}px)` }}
              title={shownName(item.name.slice(0, 1_000))}
              onClick={() => onChoose(item.key)}
            >
              <b>
                <bdi>{shownName(item.name.slice(0, 300))}</bdi>
              </b>
              <small>
                <bdi>{item.mark === undefined ? about || 'no description' : `${item.mark} · ${about}`}</bdi>
              </small>
            </div>
          );
        })}
      </div>
    </div>
  );
}
