// Reads the place from the address at the start, and again when someone pastes another; writes it back as it changes, without
// adding to the history.

import type { Platform } from '../platform/platform.ts';
import { type Place, readPlace, writePlace } from './address.ts';
import { type Tab, tabs, useDetail } from './detail.ts';
import { openFilter } from './filter.ts';
import { usePage } from './page.ts';
import { show, useReplays } from './replays.ts';
import { selectRow } from './selection.ts';
import { useTimeline } from './timeline.ts';

export function followPlace(window: Window, platform: Platform): void {
  const place = readPlace(window.location.hash);
  useTimeline.setState({ draft: place.filter, selected: place.row, following: place.row === null });
  applyParts(place);
  let written = window.location.hash;
  const write = () => {
    const { filter, loaded, selected } = useTimeline.getState();
    if (!loaded) return;
    const { page } = usePage.getState();
    const { shown } = useReplays.getState();
    const hash = writePlace({
      filter,
      row: selected,
      tab: useDetail.getState().tab,
      page,
      ...(page === 'replay' && shown.kind === 'row' ? { replay: shown.row } : {}),
    });
    if (hash === written) return;
    written = hash;
    window.history.replaceState(null, '', hash || window.location.pathname + window.location.search);
  };
  useTimeline.subscribe(write);
  useDetail.subscribe(write);
  usePage.subscribe(write);
  useReplays.subscribe(write);
  window.addEventListener('hashchange', async () => {
    if (window.location.hash === written) return;
    const wanted = readPlace(window.location.hash);
    applyParts(wanted);
    await openFilter(platform, wanted.filter);
    if (wanted.row !== null) await selectRow(platform, wanted.row);
  });
}

function applyParts({ tab, page, replay }: Place): void {
  if (tabs.includes(tab as Tab)) useDetail.setState({ tab: tab as Tab });
  usePage.setState({ page: page ?? 'timeline' });
  if (replay !== undefined) show({ kind: 'row', row: replay, replay: null });
}
