// Reads the place from the address at the start, and again when someone pastes another; writes it back as it changes, without
// adding to the history.

import { type Place, readPlace, writePlace } from './address.ts';
import { detailOf, type Tab, tabs } from './detail.ts';
import { openFilter } from './filter.ts';
import type { Model } from './model.ts';
import { pageOf } from './page.ts';
import { replaysOf, show } from './replays.ts';
import { selectRow } from './selection.ts';
import { timelineOf } from './timeline.ts';

export function followAddress(model: Model, window: Window): void {
  const place = readPlace(window.location.hash);
  timelineOf(model).setState({ draft: place.filter, selected: place.row, following: place.row === null });
  applyParts(model, place);
  let written = window.location.hash;
  /** As the window had it after the last writing: whatever else stands there was pasted, and is read in a moment. */
  let known = window.location.hash;
  let wish = 0;
  const write = () => {
    if (window.location.hash !== known) return;
    const { filter, loaded, selected } = timelineOf(model).getState();
    if (!loaded) return;
    const { page } = pageOf(model).getState();
    const { shown } = replaysOf(model).getState();
    const hash = writePlace({
      filter,
      row: selected,
      tab: detailOf(model).getState().tab,
      page,
      ...(page === 'replay' && shown.kind === 'row' ? { replay: shown.row } : {}),
    });
    if (hash === written) return;
    written = hash;
    window.history.replaceState(null, '', hash || window.location.pathname + window.location.search);
    known = window.location.hash;
  };
  timelineOf(model).subscribe(write);
  detailOf(model).subscribe(write);
  pageOf(model).subscribe(write);
  replaysOf(model).subscribe(write);
  window.addEventListener('hashchange', async () => {
    if (window.location.hash === known) return;
    known = window.location.hash;
    written = known;
    const mine = ++wish;
    const wanted = readPlace(known);
    applyParts(model, wanted);
    await openFilter(model, wanted.filter);
    if (wanted.row !== null && mine === wish) await selectRow(model, wanted.row);
  });
}

function applyParts(model: Model, { tab, page, replay }: Place): void {
  if (tabs.includes(tab as Tab)) detailOf(model).setState({ tab: tab as Tab });
  pageOf(model).setState({ page: page ?? 'timeline' });
  if (replay !== undefined) show(model, { kind: 'row', row: replay, replay: null });
}
