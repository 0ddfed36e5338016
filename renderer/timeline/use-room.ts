// The number of row elements. Building one costs far more than changing its content, so they are built a few per frame: neither a burst
// into an empty list nor a cleared filter may block the window.

import { useEffect, useState } from 'react';

const portion = 7;

export function useRoom(wanted: number): number {
  const [built, setBuilt] = useState(portion);
  useEffect(() => {
    // Unneeded ones are removed and would have to be built again.
    if (built > Math.max(portion, wanted)) return setBuilt(Math.max(portion, wanted));
    if (built >= wanted) return;
    const frame = requestAnimationFrame(() => setBuilt((before) => before + portion));
    return () => cancelAnimationFrame(frame);
  }, [built, wanted]);
  return Math.min(built, wanted);
}
