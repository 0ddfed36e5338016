// How closely the waterfall is looked at in this window. Keys zoom around the selected row, the wheel around the pointer.

import { defineStore, type Model } from './model.ts';

export const [waterfallZoomOf, useWaterfallZoom] = defineStore<{ factor: number; centre: number }>(() => ({
  factor: 1,
  centre: 0.5,
}));

/** What the keys zoom around: the place of the selected row on what is drawn, told by whoever draws it. */
export const [zoomAnchorOf] = defineStore<{ at: number }>(() => ({ at: 0.5 }));

export function showWholeAxis(model: Model): void {
  waterfallZoomOf(model).setState({ factor: 1, centre: 0.5 });
}
