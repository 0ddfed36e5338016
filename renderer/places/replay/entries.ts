// The list of replays, newest first; a bulk is one entry. Pure.

import type { ReplayView } from '../../../shared/retry/replay.ts';

export type Entry = { kind: 'one'; view: ReplayView } | { kind: 'bulk'; bulk: string; views: ReplayView[] };

export function listEntries(views: readonly ReplayView[]): Entry[] {
  const bulks = new Map<string, Entry & { kind: 'bulk' }>();
  const entries: Entry[] = [];
  for (const view of views) {
    if (view.bulk === null) {
      entries.push({ kind: 'one', view });
      continue;
    }
    const known = bulks.get(view.bulk);
    if (known) known.views.push(view);
    else {
      const entry: Entry & { kind: 'bulk' } = { kind: 'bulk', bulk: view.bulk, views: [view] };
      bulks.set(view.bulk, entry);
      entries.push(entry);
    }
  }
  return entries.reverse();
}
