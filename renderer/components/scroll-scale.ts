// Browsers limit the height of an element (33 million pixels in Chromium, 17 in Firefox), so a million rows do not fit. Above
// `longestTrack` the scroll bar is scaled; below it, one pixel is one pixel.

export const longestTrack = 12_000_000;

interface ScrollScale {
  /** Height to give to the scrolled element. */
  track: number;
  toList(scrollTop: number): number;
  toTrack(listTop: number): number;
  exact: boolean;
}

export function scrollScale(listHeight: number, viewport: number): ScrollScale {
  if (listHeight <= longestTrack || listHeight <= viewport) {
    return { track: listHeight, toList: (top) => top, toTrack: (top) => top, exact: true };
  }
  const ratio = (listHeight - viewport) / (longestTrack - viewport);
  return { track: longestTrack, toList: (top) => top * ratio, toTrack: (top) => top / ratio, exact: false };
}

export function clampTop(top: number, listHeight: number, viewport: number): number {
  return Math.max(0, Math.min(top, listHeight - viewport));
}
