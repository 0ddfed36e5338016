// The list as shown: which view, how many rows, where the selection is, and whether it follows the newest.
// Rows themselves are in `rows` and `heights`, outside of the store: `version` says that they changed.

import type { View } from '../../shared/api/views.ts';
import type { Row } from '../../shared/timeline.ts';
import { forgetFolds, noteFold } from './folds.ts';
import { definePart, defineStore, type Model } from './model.ts';
import { PageCache } from './page-cache.ts';
import { isNarrow } from './pane-size.ts';
import { RowHeights, type RowSizes } from './row-heights.ts';

/** `hand`: a person chose this row. `step`: a key moved to the next one. `itself`: the window chose. */
export type SelectedBy = 'hand' | 'step' | 'itself';

interface TimelineState {
  /** The filter whose result is shown. */
  filter: string;
  /** What stands in the box; differs from `filter` while it is wrong. */
  draft: string;
  filterError: string;
  view: string;
  /** Rows in the view, as far as shown. */
  total: number;
  /** Rows in the view that arrived while paused. */
  held: number;
  hidden: number;
  /** Older rows are still being looked at, so the view grows at its beginning. */
  growing: boolean;
  /** So many long bursts were searched for words only in part. */
  cutBursts: number;
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
  selectedBy: SelectedBy;
  /** The filter hides the selected row: no key acts on it. */
  selectedHidden: boolean;
  paneOpen: boolean;
  /** A place to bring into sight; `at` makes each wish a new one. */
  reveal: { index: number; at: number } | null;
  version: number;
  loaded: boolean;
}

/** Where the card lies over the list, it is opened by a person and not by itself. */
const startsNarrow = typeof window !== 'undefined' && isNarrow(window.innerWidth);

export const [timelineOf, useTimeline] = defineStore<TimelineState>(() => ({
  filter: '',
  draft: '',
  filterError: '',
  view: '',
  total: 0,
  held: 0,
  hidden: 0,
  growing: false,
  cutBursts: 0,
  behind: 0,
  shifted: 0,
  paused: false,
  following: true,
  unseen: 0,
  selected: null,
  selectedBy: 'itself',
  selectedHidden: false,
  paneOpen: !startsNarrow,
  reveal: null,
  version: 0,
  loaded: false,
}));

/** The host names a view by its order. */
export const isSortedView = (view: string): boolean => view.startsWith('sorted:');

// Pure: a page without a timeline need not carry them.
export const rowsOf = /* @__PURE__ */ definePart(() => new PageCache());
export const heightsOf = /* @__PURE__ */ definePart(() => new RowHeights());

export function bump(model: Model): void {
  timelineOf(model).setState((state) => ({ version: state.version + 1 }));
}

export function noteHeight(model: Model, index: number, row: Row): void {
  noteFold(model, heightsOf(model), index, row, timelineOf(model).getState().view === '');
}

/** A window that became small has lower rows. */
export function setRowSizes(model: Model, sizes: RowSizes): void {
  if (heightsOf(model).setSizes(sizes)) bump(model);
}

/** The view has that many rows now. While paused the list stays as long as it is and counts what waits. */
export function setTotal(model: Model, total: number): void {
  const state = timelineOf(model).getState();
  if (state.paused && total >= state.total) {
    timelineOf(model).setState({ held: total - state.total });
    return;
  }
  heightsOf(model).resize(total);
  // A page may come before the word that the list is longer: its rows wait here for their height.
  for (let index = state.total; index < total; index++) {
    const row = rowsOf(model).get(index);
    if (row) noteHeight(model, index, row);
  }
  const more = Math.max(0, total - state.total);
  timelineOf(model).setState({
    total,
    held: 0,
    unseen: state.following || !state.loaded ? 0 : state.unseen + more,
    version: state.version + 1,
  });
}

export function setPaused(model: Model, paused: boolean): void {
  const state = timelineOf(model).getState();
  if (state.paused === paused) return;
  timelineOf(model).setState({ paused });
  if (!paused) {
    const total = state.total + state.held;
    timelineOf(model).setState({ following: true });
    setTotal(model, total);
    reveal(model, Math.max(0, total - 1));
  }
}

export function setFollowing(model: Model, following: boolean): void {
  const state = timelineOf(model).getState();
  if (state.following !== following) timelineOf(model).setState({ following, unseen: following ? 0 : state.unseen });
}

export function reveal(model: Model, index: number): void {
  const last = timelineOf(model).getState().reveal;
  timelineOf(model).setState({ reveal: { index, at: (last?.at ?? 0) + 1 } });
}

export function jumpToNewest(model: Model): void {
  setPaused(model, false);
  setFollowing(model, true);
  reveal(model, Math.max(0, timelineOf(model).getState().total - 1));
}

export function select(
  model: Model,
  id: number | null,
  open = true,
  selectedBy: SelectedBy = open ? 'hand' : 'itself',
): void {
  timelineOf(model).setState((state) => ({
    selected: id,
    selectedBy,
    selectedHidden: false,
    paneOpen: open || state.paneOpen,
  }));
}

type Growth = Pick<View, 'behind' | 'growing' | 'cutBursts'>;

/** The view was found to begin earlier: what is shown stays where it is, and has other numbers. */
export function noteGrowth(model: Model, { behind, growing, cutBursts = 0 }: Growth): void {
  const state = timelineOf(model).getState();
  const by = (behind ?? 0) - state.behind;
  if (state.growing && by > 0) {
    rowsOf(model).shift(by);
    heightsOf(model).resize(0);
    forgetFolds(model);
    heightsOf(model).resize(state.total + by);
    for (const [index, row] of rowsOf(model).entries()) noteHeight(model, index, row);
    timelineOf(model).setState({ total: state.total + by, shifted: state.shifted + by, version: state.version + 1 });
  }
  timelineOf(model).setState({ behind: behind ?? 0, growing: growing === true, cutBursts });
}

/** Another view: nothing of the old one is kept but the selection. */
export function resetRows(model: Model, view: string, total: number, hidden: number, growth: Growth = {}): void {
  rowsOf(model).clear();
  forgetFolds(model);
  heightsOf(model).resize(0);
  heightsOf(model).resize(total);
  timelineOf(model).setState((state) => ({
    view,
    total,
    hidden,
    behind: growth.behind ?? 0,
    growing: growth.growing === true,
    cutBursts: growth.cutBursts ?? 0,
    held: 0,
    unseen: 0,
    loaded: true,
    version: state.version + 1,
  }));
}
