// How wide the panes may be in a window of a given width: room for reading, without choking the timeline.
// In a narrow window, or one that is zoomed to twice the size, the card lies over the timeline instead of beside it.

import { useSyncExternalStore } from 'react';

export interface PaneLimits {
  min: number;
  max: number;
  usual: number;
}

export const narrowest = 900;

export function isNarrow(windowWidth: number): boolean {
  return windowWidth < narrowest;
}

export function paneLimits(windowWidth: number): PaneLimits {
  const max = Math.max(320, Math.round(windowWidth * 0.6) - 60);
  const usual = Math.max(340, Math.min(560, Math.round(windowWidth * 0.3)));
  return { min: 320, max, usual: Math.min(usual, max) };
}

/** The list at the side. */
export function sideLimits(windowWidth: number): PaneLimits {
  const usual = windowWidth <= narrowest ? 168 : windowWidth <= 1180 ? 200 : windowWidth <= 2200 ? 232 : 280;
  return { min: 140, max: Math.max(200, Math.round(windowWidth * 0.28)), usual };
}

export function widthWithin({ min, max, usual }: PaneLimits, stored: number | null): number {
  return Math.max(min, Math.min(max, stored ?? usual));
}

export function useWindowWidth(): number {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener('resize', changed);
      return () => window.removeEventListener('resize', changed);
    },
    () => window.innerWidth,
  );
}
