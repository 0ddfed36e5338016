// The events of a file whose rows pass a filter: exactly those that a log of it would show.

import type { CaptureEntry } from '../../../shared/capture/capture.ts';
import { memoryLogOf } from './memory-log.ts';

/** In their order. A string says what is wrong with the filter. */
export async function entriesThatPass<Entry extends Pick<CaptureEntry, 'event'>>(
  entries: readonly Entry[],
  filter: string,
): Promise<Entry[] | string> {
  if (filter.trim() === '') return [...entries];
  const log = await memoryLogOf(entries.map(({ event }) => event));
  try {
    const view = await log.views.open(filter, 'done');
    if (view === null) return [...entries];
    if ('problem' in view) return view.problem;
    const rows = log.store.rowsAt(view.ords.slice(0, view.ords.length));
    const numbers = new Set(rows.flatMap(({ id }) => log.store.eventsOf(id)));
    return entries.filter((_, index) => numbers.has(index + 1));
  } finally {
    log.close();
  }
}
