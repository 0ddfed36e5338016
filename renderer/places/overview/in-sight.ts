// Which rows of the list are in sight, for the marker on the strip above it.

import { create } from 'zustand';

/** `end` is exclusive. */
export const useInSight = create<{ first: number; end: number }>(() => ({ first: 0, end: 0 }));

export function noteInSight(first: number, end: number): void {
  const known = useInSight.getState();
  if (known.first !== first || known.end !== end) useInSight.setState({ first, end });
}
