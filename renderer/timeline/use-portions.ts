// Shows the list in portions, one per frame, while it follows a storm (portions.ts decides which).

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Held, type Line, portion, takePortion } from './portions.ts';

const nothing: Held = new Map();

/** `hold`: whether rows may wait for a later frame. Another `view` never waits. */
export function usePortions(
  wanted: readonly Line[],
  keys: readonly number[],
  hold: boolean,
  view: string,
): readonly Line[] {
  // What is on the screen: updated when a render is committed, not before.
  const onScreen = useRef(nothing);
  const [frame, setFrame] = useState(0);
  const lastView = useRef(view);
  const most = hold && lastView.current === view ? portion : Number.POSITIVE_INFINITY;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each frame shows the next portion.
  const { lines, done, held } = useMemo(
    () => takePortion(onScreen.current, wanted, keys, most),
    [wanted, keys, most, frame],
  );
  useLayoutEffect(() => {
    onScreen.current = held;
  }, [held]);
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
