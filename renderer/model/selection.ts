// Moves the selection: by row, by failure, or to a row by its id. Asks the host for positions; does not scroll.

import { detailOf, setTab } from './detail.ts';
import { openFilter } from './filter.ts';
import { isInFold, isUnfolded, setFold, toggleFold, unfoldTo } from './folds.ts';
import { firstInSight, loadMissing } from './load-rows.ts';
import { definePart, type Model } from './model.ts';
import { say } from './notices.ts';
import { bump, heightsOf, reveal, rowsOf, select, setFollowing, timelineOf } from './timeline.ts';

const searchOf = definePart(() => ({ running: null as Promise<void> | null }));

/** While the host looks for the row to select; null: what is selected is what the user sees. */
export const runningSearch = (model: Model): Promise<void> | null => searchOf(model).running;

function noteSearch(model: Model, search: Promise<void>): Promise<void> {
  const searches = searchOf(model);
  const mine = search.finally(() => {
    if (searches.running === mine) searches.running = null;
  });
  searches.running = mine;
  return mine;
}

/** On the first load: shows the place from the URL, or the newest failure. */
export const ensureSelection = (model: Model): Promise<void> => noteSearch(model, selectFirst(model));

async function selectFirst(model: Model): Promise<void> {
  const { selected } = timelineOf(model).getState();
  if (selected !== null) {
    await revealRow(model, selected);
    return;
  }
  const found = await model.platform.call('locate', {
    view: timelineOf(model).getState().view,
    id: 0,
    want: 'newest_failure',
  });
  if (!found.ok || found.value === null || timelineOf(model).getState().selected !== null) return;
  select(model, found.value.id, false);
  reveal(model, found.value.index);
}

export async function revealRow(model: Model, id: number): Promise<void> {
  const cached = rowsOf(model).placeOf(id);
  if (cached !== undefined) {
    unfoldTo(model, heightsOf(model), id);
    reveal(model, cached);
    return;
  }
  const found = await model.platform.call('locate', { view: timelineOf(model).getState().view, id, want: 'self' });
  if (found.ok && found.value) reveal(model, found.value.index);
}

/** A call made by hand is always shown: a filter that hides it is cleared. */
export async function showCall(model: Model, id: number): Promise<void> {
  select(model, id);
  const { view } = timelineOf(model).getState();
  if (view !== '') {
    const found = await model.platform.call('locate', { view, id, want: 'self' });
    if (found.ok && found.value === null) await openFilter(model, '');
  }
  await revealRow(model, id);
}

/** Selects a row anywhere. */
export async function selectRow(model: Model, id: number): Promise<void> {
  select(model, id);
  await revealRow(model, id);
}

/** Another attempt at the same call: the card stays on its tab. */
export function selectAttempt(model: Model, id: number): Promise<void> {
  const { tab } = detailOf(model).getState();
  const selecting = selectRow(model, id);
  setTab(model, tab);
  return selecting;
}

export const moveToFailure = (model: Model, want: 'next_failure' | 'previous_failure'): Promise<void> =>
  noteSearch(model, selectFailure(model, want));

async function selectFailure(model: Model, want: 'next_failure' | 'previous_failure'): Promise<void> {
  const { view, selected } = timelineOf(model).getState();
  const found =
    selected === null
      ? await model.platform.call('locate', { view, id: 0, want: 'newest_failure' })
      : await model.platform.call('locate', { view, id: selected, want });
  if (!found.ok) return;
  if (!found.value) {
    const isAny = selected !== null && want === 'previous_failure' ? 'first' : 'last';
    return say(model, selected === null ? 'No failure in this list.' : `This is the ${isAny} failure in this list.`);
  }
  select(model, found.value.id);
  setFollowing(model, false);
  reveal(model, found.value.index);
}

export function moveBy(model: Model, step: number): void {
  const { selected, total } = timelineOf(model).getState();
  if (total === 0) return;
  const from = selected === null ? undefined : rowsOf(model).placeOf(selected);
  const aim = from === undefined ? Math.min(firstInSight(model), total - 1) : from + step;
  const to = nearestShown(model, Math.max(0, Math.min(total - 1, aim)), Math.sign(step), from);
  const row = rowsOf(model).get(to);
  if (to !== total - 1) setFollowing(model, false);
  reveal(model, to);
  if (row) select(model, row.id, false, 'step');
  else loadMissing(model);
}

/** Opens or closes the fold of the selected row. A closed one never contains the selection. */
export function foldSelected(model: Model, isOpen: boolean): void {
  const { selected } = timelineOf(model).getState();
  const head = selected === null ? null : setFold(model, heightsOf(model), selected, isOpen);
  if (head === null) return;
  if (head !== selected) select(model, head, false, 'step');
  bump(model);
}

/** By a click on its chevron. */
export function toggleFoldAt(model: Model, head: number): void {
  const { selected } = timelineOf(model).getState();
  toggleFold(model, heightsOf(model), head);
  if (selected !== null && !isUnfolded(model, head) && isInFold(model, selected, head)) select(model, head, false);
  bump(model);
}

/** Skips folded rows; if there is nothing beyond them, the selection stays. */
function nearestShown(model: Model, aim: number, towards: number, from = aim): number {
  const { total } = timelineOf(model).getState();
  let at = aim;
  while (at >= 0 && at < total && heightsOf(model).sizeOf(at) === 'none') at += towards || 1;
  return at >= 0 && at < total ? at : from;
}
