// The explained failure. The page sets it itself: there is no list to follow and no host to load from.

import type { RowDetail } from '../../../shared/timeline.ts';
import { defineStore, type Model } from '../../model/model.ts';
import { setSections } from './preferences.ts';

interface Detail {
  id: number | null;
  /** Masked, as shown. */
  detail: RowDetail | null;
  /** As received. */
  raw: RowDetail | null;
  quoteShown: { row: number; times: number };
}

export const [detailOf, useDetail] = defineStore<Detail>(() => ({
  id: null,
  detail: null,
  raw: null,
  quoteShown: { row: -1, times: 0 },
}));

/** All that was received is in the section of the evidence. */
export function showQuote(model: Model, { row }: RowDetail): void {
  setSections(model, { evidence: true });
  detailOf(model).setState(({ quoteShown: { times } }) => ({ quoteShown: { row: row.id, times: times + 1 } }));
}
