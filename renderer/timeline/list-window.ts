// The scrolled viewport of the list: which rows are visible and where. Keeps the current row in place if rows above change height. Sticks
// to the end while following, and scales the scroll bar for very long lists.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { clampTop, scrollScale } from '../components/scroll-scale.ts';
import { definePart, useModel } from '../model/model.ts';
import { heightsOf, reveal, rowsOf, setFollowing, useTimeline } from '../model/timeline.ts';

const overscan = 3;
/** The headings stay on top of the scrolled rows. */
const headHeight = 28;
/** So few pixels from the end the list follows the newest row. */
const nearEnd = 2;

function roomFor(list: HTMLElement): number {
  return Math.max(0, list.clientHeight - headHeight);
}

interface Anchor {
  index: number;
  /** Pixels of that row above the upper edge. */
  into: number;
}

/** The scroll position when the user left for another place, to restore it. */
const keptOf = definePart(() => ({ anchor: { index: 0, into: 0 } as Anchor, request: 0 }));

interface ListWindow {
  first: number;
  /** Exclusive. */
  end: number;
  /** Height of the scrolled element. */
  track: number;
  /** Where the first rendered row starts within the track. */
  shift: number;
  /** The visible rows among the rendered ones; the last is exclusive. */
  seen: { first: number; end: number };
  height: number;
}

export function useListWindow(element: RefObject<HTMLDivElement | null>): ListWindow {
  const model = useModel();
  const total = useTimeline((state) => state.total);
  const following = useTimeline((state) => state.following);
  const request = useTimeline((state) => state.reveal);
  useTimeline((state) => state.version);
  const kept = keptOf(model);
  const [anchor, setAnchor] = useState<Anchor>(kept.anchor);
  useEffect(() => {
    kept.anchor = anchor;
  }, [kept, anchor]);
  const [height, setHeight] = useState(600);
  /** Where this code scrolled to, so that its own event is not taken for the user's. NaN equals no position, not even the top. */
  const written = useRef(Number.NaN);
  const shifted = useTimeline((state) => state.shifted);
  const known = useRef(shifted);

  const listHeight = heightsOf(model).total;
  const scale = scrollScale(listHeight, height);
  const wanted = following ? listHeight - height : heightsOf(model).offsetOf(anchor.index) + anchor.into;
  const top = clampTop(wanted, listHeight, height);

  const moveTo = useCallback(
    (listTop: number, viewport: number) => {
      const bounded = clampTop(listTop, heightsOf(model).total, viewport);
      const index = heightsOf(model).indexAt(bounded);
      setAnchor({ index, into: bounded - heightsOf(model).offsetOf(index) });
      setFollowing(model, bounded >= heightsOf(model).total - viewport - nearEnd);
    },
    [model],
  );

  // Rows were added before the first: the current row has another number now.
  useLayoutEffect(() => {
    const by = shifted - known.current;
    known.current = shifted;
    if (by !== 0) setAnchor(({ index, into }) => ({ index: index + by, into }));
  }, [shifted]);

  useLayoutEffect(() => {
    const list = element.current;
    if (!list) return;
    const measure = () => setHeight(roomFor(list));
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    measure();
    return () => observer.disconnect();
  }, [element]);

  useEffect(() => {
    const list = element.current;
    if (!list) return;
    const onScroll = () => {
      if (Math.abs(list.scrollTop - written.current) < 1.5) return;
      written.current = Number.NaN;
      // Read from the page itself: the heights may include rows that are not drawn yet.
      if (list.scrollHeight - list.clientHeight - list.scrollTop < 2) return setFollowing(model, true);
      const room = roomFor(list);
      moveTo(scrollScale(heightsOf(model).total, room).toList(list.scrollTop), room);
    };
    list.addEventListener('scroll', onScroll, { passive: true });
    return () => list.removeEventListener('scroll', onScroll);
  }, [element, moveTo, model]);

  // On a scaled track one pixel of the bar is several of the list: the wheel moves the list itself, pixel by pixel.
  useEffect(() => {
    const list = element.current;
    if (!list || scale.exact) return;
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey) return;
      event.preventDefault();
      const unit =
        event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? height : 1;
      moveTo(top + event.deltaY * unit, height);
    };
    list.addEventListener('wheel', onWheel, { passive: false });
    return () => list.removeEventListener('wheel', onWheel);
  });

  useLayoutEffect(() => {
    const list = element.current;
    if (!list) return;
    const target = scale.toTrack(top);
    if (Math.abs(list.scrollTop - target) < 1) return;
    list.scrollTop = target;
    written.current = list.scrollTop;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new request scrolls the list, not other changes.
  useLayoutEffect(() => {
    if (!request || request.at === kept.request) return;
    kept.request = request.at;
    const start = heightsOf(model).offsetOf(request.index);
    const end = start + heightsOf(model).heightOf(request.index);
    if (start >= top && end <= top + height) return;
    const near = start > top - height && end < top + 2 * height;
    // A target that fits on the screen with the newest rows is shown with them, so that the list keeps following.
    if (start >= listHeight - height) moveTo(listHeight, height);
    else if (!near) moveTo(start - height / 2, height);
    else moveTo(start < top ? start : end - height, height);
  }, [request]);

  // A window of another size, or with other rows above, still shows the selected row. So do new rows below it: then the list stops
  // following them. Only the user moves away from the selection.
  const selected = useTimeline((state) => state.selected);
  const wasInView = useRef<number | null>(null);
  /** A place that the user asked for comes first. */
  const answered = useRef(request);
  const { low } = heightsOf(model);
  const place = selected === null ? undefined : rowsOf(model).placeOf(selected);
  const rowTop = place === undefined ? -1 : heightsOf(model).offsetOf(place);
  const isInView = rowTop >= top - nearEnd && rowTop + low <= top + height;
  const isAsked = request !== answered.current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another size scrolls the list.
  useLayoutEffect(() => {
    if (place !== undefined && !isInView && !isAsked && wasInView.current === selected) reveal(model, place);
  }, [height, low, listHeight]);
  useLayoutEffect(() => {
    wasInView.current = isInView ? selected : null;
    answered.current = request;
  });

  // A constant number of rows, so that scrolling builds no elements: as many as low rows fit.
  const most = Math.ceil(height / heightsOf(model).low) + 1 + 2 * overscan;
  const seen = {
    first: heightsOf(model).indexAt(top),
    end: Math.min(total, heightsOf(model).indexAt(top + height) + 1),
  };
  const first = Math.max(0, Math.min(seen.first - overscan, total - most));
  // Folded rows take no space, so more of them may be between the visible ones.
  const end = Math.min(total, Math.max(first + most, seen.end + overscan));
  const shift = heightsOf(model).offsetOf(first) - top + scale.toTrack(top);
  return { first, end, track: scale.track, shift, seen, height };
}
