// Keeps the URL and the browser's history in sync with the window. Each place, filter, selected row and open dialog is an entry, so Back
// and Forward move between them. Back never leaves the app: an extra entry under the first one returns to it. A pasted URL is applied.

import { readPlace, writePlace } from './address.ts';
import { detailOf, setTab, tabNamed } from './detail.ts';
import { canReopen, closeDialog, type Dialogs, dialogsOf } from './dialogs.ts';
import { openFilter } from './filter.ts';
import type { Model } from './model.ts';
import { pageOf } from './open-place.ts';
import { selectRow } from './selection.ts';
import { type SelectedBy, select, timelineOf } from './timeline.ts';
import { panelsOf, placesOf } from './window-feature.ts';

/** The state of a history entry: its number, and the open dialog. */
interface Entry {
  entry: number;
  dialogs: Dialogs;
}

const isEntry = (state: unknown): state is Entry => typeof (state as Partial<Entry> | null)?.entry === 'number';

/** The current view, as an entry would restore it. */
interface Shown {
  hash: string;
  /** Without the tab of the card, which changes the URL and adds no entry. */
  place: string;
  dialog: Dialogs['open'];
  row: number | null;
  selectedBy: SelectedBy;
}

export function followAddress(model: Model, window: Window): void {
  const { history, location } = window;
  const address = (hash: string) => hash || location.pathname + location.search;
  const stateOf = (entry: number): Entry => ({ entry, dialogs: dialogsOf(model).getState() });
  // After a reload the history is unchanged.
  let at = isEntry(history.state) ? Math.max(1, history.state.entry) : 1;
  if (!isEntry(history.state)) {
    history.replaceState(stateOf(0), '', address(location.hash));
    history.pushState(stateOf(1), '', address(location.hash));
  }
  const place = readPlace(location.hash);
  timelineOf(model).setState({ draft: place.filter, selected: place.row, following: place.row === null });
  applyPage(model, place);
  applyTab(model, place);
  let last: Shown | null = null;
  /** What each entry shows, as far as this page wrote it. */
  const shownAt = new Map<number, { key: string; hash: string }>();
  /** The URL after the last write: any other was pasted, and is read in a moment. */
  let known = location.hash;
  let requests = 0;
  let isTraveling = false;

  const write = () => {
    if (isTraveling || location.hash !== known || !timelineOf(model).getState().loaded) return;
    const now = shownBy(model);
    if (last && now.hash === last.hash && now.dialog === last.dialog) return;
    // A closed dialog leaves its entry, which the next view replaces.
    const isSpare = last !== null && shownAt.get(at)?.key === shownAt.get(at - 1)?.key;
    if (last && isNewEntry(last, now) && !isSpare) {
      at += 1;
      history.pushState(stateOf(at), '', address(now.hash));
      for (const entry of shownAt.keys()) if (entry > at) shownAt.delete(entry);
    } else {
      history.replaceState(stateOf(at), '', address(now.hash));
      if (last) moveBelow(last, now);
    }
    note(now);
  };
  /** A selection that changes by itself under an open dialog changes in the entry below it, too. */
  const moveBelow = (before: Shown, now: Shown) => {
    if (now.dialog === 'none' || now.selectedBy === 'hand') return;
    if (shownAt.get(at - 1)?.key !== keyOf({ ...before, dialog: 'none' })) return;
    shownAt.set(at - 1, { key: keyOf({ ...now, dialog: 'none' }), hash: now.hash });
  };
  const note = (now: Shown) => {
    last = now;
    known = location.hash;
    shownAt.set(at, { key: keyOf(now), hash: now.hash });
  };
  for (const store of [timelineOf, detailOf, pageOf, dialogsOf]) store(model).subscribe(write);
  for (const { isOpen } of panelsOf(model)) isOpen(model).subscribe(write);

  const apply = async (hash: string, dialogs: Dialogs | null) => {
    const mine = ++requests;
    isTraveling = true;
    const wanted = readPlace(hash);
    if (dialogs && canReopen(dialogs.open)) dialogsOf(model).setState(dialogs);
    else closeDialog(model);
    applyPage(model, wanted);
    const { filter, draft, selected } = timelineOf(model).getState();
    if (dialogs === null || wanted.filter !== filter || draft !== filter) await openFilter(model, wanted.filter);
    if (mine !== requests) return;
    if (wanted.row !== null && (dialogs === null || wanted.row !== selected)) await selectRow(model, wanted.row);
    else if (wanted.row === null && dialogs !== null) select(model, null, false);
    if (mine !== requests) return;
    // After the row, which opens on a tab of its own.
    applyTab(model, wanted);
    isTraveling = false;
    const now = shownBy(model);
    history.replaceState(stateOf(at), '', address(now.hash));
    note(now);
  };

  window.addEventListener('popstate', (event) => {
    if (!isEntry(event.state)) return;
    const to = event.state.entry;
    if (to === 0) {
      history.go(1);
      return;
    }
    const direction = Math.sign(to - at);
    at = to;
    known = location.hash;
    // An entry with the current view would look as if nothing had happened.
    if (direction !== 0 && last && shownAt.get(to)?.key === keyOf(last) && (direction > 0 || to > 1)) {
      history.go(direction);
      return;
    }
    if (direction !== 0) return apply(shownAt.get(to)?.hash ?? known, event.state.dialogs);
  });
  window.addEventListener('hashchange', async () => {
    if (location.hash === known) return;
    known = location.hash;
    at += 1;
    history.replaceState(stateOf(at), '', address(location.hash));
    await apply(known, null);
  });
}

const keyOf = ({ place, dialog }: Shown): string => `${dialog} ${place}`;

function shownBy(model: Model): Shown {
  const { filter, selected, selectedBy } = timelineOf(model).getState();
  const { page } = pageOf(model).getState();
  const { tab } = detailOf(model).getState();
  const panel = panelsOf(model).find((each) => each.page === page && each.isOpen(model).getState().isOpen);
  const place = { filter, row: selected, page, ...(panel && { panel: panel.name }) };
  return {
    hash: writePlace({ ...place, tab }),
    place: writePlace({ ...place, tab: null }),
    dialog: dialogsOf(model).getState().open,
    row: selected,
    selectedBy,
  };
}

/** Several steps of one kind in a row are one entry: letters of a filter, rows passed by key. */
function isNewEntry(before: Shown, now: Shown): boolean {
  if (now.dialog !== before.dialog) return before.dialog === 'none';
  // A call that was sent from its dialog is shown below it; going back does not open the dialog again.
  if (now.dialog !== 'none') return false;
  const [old, next] = [readPlace(before.place), readPlace(now.place)];
  if (old.page !== next.page || old.panel !== next.panel) return true;
  if (old.filter !== next.filter) {
    const [short, long] = [old.filter, next.filter].sort((one, other) => one.length - other.length) as [string, string];
    return short === '' || !long.startsWith(short);
  }
  if (now.row === before.row || now.selectedBy === 'itself') return false;
  return now.selectedBy === 'hand' || before.selectedBy !== 'step';
}

type Place = ReturnType<typeof readPlace>;

function applyTab(model: Model, { tab }: Place): void {
  if (tab !== null) setTab(model, tabNamed(tab));
}

function applyPage(model: Model, { page, panel }: Place): void {
  const place = placesOf(model).find((each) => each.page === page);
  pageOf(model).setState({ page: place?.page ?? 'timeline' });
  for (const { name, isOpen } of panelsOf(model)) isOpen(model).setState({ isOpen: name === panel });
}
