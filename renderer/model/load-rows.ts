// Fetches the pages that are in sight and no others, one request a page, and keeps a filtered view up to date.

import type { View } from '../../shared/views.ts';
import type { Platform } from '../platform/platform.ts';
import { pageSize } from './page-cache.ts';
import { bump, heights, noteGrowth, noteHeight, rows, setTotal, useTimeline } from './timeline.ts';

/** A filtered view is asked again at most this often while rows stream in. */
const refreshEvery = 250;
/** A view that still grows is asked how far it is; one that has nothing yet, sooner. */
const growthEvery = 120;
const firstGrowth = 30;
/** After a failed request: a page is not asked for again at once. */
const restAfterFailure = 1_000;

/** By row: what its messages say of the words that are looked for. */
export const hits = new Map<number, string>();

let platform: Platform | null = null;
let inSight = { first: 0, last: 0 };
const asked = new Set<string>();
let growthTimer: ReturnType<typeof setTimeout> | null = null;
let refreshTimer: ReturnType<typeof setTimeout> | null = null;

export function attachLoader(to: Platform): void {
  platform = to;
}

/** The timeline says which rows it shows; what is missing is fetched. */
export function showRange(first: number, last: number): void {
  inSight = { first, last };
  loadMissing();
}

export function firstInSight(): number {
  return inSight.first;
}

export function loadMissing(): void {
  const { total, held } = useTimeline.getState();
  const last = Math.min(inSight.last, total + held - 1);
  if (!platform || last < 0) return;
  for (const page of rows.missing(Math.min(inSight.first, last), last)) void fetchPage(page);
  rows.trim(inSight.first, inSight.last);
}

async function fetchPage(page: number): Promise<void> {
  const view = useTimeline.getState().view;
  const key = `${view}\n${page}`;
  if (!platform || asked.has(key)) return;
  asked.add(key);
  const answer = await platform.call('rows', { view, from: page * pageSize, count: pageSize });
  if (useTimeline.getState().view !== view) {
    asked.delete(key);
    return;
  }
  if (!answer.ok) {
    setTimeout(() => asked.delete(key), restAfterFailure);
    return;
  }
  asked.delete(key);
  noteGrowth(answer.value);
  rows.put(page, answer.value.rows);
  if (page === 0 && !answer.value.hits) hits.clear();
  for (const { id, text } of answer.value.hits ?? []) hits.set(id, text);
  if (view !== '') setTotal(answer.value.total);
  answer.value.rows.forEach((row, offset) => {
    if (page * pageSize + offset < heights.count) noteHeight(page * pageSize + offset, row);
  });
  bump();
}

/** The rows that came with a view. */
export function showNewest({ total, newest }: Pick<View, 'total' | 'newest'>): void {
  if (!newest) return;
  const from = total - newest.rows.length;
  rows.fill(from, newest.rows);
  for (const [offset, row] of newest.rows.entries()) noteHeight(from + offset, row);
  for (const { id, text } of newest.hits ?? []) hits.set(id, text);
  bump();
}

/** Something changed and the view is a filter's: its rows may have moved, so what is in sight is asked for again. */
export function refreshSoon(): void {
  if (refreshTimer !== null) return;
  refreshTimer = setTimeout(() => {
    refreshTimer = null;
    void refresh();
  }, refreshEvery);
}

async function refresh(): Promise<void> {
  const { view, total } = useTimeline.getState();
  if (!platform || view === '') return;
  const from = Math.max(0, total - 1);
  const answer = await platform.call('rows', { view, from, count: 1 });
  if (useTimeline.getState().view !== view) return;
  if (!answer.ok) return;
  noteGrowth(answer.value);
  rows.markStale();
  setTotal(answer.value.total);
  loadMissing();
}

/** While the view still grows at its beginning: how far it is by now. */
export function watchGrowth(): void {
  if (growthTimer !== null) clearTimeout(growthTimer);
  growthTimer = null;
  const { view, growing, total } = useTimeline.getState();
  if (!growing) return;
  growthTimer = setTimeout(
    async () => {
      growthTimer = null;
      const answer = await platform?.call('rows', { view, from: 0, count: 1 });
      if (!answer?.ok || useTimeline.getState().view !== view) return;
      noteGrowth(answer.value);
      setTotal(answer.value.total);
      loadMissing();
      watchGrowth();
    },
    total === 0 ? firstGrowth : growthEvery,
  );
}
