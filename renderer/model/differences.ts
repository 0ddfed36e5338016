// Shows only calls whose model got something else than the server sent.

import { hasTerm, toggleTerm } from '../../shared/filter/terms.ts';
import { chooseTab } from './detail.ts';
import { openFilter, useWantedFilter, wantedFilter } from './filter.ts';
import type { Model } from './model.ts';

const differencesTerm = 'seen:differs';

export function useOnlyDifferences(): boolean {
  return hasTerm(useWantedFilter(), differencesTerm);
}

/** Their cards open with both sides. */
export async function toggleDifferences(model: Model): Promise<void> {
  const next = toggleTerm(wantedFilter(model), differencesTerm);
  if (hasTerm(next, differencesTerm)) chooseTab(model, 'seen');
  await openFilter(model, next);
}
