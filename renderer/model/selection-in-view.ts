// What is selected is among what is listed: a row that the filter hides gives its selection to its neighbour in time, so that
// keys act on what can be seen and the place in the list is kept.

import { selectedRow } from './detail.ts';
import type { Model } from './model.ts';
import { reveal, select, timelineOf } from './timeline.ts';

/** Asked again after each change of the view. While older rows are still being looked at, a row that is not found is waited for. */
export async function keepSelectionInView(model: Model): Promise<void> {
  const { view, selected } = timelineOf(model).getState();
  if (selected === null) return;
  if (view === '') return setHidden(model, false);
  const isAsked = () => {
    const now = timelineOf(model).getState();
    return now.view === view && now.selected === selected;
  };
  const found = await model.platform.call('locate', { view, id: selected, want: 'self' });
  if (!found.ok || !isAsked()) return;
  if (found.value) {
    if (timelineOf(model).getState().selectedHidden) reveal(model, found.value.index);
    return setHidden(model, false);
  }
  setHidden(model, true);
  const at = selectedRow(model)?.at ?? null;
  if (timelineOf(model).getState().growing || at === null) return;
  const near = await model.platform.call('locateTime', { view, at });
  if (!near.ok || !isAsked()) return;
  // Nothing is listed: what was selected is still what the card shows, but no key acts on it.
  if (near.value === null) return;
  select(model, near.value.id, false);
  reveal(model, near.value.index);
}

function setHidden(model: Model, selectedHidden: boolean): void {
  if (timelineOf(model).getState().selectedHidden !== selectedHidden) timelineOf(model).setState({ selectedHidden });
}
