// Reads the place from the address at the start and writes it back as it changes, without adding to the history.

import { type Tab, tabs, useDetail } from './detail.ts';
import { usePage } from './page.ts';
import { readPlace, writePlace } from './place.ts';
import { useTimeline } from './timeline.ts';

export function followPlace(window: Window): void {
  const place = readPlace(window.location.hash);
  useTimeline.setState({ draft: place.filter, selected: place.row, following: place.row === null });
  if (tabs.includes(place.tab as Tab)) useDetail.setState({ tab: place.tab as Tab });
  usePage.setState({ page: place.page ?? 'timeline' });
  let written = window.location.hash;
  const write = () => {
    const { filter, loaded, selected } = useTimeline.getState();
    if (!loaded) return;
    const hash = writePlace({ filter, row: selected, tab: useDetail.getState().tab, page: usePage.getState().page });
    if (hash === written) return;
    written = hash;
    window.history.replaceState(null, '', hash || window.location.pathname + window.location.search);
  };
  useTimeline.subscribe(write);
  useDetail.subscribe(write);
  usePage.subscribe(write);
}
