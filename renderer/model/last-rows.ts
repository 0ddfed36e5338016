// The newest rows that match a filter, independent of the list.

import type { Row } from '../../shared/timeline.ts';
import type { Model } from './model.ts';

/** Oldest first. */
export async function lastRows(model: Model, filter: string, count: number): Promise<Row[]> {
  const view = await model.platform.call('openView', { filter });
  if (!view.ok) return [];
  // Positions are known once all rows have been searched.
  if (view.value.growing) await model.platform.call('locate', { view: view.value.view, id: 0, want: 'self' });
  const known = view.value.growing ? await model.platform.call('openView', { filter }) : view;
  if (!known.ok || known.value.total === 0) return [];
  const from = Math.max(0, known.value.total - count);
  const answer = await model.platform.call('rows', { view: known.value.view, from, count });
  return answer.ok ? answer.value.rows : [];
}
