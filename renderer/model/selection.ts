// Moving the selection: by row, by failure, to a row by its id. Asks the host where a row is; nothing here scrolls.

import type { Platform } from '../platform/platform.ts';
import { openFilter } from './filter.ts';
import { firstInSight, loadMissing } from './load-rows.ts';
import { reveal, rows, select, setFollowing, useTimeline } from './timeline.ts';

/** At the first look: the place in the address, or the newest failure, brought into sight. */
export async function ensureSelection(platform: Platform, bring = true): Promise<void> {
  const { selected } = useTimeline.getState();
  if (selected !== null) {
    await revealRow(platform, selected);
    return;
  }
  const found = await platform.call('locate', { view: useTimeline.getState().view, id: 0, want: 'newest_failure' });
  if (!found.ok || found.value === null || useTimeline.getState().selected !== null) return;
  select(found.value.id, false);
  // In sight too, unless rows stream in: those that came after it are one key away.
  if (bring || !useTimeline.getState().following) reveal(found.value.index);
}

export async function revealRow(platform: Platform, id: number): Promise<void> {
  const cached = rows.placeOf(id);
  if (cached !== undefined) {
    reveal(cached);
    return;
  }
  const found = await platform.call('locate', { view: useTimeline.getState().view, id, want: 'self' });
  if (found.ok && found.value) reveal(found.value.index);
}

/** A call made by hand is always shown: a filter that hides it is taken off. */
export async function showCall(platform: Platform, id: number): Promise<void> {
  select(id);
  const { view } = useTimeline.getState();
  if (view !== '') {
    const found = await platform.call('locate', { view, id, want: 'self' });
    if (found.ok && found.value === null) await openFilter(platform, '');
  }
  await revealRow(platform, id);
}

/** Selects a row wherever it is. */
export async function selectRow(platform: Platform, id: number): Promise<void> {
  select(id);
  await revealRow(platform, id);
}

export async function moveToFailure(platform: Platform, want: 'next_failure' | 'previous_failure'): Promise<void> {
  const { view, selected } = useTimeline.getState();
  const found =
    selected === null
      ? await platform.call('locate', { view, id: 0, want: 'newest_failure' })
      : await platform.call('locate', { view, id: selected, want });
  if (!found.ok || !found.value) return;
  select(found.value.id);
  setFollowing(false);
  reveal(found.value.index);
}

export function moveBy(step: number): void {
  const { selected, total } = useTimeline.getState();
  if (total === 0) return;
  const from = selected === null ? undefined : rows.placeOf(selected);
  const to = from === undefined ? Math.min(firstInSight(), total - 1) : Math.max(0, Math.min(total - 1, from + step));
  const row = rows.get(to);
  if (to !== total - 1) setFollowing(false);
  reveal(to);
  if (row) select(row.id, false);
  else loadMissing();
}
