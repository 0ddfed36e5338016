// The list as shown: which view, how many rows, where the selection is, and whether it follows the newest.
// Rows themselves are in `rows` and `heights`, outside of the store: `version` says that they changed.

import { create } from 'zustand';
import type { Row } from '../../shared/timeline.ts';
import type { View } from '../../shared/views.ts';
import { isTall } from '../text/row-words.ts';
import { PageCache } from './page-cache.ts';
import { isNarrow } from './pane-size.ts';
import { RowHeights } from './row-heights.ts';

interface TimelineState {
  /** The filter whose result is shown. */
  filter: string;
  /** What stands in the box; differs from `filter` while it is wrong. */
  draft: string;
  filterError: string;
  /** Rows whose messages the filter's words were not looked for in yet. */
  unindexed: number;
  view: string;
  /** Rows in the view, as far as shown. */
  total: number;
  /** Rows in the view that arrived while paused. */
  held: number;
  hidden: number;
  /** Older rows are still being looked at, so the view grows at its beginning. */
  growing: boolean;
  /** Of the rows of a filtered view: how many were found looking back. */
  behind: number;
  /** By how much rows moved down so far, over all views. */
  shifted: number;
  paused: boolean;
  /** The last row is in sight and stays there. */
  following: boolean;
  /** Rows that arrived below since the newest was last in sight. */
  unseen: number;
  selected: number | null;
  paneOpen: boolean;
  /** A place to bring into sight; `at` makes each wish a new one. */
  reveal: { index: number; at: number } | null;
  version: number;
  loaded: boolean;
}

/** Where the card lies over the list, it is opened by a person and not by itself. */
const startsNarrow = typeof window !== 'undefined' && isNarrow(window.innerWidth);

export const useTimeline = create<TimelineState>(() => ({
  filter: '',
  draft: '',
  filterError: '',
  unindexed: 0,
  view: '',
  total: 0,
  held: 0,
  hidden: 0,
  growing: false,
  behind: 0,
  shifted: 0,
  paused: false,
  following: true,
  unseen: 0,
  selected: null,
  paneOpen: !startsNarrow,
  reveal: null,
  version: 0,
  loaded: false,
}));

export const rows = new PageCache();
export const heights = new RowHeights();

export function bump(): void {
  useTimeline.setState((state) => ({ version: state.version + 1 }));
}

export function noteHeight(index: number, row: Row): void {
  heights.setTall(index, isTall(row));
}

/** The view has that many rows now. While paused the list stays as long as it is and counts what waits. */
export function setTotal(total: number): void {
  const state = useTimeline.getState();
  if (state.paused && total >= state.total) {
    useTimeline.setState({ held: total - state.total });
    return;
  }
  heights.resize(total);
  const more = Math.max(0, total - state.total);
  useTimeline.setState({
    total,
    held: 0,
    unseen: state.following || !state.loaded ? 0 : state.unseen + more,
    version: state.version + 1,
  });
}

export function setPaused(paused: boolean): void {
  const state = useTimeline.getState();
  if (state.paused === paused) return;
  useTimeline.setState({ paused });
  if (!paused) {
    const total = state.total + state.held;
    useTimeline.setState({ following: true });
    setTotal(total);
    reveal(Math.max(0, total - 1));
  }
}

export function setFollowing(following: boolean): void {
  const state = useTimeline.getState();
  if (state.following !== following) useTimeline.setState({ following, unseen: following ? 0 : state.unseen });
}

export function reveal(index: number): void {
  const last = useTimeline.getState().reveal;
  useTimeline.setState({ reveal: { index, at: (last?.at ?? 0) + 1 } });
}

export function jumpToNewest(): void {
  setPaused(false);
  setFollowing(true);
  reveal(Math.max(0, useTimeline.getState().total - 1));
}

export function select(id: number | null, open = true): void {
  useTimeline.setState((state) => ({ selected: id, paneOpen: open || state.paneOpen }));
}

/** The view was found to begin earlier: what is shown stays where it is, and has other numbers. */
export function noteGrowth({ behind, growing }: Pick<View, 'behind' | 'growing'>): void {
  const state = useTimeline.getState();
  const by = (behind ?? 0) - state.behind;
  if (state.growing && by > 0) {
    rows.shift(by);
    heights.resize(0);
    heights.resize(state.total + by);
    for (const [index, row] of rows.entries()) noteHeight(index, row);
    useTimeline.setState({ total: state.total + by, shifted: state.shifted + by, version: state.version + 1 });
  }
  useTimeline.setState({ behind: behind ?? 0, growing: growing === true });
}

/** Another view: nothing of the old one is kept but the selection. */
export function resetRows(
  view: string,
  total: number,
  hidden: number,
  growth: Pick<View, 'behind' | 'growing'> = {},
): void {
  rows.clear();
  heights.resize(0);
  heights.resize(total);
  useTimeline.setState((state) => ({
    view,
    total,
    hidden,
    behind: growth.behind ?? 0,
    growing: growth.growing === true,
    held: 0,
    unseen: 0,
    loaded: true,
    version: state.version + 1,
  }));
}
