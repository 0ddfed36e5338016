// How many row elements there are to show rows in. Building one costs far more than giving it other words, so they are built a
// few a frame: neither a burst into an empty list nor a filter taken off must hold up the window.

import { useEffect, useState } from 'react';

const portion = 7;

export function useRoom(wanted: number): number {
  const [built, setBuilt] = useState(portion);
  useEffect(() => {
    // Those that are not needed are gone, and would have to be built again.
    if (built > Math.max(portion, wanted)) return setBuilt(Math.max(portion, wanted));
    if (built >= wanted) return;
    const frame = requestAnimationFrame(() => setBuilt((before) => before + portion));
    return () => cancelAnimationFrame(frame);
  }, [built, wanted]);
  return Math.min(built, wanted);
}
