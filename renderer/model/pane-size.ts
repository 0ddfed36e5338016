// The widths of the panes for a window of a given width: space for reading, without squeezing the timeline. In a narrow or zoomed
// window the card covers the timeline instead of being next to it.

import { useSyncExternalStore } from 'react';

interface PaneLimits {
  min: number;
  max: number;
  usual: number;
}

export const narrowest = 860;

export function isNarrow(windowWidth: number): boolean {
  return windowWidth < narrowest;
}

/** Below this the sidebar is a rail, and rows have one line. */
export const smallest = 1180;

export function isSmall(windowWidth: number): boolean {
  return windowWidth < smallest;
}

export function paneLimits(windowWidth: number): PaneLimits {
  const usual = isSmall(windowWidth) ? 404 : 448;
  const max = Math.max(usual, Math.min(760, Math.round(windowWidth * 0.6) - 60));
  return { min: 380, max, usual };
}

/** The card with two columns of text: wider, if the list keeps its columns. */
export function twoColumns(windowWidth: number): PaneLimits {
  const { min, max, usual } = paneLimits(windowWidth);
  const side = isSmall(windowWidth) ? railWidth : 232;
  const room = windowWidth - side - leastList;
  return { min, max, usual: Math.max(usual, Math.min(728, max, room)) };
}

/** What the list needs for its columns, with times to the second. */
const leastList = 508;

/** The sidebar. In a small window the list of servers is a rail of fixed width. */
export function sideLimits(windowWidth: number, isRail = false): PaneLimits {
  if (isRail) return { min: railWidth, max: railWidth, usual: railWidth };
  const usual = windowWidth <= narrowest ? 168 : windowWidth < smallest ? 200 : windowWidth <= 2200 ? 232 : 280;
  return { min: 140, max: Math.max(200, Math.round(windowWidth * 0.28)), usual };
}

const railWidth = 48;

export function widthWithin({ min, max, usual }: PaneLimits, stored: number | null): number {
  return Math.max(min, Math.min(max, stored ?? usual));
}

/** Lower windows have no strip above the list. */
export const lowest = 560;

function followSize(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

export function useWindowWidth(): number {
  return useSyncExternalStore(followSize, () => window.innerWidth);
}

export function useWindowHeight(): number {
  return useSyncExternalStore(followSize, () => window.innerHeight);
}
