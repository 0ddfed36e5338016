// Keyboard navigation in the list of replays.

import type { Model } from '../../model/model.ts';
import { showReplay } from '../../model/replay-actions.ts';
import { replaysOf, show } from '../../model/replays.ts';
import { listEntries } from './entries.ts';

export function moveReplay(model: Model, step: number): void {
  const { views, shown } = replaysOf(model).getState();
  const entries = listEntries(views);
  const now = entries.findIndex((entry) =>
    entry.kind === 'bulk'
      ? shown.kind === 'bulk' && shown.bulk === entry.bulk
      : shown.kind === 'row' && shown.replay === entry.view.id,
  );
  const next = entries[now < 0 ? 0 : Math.max(0, Math.min(entries.length - 1, now + step))];
  if (!next) return;
  if (next.kind === 'bulk') show(model, { kind: 'bulk', bulk: next.bulk });
  else showReplay(model, next.view.id);
}
