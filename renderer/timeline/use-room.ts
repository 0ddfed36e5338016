// How many row elements there are to show rows in. Building one costs far more than giving it other words, so they are built a
// few a frame: a burst into an empty list must not hold up the window. Once built they stay.

import { useEffect, useState } from 'react';

const portion = 7;

export function useRoom(wanted: number): number {
  const [room, setRoom] = useState(portion);
  useEffect(() => {
    if (room >= wanted) return;
    const frame = requestAnimationFrame(() => setRoom((built) => built + portion));
    return () => cancelAnimationFrame(frame);
  }, [room, wanted]);
  return Math.min(room, wanted);
}
