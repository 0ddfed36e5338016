// Shows what the list wants in portions, one a frame, while it follows a storm (portions.ts says which).

import { useEffect, useMemo, useRef, useState } from 'react';
import { type Line, Portions, portion } from './portions.ts';

/** `hold`: whether rows may wait for a later frame. Another `view` never waits. */
export function usePortions(
  wanted: readonly Line[],
  keys: readonly number[],
  hold: boolean,
  view: string,
): readonly Line[] {
  const [portions] = useState(() => new Portions());
  const [frame, setFrame] = useState(0);
  const lastView = useRef(view);
  const most = hold && lastView.current === view ? portion : Number.POSITIVE_INFINITY;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each frame takes on the next portion.
  const { lines, done } = useMemo(() => portions.next(wanted, keys, most), [portions, wanted, keys, most, frame]);
  useEffect(() => {
    lastView.current = view;
  }, [view]);
  useEffect(() => {
    if (done) return;
    const next = requestAnimationFrame(() => setFrame((count) => count + 1));
    return () => cancelAnimationFrame(next);
  });
  return lines;
}
