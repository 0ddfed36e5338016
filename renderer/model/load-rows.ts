// Loads only the visible pages, one request per page, and keeps a filtered view up to date.

import type { View } from '../../shared/api/views.ts';
import { definePart, type Model } from './model.ts';
import { pageSize } from './page-cache.ts';
import { keepSelectionInView } from './selection-in-view.ts';
import { bump, heightsOf, noteGrowth, noteHeight, rowsOf, setTotal, timelineOf } from './timeline.ts';

/** A filtered view is requested again at most this often while new rows arrive. */
const refreshEvery = 250;
/** How often to ask for the progress of a growing view; sooner if it has no rows yet. */
const growthEvery = 120;
const firstGrowth = 30;
/** After a failed request: a page is not requested again at once. */
const restAfterFailure = 1_000;

/** By row: the parts of its messages with the searched words. */
export const hitsOf = definePart(() => new Map<number, string>());

const loadingOf = definePart(() => ({
  inSight: { first: 0, last: 0 },
  /** Pages that are being loaded. */
  asked: new Set<string>(),
  growthTimer: null as ReturnType<typeof setTimeout> | null,
  refreshTimer: null as ReturnType<typeof setTimeout> | null,
}));

/** The timeline reports its visible rows; missing ones are loaded. */
export function showRange(model: Model, first: number, last: number): void {
  loadingOf(model).inSight = { first, last };
  loadMissing(model);
}

export function firstInSight(model: Model): number {
  return loadingOf(model).inSight.first;
}

export function loadMissing(model: Model): void {
  const { inSight } = loadingOf(model);
  const { total, held } = timelineOf(model).getState();
  const last = Math.min(inSight.last, total + held - 1);
  if (last < 0) return;
  for (const page of rowsOf(model).missing(Math.min(inSight.first, last), last)) void fetchPage(model, page);
  rowsOf(model).trim(inSight.first, inSight.last);
}

async function fetchPage(model: Model, page: number): Promise<void> {
  const view = timelineOf(model).getState().view;
  const key = `${view}\n${page}`;
  const { asked } = loadingOf(model);
  if (asked.has(key)) return;
  asked.add(key);
  const answer = await model.platform.call('rows', { view, from: page * pageSize, count: pageSize });
  if (timelineOf(model).getState().view !== view) {
    asked.delete(key);
    return;
  }
  if (!answer.ok) {
    setTimeout(() => asked.delete(key), restAfterFailure);
    return;
  }
  asked.delete(key);
  noteGrowth(model, answer.value);
  rowsOf(model).put(page, answer.value.rows);
  if (page === 0 && !answer.value.hits) hitsOf(model).clear();
  for (const { id, text } of answer.value.hits ?? []) hitsOf(model).set(id, text);
  if (view !== '') setTotal(model, answer.value.total);
  const end = Math.min(page * pageSize + answer.value.rows.length, heightsOf(model).count);
  for (let index = page * pageSize; index < end; index++) {
    // Not the row as received: a newer state of it may be cached.
    const row = rowsOf(model).get(index);
    if (row) noteHeight(model, index, row);
  }
  bump(model);
}

/** The rows that came with a view. */
export function showNewest(model: Model, { total, newest }: Pick<View, 'total' | 'newest'>): void {
  if (!newest) return;
  const from = total - newest.rows.length;
  rowsOf(model).fill(from, newest.rows);
  for (const [offset, row] of newest.rows.entries()) noteHeight(model, from + offset, row);
  for (const { id, text } of newest.hits ?? []) hitsOf(model).set(id, text);
  bump(model);
}

/** Something changed in a filtered view: its rows may have moved, so the visible ones are requested again. */
export function refreshSoon(model: Model): void {
  const loading = loadingOf(model);
  if (loading.refreshTimer !== null) return;
  loading.refreshTimer = setTimeout(() => {
    loading.refreshTimer = null;
    void refresh(model);
  }, refreshEvery);
}

async function refresh(model: Model): Promise<void> {
  const { view, total } = timelineOf(model).getState();
  if (view === '') return;
  const from = Math.max(0, total - 1);
  const answer = await model.platform.call('rows', { view, from, count: 1 });
  if (timelineOf(model).getState().view !== view) return;
  if (!answer.ok) return;
  noteGrowth(model, answer.value);
  rowsOf(model).markStale();
  setTotal(model, answer.value.total);
  loadMissing(model);
  await keepSelectionInView(model);
}

/** Asks for the progress while the view still grows at its beginning. */
export function watchGrowth(model: Model): void {
  const loading = loadingOf(model);
  if (loading.growthTimer !== null) clearTimeout(loading.growthTimer);
  loading.growthTimer = null;
  const { view, growing, total } = timelineOf(model).getState();
  if (!growing) return;
  loading.growthTimer = setTimeout(
    async () => {
      loading.growthTimer = null;
      const answer = await model.platform.call('rows', { view, from: 0, count: 1 });
      if (!answer.ok || timelineOf(model).getState().view !== view) return;
      noteGrowth(model, answer.value);
      setTotal(model, answer.value.total);
      loadMissing(model);
      if (timelineOf(model).getState().selectedHidden) await keepSelectionInView(model);
      watchGrowth(model);
    },
    total === 0 ? firstGrowth : growthEvery,
  );
}
