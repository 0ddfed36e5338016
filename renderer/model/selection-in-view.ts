// Keeps the selection among the listed rows: if the filter hides the selected row, its neighbor in time is selected. So keys act
// on visible rows, and the position in the list stays.

import { selectedRow } from './detail.ts';
import type { Model } from './model.ts';
import { reveal, select, timelineOf } from './timeline.ts';

/** Runs after each change of the view. While older rows are still searched, it waits for a missing row. */
export async function keepSelectionInView(model: Model, isOtherView = false): Promise<void> {
  const { view, selected } = timelineOf(model).getState();
  if (selected === null) return;
  if (view === '' && !isOtherView) return setHidden(model, false);
  const isAsked = () => {
    const now = timelineOf(model).getState();
    return now.view === view && now.selected === selected;
  };
  const found = await model.platform.call('locate', { view, id: selected, want: 'self' });
  if (!found.ok || !isAsked()) return;
  if (found.value) {
    if (isOtherView || timelineOf(model).getState().selectedHidden) reveal(model, found.value.index);
    return setHidden(model, false);
  }
  setHidden(model, true);
  const at = selectedRow(model)?.at ?? null;
  if (timelineOf(model).getState().growing || at === null) return;
  const near = await model.platform.call('locateTime', { view, at });
  if (!near.ok || !isAsked()) return;
  // Nothing is listed: the card still shows the selected row, but no key acts on it.
  if (near.value === null) return;
  select(model, near.value.id, false);
  reveal(model, near.value.index);
}

function setHidden(model: Model, selectedHidden: boolean): void {
  if (timelineOf(model).getState().selectedHidden !== selectedHidden) timelineOf(model).setState({ selectedHidden });
}
