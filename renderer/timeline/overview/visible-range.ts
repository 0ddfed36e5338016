// The visible rows of the list, for the marker on the strip above it.

import { defineStore, type Model } from '../../model/model.ts';

/** `end` is exclusive. */
export const [visibleRangeOf, useVisibleRange] = defineStore<{ first: number; end: number }>(() => ({
  first: 0,
  end: 0,
}));

export function noteVisibleRange(model: Model, first: number, end: number): void {
  const known = visibleRangeOf(model).getState();
  if (known.first !== first || known.end !== end) visibleRangeOf(model).setState({ first, end });
}
