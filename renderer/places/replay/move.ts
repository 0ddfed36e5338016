// Moving through the list of replays by keys.

import { showReplay } from '../../model/replay-actions.ts';
import { show, useReplays } from '../../model/replays.ts';
import type { Platform } from '../../platform/platform.ts';
import { listEntries } from './entries.ts';

export function moveReplay(platform: Platform, step: number): void {
  const { views, shown } = useReplays.getState();
  const entries = listEntries(views);
  const now = entries.findIndex((entry) =>
    entry.kind === 'bulk'
      ? shown.kind === 'bulk' && shown.bulk === entry.bulk
      : shown.kind === 'row' && shown.replay === entry.view.id,
  );
  const next = entries[now < 0 ? 0 : Math.max(0, Math.min(entries.length - 1, now + step))];
  if (!next) return;
  if (next.kind === 'bulk') show({ kind: 'bulk', bulk: next.bulk });
  else showReplay(platform, next.view.id);
}
