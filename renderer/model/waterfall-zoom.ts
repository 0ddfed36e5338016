// The zoom of the waterfall in this window. Keys zoom around the selected row, the wheel around the pointer.

import { defineStore, type Model } from './model.ts';

export const [waterfallZoomOf, useWaterfallZoom] = defineStore<{ factor: number; centre: number }>(() => ({
  factor: 1,
  centre: 0.5,
}));

/** The center for zooming by keys: the position of the selected row, set by the component that draws it. */
export const [zoomAnchorOf] = defineStore<{ at: number }>(() => ({ at: 0.5 }));

export function showWholeAxis(model: Model): void {
  waterfallZoomOf(model).setState({ factor: 1, centre: 0.5 });
}
