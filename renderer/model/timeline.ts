// The state of the list: the view, the number of rows, the selection, and whether it follows the newest. The rows are in `rows`
// and `heights`, outside the store: `version` changes with them.

import type { View } from '../../shared/api/views.ts';
import type { Row } from '../../shared/timeline.ts';
import { forgetFolds, noteFold, unfoldTo } from './folds.ts';
import { definePart, defineStore, type Model } from './model.ts';
import { PageCache } from './page-cache.ts';
import { isNarrow } from './pane-size.ts';
import { RowHeights, type RowSizes } from './row-heights.ts';

/** `hand`: the user chose this row. `step`: a key moved to the next one. `itself`: the window chose. */
export type SelectedBy = 'hand' | 'step' | 'itself';

interface TimelineState {
  /** The filter of the shown result. */
  filter: string;
  /** The text in the box; differs from `filter` while it does not parse. */
  draft: string;
  filterError: string;
  view: string;
  /** Rows in the view, as far as shown. */
  total: number;
  /** Rows in the view that arrived while paused. */
  held: number;
  hidden: number;
  /** Older rows are still searched, so the view grows at its beginning. */
  growing: boolean;
  /** This many long bursts were searched only in part. */
  cutBursts: number;
  /** Rows of a filtered view that were found by searching back. */
  behind: number;
  /** How far rows have moved down, over all views. */
  shifted: number;
  paused: boolean;
  /** The last row is visible and stays visible. */
  following: boolean;
  /** New rows below since the newest was last visible. */
  unseen: number;
  selected: number | null;
  selectedBy: SelectedBy;
  /** The filter hides the selected row: no key acts on it. */
  selectedHidden: boolean;
  paneOpen: boolean;
  /** A position to scroll to; `at` makes each request a new one. */
  reveal: { index: number; at: number } | null;
  version: number;
  loaded: boolean;
}

/** If the card covers the list, only the user opens it. */
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
  const { view, selected } = timelineOf(model).getState();
  noteFold(model, heightsOf(model), index, row, view === '');
  if (row.id === selected) unfoldTo(model, heightsOf(model), row.id);
}

/** A window that became small has lower rows. */
export function setRowSizes(model: Model, sizes: RowSizes): void {
  if (heightsOf(model).setSizes(sizes)) bump(model);
}

/** The view has this many rows now. While paused, the list keeps its length and counts the new rows. */
export function setTotal(model: Model, total: number): void {
  const state = timelineOf(model).getState();
  if (state.paused && total >= state.total) {
    timelineOf(model).setState({ held: total - state.total });
    return;
  }
  heightsOf(model).resize(total);
  // A page may arrive before the list's new length: its rows wait here for their height.
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
  if (id !== null && unfoldTo(model, heightsOf(model), id)) bump(model);
}

type Growth = Pick<View, 'behind' | 'growing' | 'cutBursts'>;

/** The view starts earlier than known: the visible rows stay in place and get other numbers. */
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

/** Another view: keeps only the selection. */
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
