// What each list element shows during a storm: a few change per frame, the newest first, so that no frame has to draw a whole screen of
// new rows. If the user scrolled, everything changes at once. Pure.

import type { Row } from '../../shared/timeline.ts';
import type { TimeScale } from '../components/waterfall-scale.ts';

export interface Line {
  index: number;
  row: Row | undefined;
  /** The axis of its bar. */
  scale: TimeScale | null;
}

/** Rows per frame: about a third of a screen. */
export const portion = 12;

/** What each element shows, by key. */
export type Held = ReadonlyMap<number, Line>;

export interface ShownPortion {
  lines: Line[];
  /** Everything is shown. */
  done: boolean;
  held: Held;
}

/** What to show in the next frame, given `held` now. `keys` names the element of each line. */
export function takePortion(held: Held, wanted: readonly Line[], keys: readonly number[], most: number): ShownPortion {
  const next = new Map<number, Line>();
  const lines = new Array<Line>(wanted.length);
  let left = most;
  let done = true;
  for (let place = wanted.length - 1; place >= 0; place -= 1) {
    const line = wanted[place]!;
    const known = held.get(keys[place]!);
    const isSame = known !== undefined && isAlike(known, line);
    const waits = !isSame && known !== undefined && left <= 0;
    if (!isSame && !waits) left -= 1;
    if (waits) done = false;
    lines[place] = isSame || waits ? known : line;
    next.set(keys[place]!, lines[place]!);
  }
  return { lines, done, held: next };
}

function isAlike(one: Line, other: Line): boolean {
  return one.index === other.index && one.row === other.row && one.scale === other.scale;
}
