// How wide the card may be in a window of a given width: room for reading, without choking the timeline.

import { useSyncExternalStore } from 'react';

export interface PaneLimits {
  min: number;
  max: number;
  usual: number;
}

export function paneLimits(windowWidth: number): PaneLimits {
  const max = Math.max(320, Math.round(windowWidth * 0.6) - 60);
  const usual = Math.max(340, Math.min(430, Math.round(windowWidth * 0.32)));
  return { min: 320, max, usual: Math.min(usual, max) };
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
